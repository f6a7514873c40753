/** From one annotation to the next: the view is centred on each in turn. */
import { centreOn, type Span } from "../time/view-span.ts";

/** Loaded annotations by their start. */
export interface WalkedAnnotations {
  readonly starts: ArrayLike<number>;
  /** Rows in the order of their start. */
  inOrder(): Uint32Array;
}

/**
 * The walk gives the view of the next (1) or previous (-1) annotation, or null when there is none. Where the view could not be
 * centred (the ends of the file) it remembers which one it stands at, as long as the view stays.
 */
export function createAnnotationWalk(
  annotations: WalkedAnnotations,
): (view: Span, file: Span, direction: -1 | 1) => Span | null {
  let at: { view: Span; timeMs: number } | null = null;
  return (view, file, direction) => {
    const isThere = at !== null && at.view.startMs === view.startMs && at.view.endMs === view.endMs;
    const fromMs = isThere && at !== null ? at.timeMs : (view.startMs + view.endMs) / 2;
    const timeMs = neighbour(annotations, fromMs, direction);
    if (timeMs === null) return null;
    const next = centreOn(view, file, timeMs);
    at = { view: next, timeMs };
    return next;
  };
}

/** Start of the nearest one after a time, or before it; null without one. */
function neighbour(annotations: WalkedAnnotations, fromMs: number, direction: -1 | 1): number | null {
  const rows = annotations.inOrder();
  const startAt = (k: number) => annotations.starts[rows[k]];
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (direction > 0 ? startAt(middle) <= fromMs : startAt(middle) < fromMs) low = middle + 1;
    else high = middle;
  }
  const found = direction > 0 ? low : low - 1;
  return found >= 0 && found < rows.length ? startAt(found) : null;
}
