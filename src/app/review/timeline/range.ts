/** The rules of a range set by hand (spec 2.8 and 5, "Span times"). */
import { minSpanMs } from "../../../domain/durations.ts";
import { lengthOf, type Span } from "../../../domain/view-span.ts";
import { text } from "../../../protocol/text.ts";

const words = text.range;
const secondMs = 1000;

/** Both ends inside the file; unlike a gesture, what was typed is cut off and not moved. */
export const clipToFile = ({ startMs, endMs }: Span, file: Span): Span => ({
  startMs: Math.min(Math.max(startMs, file.startMs), file.endMs),
  endMs: Math.min(Math.max(endMs, file.startMs), file.endMs),
});

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
