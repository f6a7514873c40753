/** What keys do in an SD detection window; the keys of auxiliary rows are those of the overlay. */
import { timeActions } from "../../plot/time-actions.ts";
import { isScrollable, scrollRowsBy } from "../../rows/row-scroll.ts";
import type { Actions } from "../../shortcuts/window-actions.ts";
import { changeSensitivity } from "./props.ts";
import type { SdWindow } from "./sd-window.ts";

/** The window's actions by id (`domain/shortcuts/actions.ts`). */
export function sdActions({ timeline, props, annotations, scroll, drawn }: SdWindow, onGoTo: () => void): Actions {
  /** By half of the rows in view. */
  const scrollRows = (direction: -1 | 1) => () => {
    const now = drawn();
    if (now !== null && isScrollable(now)) scrollRowsBy(scroll, now, direction * Math.floor(now.layout.inView / 2));
  };
  return {
    ...timeActions(timeline, annotations, onGoTo),
    more_sensitive: () => changeSensitivity(props, "eegConfig", 1),
    less_sensitive: () => changeSensitivity(props, "eegConfig", -1),
    more_sensitive_aux: () => changeSensitivity(props, "overlayEEGConfig", 1),
    less_sensitive_aux: () => changeSensitivity(props, "overlayEEGConfig", -1),
    next_rows: scrollRows(1),
    previous_rows: scrollRows(-1),
  };
}
