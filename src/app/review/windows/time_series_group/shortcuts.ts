/** What keys do in a time series window (spec 2.10): pages, zoom, playback. */
import { goToEnd, goToStart, turnPage, zoom } from "../../../../domain/view-span.ts";
import type { ShortcutTarget } from "../../shortcuts.ts";
import { moveView, togglePlay } from "../../time/timeline.ts";
import type { SeriesWindow } from "./series-window.ts";

/** The window's actions by key, as `KeyboardEvent.key` reports it. */
export function seriesShortcuts({ timeline }: Pick<SeriesWindow, "timeline">, onGoTo: () => void): ShortcutTarget {
  const turn = (pages: number) => () => moveView(timeline, (span, file) => turnPage(span, file, pages));
  const zoomBy = (direction: -1 | 1) => () => moveView(timeline, (span, file) => zoom(span, file, direction));
  return {
    ArrowRight: turn(1),
    ArrowLeft: turn(-1),
    PageDown: turn(1),
    PageUp: turn(-1),
    "Shift+ArrowRight": turn(0.5),
    "Shift+ArrowLeft": turn(-0.5),
    "+": zoomBy(-1),
    "=": zoomBy(-1),
    "-": zoomBy(1),
    g: onGoTo,
    G: onGoTo,
    " ": () => togglePlay(timeline),
    Home: () => moveView(timeline, goToStart),
    End: () => moveView(timeline, goToEnd),
  };
}
