import type { Clock } from "../../../../domain/time/clock.ts";
import type { ReviewFieldId } from "../../../../protocol/annotation-reviews.ts";

/** An answer as it is read: a time on the clock of the recording; a dash where there is none. */
export function answerText(id: ReviewFieldId, value: string | number | null, clock: Clock): string {
  if (value === null) return "\u2013";
  return id === "iic_pattern_time_of_max_frequency" && typeof value === "number"
    ? clock.dateTime(value, 2)
    : String(value);
}
