/** The keys that move the time of any window: pages, zoom, ends, playback and the field "Go to". */
import { goToEnd, goToStart, turnPage, zoom } from "../../../domain/time/view-span.ts";
import type { ShortcutTarget } from "../shortcuts.ts";
import { moveView, type Timeline, togglePlay } from "../time/timeline.ts";

/** Actions by key, as `KeyboardEvent.key` reports it; a kind adds its own. */
export function timeShortcuts(timeline: Timeline, onGoTo: () => void): ShortcutTarget {
  const turn = (pages: number) => () => moveView(timeline, (span, file) => turnPage(span, file, pages));
  const zoomBy = (direction: -1 | 1) => () => moveView(timeline, (span, file) => zoom(span, file, direction));
  return {
    ArrowRight: turn(1),
    ArrowLeft: turn(-1),
    PageDown: turn(1),
    PageUp: turn(-1),
    "Shift+ArrowRight": turn(0.5),
    "Shift+ArrowLeft": turn(-0.5),
    g: onGoTo,
    G: onGoTo,
    "+": zoomBy(-1),
    "=": zoomBy(-1),
    "-": zoomBy(1),
    " ": () => togglePlay(timeline),
    Home: () => moveView(timeline, goToStart),
    End: () => moveView(timeline, goToEnd),
  };
}
