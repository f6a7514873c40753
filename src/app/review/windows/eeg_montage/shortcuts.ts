/** What keys do in an EEG Montage window. */
import { goToEnd, goToStart, turnPage, zoom } from "../../../../domain/view-span.ts";
import type { ShortcutTarget } from "../../shortcuts.ts";
import { moveView, togglePlay } from "../../timeline/timeline.ts";
import type { EegWindow } from "./eeg-window.ts";
import { changeSensitivity } from "./props.ts";

/** The window's actions by key, as `KeyboardEvent.key` reports it. */
export function eegShortcuts({ timeline, props }: Pick<EegWindow, "timeline" | "props">): ShortcutTarget {
  const zoomBy = (direction: -1 | 1) => moveView(timeline, (span, file) => zoom(span, file, direction));
  return {
    ArrowRight: () => moveView(timeline, (span, file) => turnPage(span, file, 1)),
    ArrowLeft: () => moveView(timeline, (span, file) => turnPage(span, file, -1)),
    ArrowUp: () => changeSensitivity(props, 1),
    ArrowDown: () => changeSensitivity(props, -1),
    "+": () => zoomBy(-1),
    "=": () => zoomBy(-1),
    "-": () => zoomBy(1),
    " ": () => togglePlay(timeline),
    Home: () => moveView(timeline, goToStart),
    End: () => moveView(timeline, goToEnd),
  };
}
