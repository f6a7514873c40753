/** What keys do in an EEG Montage window. */
import { createAnnotationWalk } from "../../../../domain/annotations/annotation-walk.ts";
import { scrollBy } from "../../../../domain/time/view-span.ts";
import { timeShortcuts } from "../../plot/time-shortcuts.ts";
import type { ShortcutTarget } from "../../shortcuts.ts";
import { fileOf, moveView, showSpan, spanOf } from "../../time/timeline.ts";
import { auxKindsOf } from "./drawn.ts";
import type { EegWindow } from "./eeg-window.ts";
import { toggleFit } from "./fit.ts";
import { changeSensitivity } from "./props.ts";
import { isScrollable, scrollRowsBy } from "./row-scroll.ts";

const secondMs = 1000;

type EegShortcutTarget = Pick<EegWindow, "timeline" | "props" | "annotations" | "scroll" | "fit" | "drawn">;

/** The window's actions by key, as `KeyboardEvent.key` reports it. */
export function eegShortcuts(
  { timeline, props, annotations, scroll, fit, drawn }: EegShortcutTarget,
  onGoTo: () => void,
): ShortcutTarget {
  const step = (ms: number) => () => moveView(timeline, (span, file) => scrollBy(span, file, ms));
  const walk = createAnnotationWalk(annotations.table);
  const walkOn = (direction: -1 | 1) => () => {
    const found = walk(spanOf(timeline), fileOf(timeline), direction);
    if (found !== null) showSpan(timeline, found);
  };
  /** By half of the rows in view. */
  const scrollRows = (direction: -1 | 1) => () => {
    const now = drawn();
    if (now !== null && isScrollable(now)) scrollRowsBy(scroll, now, direction * Math.floor(now.layout.inView / 2));
  };
  return {
    ...timeShortcuts(timeline, onGoTo),
    ".": step(secondMs),
    ",": step(-secondMs),
    "]": walkOn(1),
    "[": walkOn(-1),
    ArrowUp: () => changeSensitivity(props, ["eeg"], 1),
    ArrowDown: () => changeSensitivity(props, ["eeg"], -1),
    f: () => toggleFit(fit, props),
    F: () => toggleFit(fit, props),
    "Shift+ArrowUp": () => changeSensitivity(props, auxKindsOf(drawn()), 1),
    "Shift+ArrowDown": () => changeSensitivity(props, auxKindsOf(drawn()), -1),
    "Shift+PageDown": scrollRows(1),
    "Shift+PageUp": scrollRows(-1),
  };
}
