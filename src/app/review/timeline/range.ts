/** The rules of a range set by hand (spec 2.8 and 5, "Span times"). */
import { minSpanMs } from "../../../domain/time/durations.ts";
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import { text } from "../../../protocol/text/text.ts";

const words = text.range;
const secondMs = 1000;

/** Both ends inside the file; unlike a gesture, what was typed is cut off and not moved. */
export const clipToFile = ({ startMs, endMs }: Span, file: Span): Span => ({
  startMs: Math.min(Math.max(startMs, file.startMs), file.endMs),
  endMs: Math.min(Math.max(endMs, file.startMs), file.endMs),
});

/** What was entered so far; null cannot be read. `last`: the end that was entered last; null: none yet. */
export interface EnteredRange {
  readonly startMs: number | null;
  readonly endMs: number | null;
  readonly last: keyof Span | null;
}

/**
 * The range that is meant: an end entered past the other one takes that with it, `lengthMs` away and inside the file.
 * What was entered before comes back as soon as it fits again.
 */
export function meantRange({ startMs, endMs, last }: EnteredRange, lengthMs: number, file: Span): EnteredRange {
  if (startMs === null || endMs === null || last === null || startMs < endMs) return { startMs, endMs, last };
  return last === "startMs"
    ? { startMs, endMs: Math.min(startMs + lengthMs, file.endMs), last }
    : { startMs: Math.max(endMs - lengthMs, file.startMs), endMs, last };
}

/**
 * First thing wrong with a range, or null; a time that cannot be read is null. Fields hold whole seconds, so the seconds
 * in which the file begins and ends count as inside.
 */
export function rangeProblem(startMs: number | null, endMs: number | null, file: Span): string | null {
  if (startMs === null || endMs === null) return words.unreadable;
  if (startMs > endMs) return words.startAfterEnd;
  if (startMs === endMs) return words.startEqualsEnd;
  if (startMs <= file.startMs - secondMs || endMs >= file.endMs + secondMs) return words.outside;
  const inside = lengthOf(clipToFile({ startMs, endMs }, file));
  return inside < Math.min(minSpanMs, lengthOf(file)) ? words.tooShort : null;
}
