/** What keys do in a trends window. */
import { timeActions } from "../../plot/time-actions.ts";
import type { Actions } from "../../shortcuts/window-actions.ts";
import { scrollPanelBy } from "./panel-layout.ts";
import type { TrendsWindow } from "./trends-window.ts";

/** The window's actions by id (`domain/shortcuts/actions.ts`). */
export function trendsActions({ timeline, annotations, scroll }: TrendsWindow, onGoTo: () => void): Actions {
  /** By half of what is in view. */
  const scrollRows = (direction: -1 | 1) => () => scrollPanelBy(scroll, (direction * scroll.inView) / 2);
  return {
    ...timeActions(timeline, annotations, onGoTo),
    next_rows: scrollRows(1),
    previous_rows: scrollRows(-1),
  };
}
