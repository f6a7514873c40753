/** All windows of a review go to the event that is being reviewed (spec 001 section 4, "Event review"). */
import { eventTimeMs } from "../../domain/time/linked-events.ts";
import { centreOn, lengthOf, moveTo, type Span } from "../../domain/time/view-span.ts";
import { isLive, moveView, showAlone, spanOf } from "./time/timeline.ts";
import type { OpenWindow } from "./windows/kind.ts";

/**
 * The view of each window begins with the event, also of those that are not linked; where a kind says so, its middle is that of the event.
 * Windows that are live stay where they are. False: all of them are. @throws RangeError where a kind says what no event does
 */
export function showEvent(windows: readonly OpenWindow[], event: Span): boolean {
  const free = windows.filter(({ timeline }) => !isLive(timeline));
  // The longest first: near the end of a file it cannot begin with the event, and those linked with it would stand where it stands.
  const byLength = free.toSorted((a, b) => lengthOf(spanOf(b.timeline)) - lengthOf(spanOf(a.timeline)));
  for (const { timeline } of byLength)
    moveView(timeline, (span, file) => moveTo(span, file, eventTimeMs(event, "jump_start")));
  // Linked windows share a start: this one leaves it, until they move again.
  for (const { timeline, atEvent } of free) {
    if (atEvent === undefined) continue;
    showAlone(timeline, (span, file) => centreOn(span, file, eventTimeMs(event, atEvent)));
  }
  return free.length > 0;
}
