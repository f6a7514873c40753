/** The red bar over the time of the event under review (spec 001 sections 2.11 and 2.22), moved by the frame loop. */
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import { setHidden } from "./axis-strip.ts";

/** Least width of a mark over a plot, CSS px (spec 001 section 9). */
const leastPx = 3;

/** Where an event stands in a view of `widthPx`, at least `leastPx` wide and within it; null: it is out of view. */
export function placeEvent(event: Span, view: Span, widthPx: number): { x: number; width: number } | null {
  if (event.endMs < view.startMs || event.startMs > view.endMs) return null;
  const at = (ms: number) => Math.min(widthPx, Math.max(0, ((ms - view.startMs) / lengthOf(view)) * widthPx));
  const [from, to] = [at(event.startMs), at(event.endMs)];
  const width = Math.max(Math.min(leastPx, widthPx), to - from);
  return { x: Math.min(from, widthPx - width), width };
}

/** Places the bar, or hides it. `widthPx`: of the plot, CSS px. */
export function drawEventBar(element: HTMLElement, event: Span | null, view: Span, widthPx: number): void {
  const place = event === null ? null : placeEvent(event, view, widthPx);
  setHidden(element, place === null);
  if (place === null || event === null) return;
  const [left, width] = [`${place.x.toFixed(1)}px`, `${place.width.toFixed(1)}px`];
  if (element.style.left !== left) element.style.left = left;
  if (element.style.width !== width) element.style.width = width;
  // Its ends are lines where they are in view.
  element.toggleAttribute("data-start", event.startMs >= view.startMs);
  element.toggleAttribute("data-end", event.endMs <= view.endMs && event.endMs > event.startMs);
}
