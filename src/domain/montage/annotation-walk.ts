/** From one annotation to the next: the view is centred on each in turn. */
import { centreOn, type Span } from "../time/view-span.ts";

/**
 * `times`: when the annotations begin, epoch ms, in any order. The walk gives the view of the next (1) or previous (-1)
 * one, or null when there is none. Where the view could not be centred (the ends of the file) it remembers which one it
 * stands at, as long as the view stays.
 */
export function createAnnotationWalk(
  times: readonly number[],
): (view: Span, file: Span, direction: -1 | 1) => Span | null {
  const ascending = [...new Set(times)].sort((a, b) => a - b);
  let at: { view: Span; timeMs: number } | null = null;
  return (view, file, direction) => {
    const isThere = at !== null && at.view.startMs === view.startMs && at.view.endMs === view.endMs;
    const fromMs = isThere && at !== null ? at.timeMs : (view.startMs + view.endMs) / 2;
    const timeMs = direction > 0 ? ascending.find((ms) => ms > fromMs) : ascending.findLast((ms) => ms < fromMs);
    if (timeMs === undefined) return null;
    const next = centreOn(view, file, timeMs);
    at = { view: next, timeMs };
    return next;
  };
}
