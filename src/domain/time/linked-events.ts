/** What linked windows are told of an event, and where it takes them (spec 001 section 4, "Visualization modes"). Pure. */
import { text } from "../../protocol/text/text.ts";
import type { Span } from "./view-span.ts";

/** "clicked": the time itself, of what has no length. */
export const linkedWindowEvents = ["jump_start", "jump_middle", "jump_end", "clicked"] as const;
export type LinkedWindowEvent = (typeof linkedWindowEvents)[number];

/** Shares of an event's length. */
const places: Readonly<Record<LinkedWindowEvent, number>> = {
  jump_start: 0,
  jump_middle: 0.5,
  jump_end: 1,
  clicked: 0,
};

/** The time that an event takes a window to, epoch ms. @throws RangeError with the sentence of section 8 for any other type */
export function eventTimeMs({ startMs, endMs }: Span, type: LinkedWindowEvent): number {
  if (!linkedWindowEvents.includes(type)) throw new RangeError(text.review.invalidEvent);
  return startMs + (endMs - startMs) * places[type];
}
