/**
 * The way of a playing clock: where it is slower, where it stops, what it runs round. The clock is the start of the view, which is what
 * linked windows share. Speed is a function of the place alone, so frames of any length come to the same places: a frame at 1000x
 * is 16 s of recording, and an annotation of a second is not jumped over.
 */
import type { Span } from "./view-span.ts";

/** Spans in columns: ascending, apart. */
export interface SpanColumns {
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
}

export interface Course {
  /** Where the clock is slower by `factor`. */
  readonly slow: SpanColumns;
  /** At least 1. */
  readonly factor: number;
  /** Where it stops; ascending. */
  readonly stops: ArrayLike<number>;
}

export interface Stretch {
  /** Recording milliseconds of the step. */
  readonly distanceMs: number;
  /** It ends at a stop. */
  readonly isStop: boolean;
  /** Part of it is slower. */
  readonly isSlow: boolean;
}

/** ms: as near as this to a place is at it. Epoch milliseconds are told apart down to 0.0003. */
const near = 0.01;
/** ms: who comes as near as this to a stop is taken to it. More than what counts as passed, by more than times are rounded: nothing falls between two frames. */
export const nearStopMs = 2 * near;
/** A shorter span is not looped. */
export const leastLoopMs = 1000;

export const freeCourse: Course = { slow: { starts: [], ends: [] }, factor: 1, stops: [] };

/** Index of the first that is greater than a value. */
function upperBound(sorted: ArrayLike<number>, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isIn = (loop: Span | null, atMs: number): loop is Span =>
  loop !== null && atMs >= loop.startMs - near && atMs < loop.endMs;

/**
 * What `elapsedMs` of wall time at `speed` bring from a place on: speed integrated over its pieces. It ends at the first stop after that place, so that
 * playback which begins at one goes on past it. In O(pieces log n); round a loop at most twice.
 */
export function stretchOf(
  { slow, factor, stops }: Course,
  loop: Span | null,
  fromMs: number,
  elapsedMs: number,
  speed: number,
): Stretch {
  const round = isIn(loop, fromMs) ? loop : null;
  let [at, left, distanceMs, isSlow] = [Math.max(fromMs, round?.startMs ?? fromMs), elapsedMs, 0, false];
  let leftAtStart = Number.NaN;
  // Those that it begins at are passed; none that comes on the way is.
  let next = upperBound(stops, at + near);
  while (left > 0) {
    const k = upperBound(slow.ends, at);
    const isInside = k < slow.starts.length && slow.starts[k] <= at;
    const edge = k >= slow.starts.length ? Number.POSITIVE_INFINITY : isInside ? slow.ends[k] : slow.starts[k];
    const stop = next < stops.length ? stops[next] : Number.POSITIVE_INFINITY;
    const until = Math.min(edge, stop, round?.endMs ?? Number.POSITIVE_INFINITY);
    const rate = isInside ? speed / factor : speed;
    isSlow ||= isInside && factor > 1;
    const takes = (until - at) / rate;
    if (takes > left) {
      const short = until - (at + left * rate);
      const isThere = until === stop ? short <= nearStopMs : until === round?.endMs && short <= near;
      if (!isThere) return { distanceMs: distanceMs + left * rate, isStop: false, isSlow };
    }
    distanceMs += until - at;
    left = Math.max(0, left - takes);
    at = until;
    if (at === stop) return { distanceMs, isStop: true, isSlow };
    if (round === null || at !== round.endMs) continue;
    at = round.startMs;
    const begun = upperBound(stops, at - near);
    if (begun < stops.length && stops[begun] <= at + near) return { distanceMs, isStop: true, isSlow };
    next = begun;
    if (!Number.isNaN(leftAtStart)) {
      // Whole rounds bring back to where it is.
      const took = leftAtStart - left;
      const rounds = Math.floor(left / took);
      distanceMs += rounds * (round.endMs - round.startMs);
      left -= rounds * took;
    }
    leftAtStart = left;
  }
  return { distanceMs, isStop: false, isSlow };
}

/** The place after so many milliseconds on the way: round the loop, where it begins in one. */
export function placeAfter(loop: Span | null, fromMs: number, distanceMs: number): number {
  if (!isIn(loop, fromMs)) return fromMs + distanceMs;
  const { startMs, endMs } = loop;
  const atMs = startMs + ((Math.max(fromMs - startMs, 0) + distanceMs) % (endMs - startMs));
  // A remainder just below the length may be rounded up to the end, which is outside.
  return atMs >= endMs - near ? startMs : atMs;
}

/**
 * What a view of so many milliseconds really loops: its start does not go beyond the last page of the file. Null: too little is left of it.
 */
export function loopWithin({ startMs, endMs }: Span, file: Span, viewMs: number): Span | null {
  const last = file.endMs - viewMs - 1;
  const loop = { startMs, endMs: Math.min(endMs, last) };
  return loop.endMs - loop.startMs >= Math.min(leastLoopMs, endMs - startMs) - near && startMs >= file.startMs
    ? loop
    : null;
}

/** A span that is long enough to be looped: from its start. */
export const loopOf = ({ startMs, endMs }: Span): Span => ({
  startMs,
  endMs: Math.max(endMs, startMs + leastLoopMs),
});
