/** When enough of a signal lies behind a moment: a trailing window can have a value there, and nowhere else. */
import { endOfSegment } from "../../domain/time/sample-time.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";

/** Times, [start, end], ascending and disjoint. */
export interface TimeSpan {
  start: number;
  end: number;
}

/** The moments t for which [t - windowMs, t) holds at least `leastMs` (above 0) of the group's segments. */
export function coveredTimes(
  { segments, sampling_hz }: Pick<SignalGroup, "segments" | "sampling_hz">,
  windowMs: number,
  leastMs: number,
): TimeSpan[] {
  // What the window holds grows where it enters a segment and shrinks where it leaves one: a piecewise linear function.
  const turns: { at: number; slope: number }[] = [];
  for (const segment of segments) {
    const [start, end] = [segment.start_ms, endOfSegment(segment, sampling_hz)];
    turns.push({ at: start, slope: 1 }, { at: end, slope: -1 });
    turns.push({ at: start + windowMs, slope: -1 }, { at: end + windowMs, slope: 1 });
  }
  turns.sort((a, b) => a.at - b.at);
  const covered: TimeSpan[] = [];
  let held = 0;
  let slope = 0;
  for (const [k, turn] of turns.entries()) {
    slope += turn.slope;
    const next = turns[k + 1];
    if (next === undefined) break;
    const after = held + slope * (next.at - turn.at);
    if (Math.max(held, after) >= leastMs && next.at > turn.at) {
      const start = held >= leastMs ? turn.at : turn.at + (leastMs - held) / slope;
      const end = after >= leastMs ? next.at : turn.at + (leastMs - held) / slope;
      const last = covered.at(-1);
      if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
      else covered.push({ start, end });
    }
    held = after;
  }
  return covered;
}

/** The moments that lie in both. */
export function inBoth(a: readonly TimeSpan[], b: readonly TimeSpan[]): TimeSpan[] {
  const both: TimeSpan[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const span = { start: Math.max(a[i].start, b[j].start), end: Math.min(a[i].end, b[j].end) };
    if (span.end >= span.start) both.push(span);
    if (a[i].end < b[j].end) i++;
    else j++;
  }
  return both;
}
