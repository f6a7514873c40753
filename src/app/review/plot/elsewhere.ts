/** Where in a wide view the narrowest linked window is: a frame over the traces. Moved by the frame loop. */
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import { narrowestLinked, spanOf, type Timeline } from "../time/timeline.ts";
import { setHidden } from "./axis-strip.ts";

/** Shown where the view is so many times as long: beside a view of like length it would only be in the way. */
const leastTimes = 4;
/** CSS px: a page of 10 s is seen in a view of days. */
const leastPx = 3;

/** Places the frame, or hides it. `widthPx`: of the plot, CSS px. */
export function drawElsewhere(element: HTMLElement, timeline: Timeline, span: Span, widthPx: number): void {
  const narrow = narrowestLinked(timeline);
  const shown = narrow === null ? null : spanOf(narrow);
  const isShown =
    shown !== null &&
    lengthOf(span) >= leastTimes * lengthOf(shown) &&
    shown.endMs > span.startMs &&
    shown.startMs < span.endMs;
  setHidden(element, !isShown);
  if (!isShown) return;
  const at = (ms: number) => ((ms - span.startMs) / lengthOf(span)) * widthPx;
  const width = Math.max(leastPx, Math.round(at(shown.endMs) - at(shown.startMs)));
  element.style.left = `${Math.min(Math.round(at(shown.startMs)), widthPx - width)}px`;
  element.style.width = `${width}px`;
}
