/** Wheel and pointer on the plot. */
import { wheelScroll, zoom } from "../../../../domain/view-span.ts";
import { moveView, type Timeline } from "../../timeline/timeline.ts";
import type { PointerPlace } from "./cursor.ts";

/** Wheel travel of one zoom step; one notch of a mouse wheel is 100 or 120. */
const zoomTravel = 60;
const pixelsPerLine = 40;
/** A wheel set to pages turns whole pages: deltaY / 500 of the span is then 1. */
const pixelsPerPage = 500;
const unitOf = ({ deltaMode }: WheelEvent) =>
  deltaMode === WheelEvent.DOM_DELTA_LINE ? pixelsPerLine : deltaMode === WheelEvent.DOM_DELTA_PAGE ? pixelsPerPage : 1;

/** Follows the pointer over `surface`; `onPointer` gets its place or null. Returns the untying. */
export function followPlotInput(
  surface: HTMLElement,
  timeline: Timeline,
  onPointer: (place: PointerPlace | null) => void,
): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  let travel = 0;

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    // With shift held, browsers report the wheel as sideways.
    const delta = (event.deltaY || event.deltaX) * unitOf(event);
    if (!event.shiftKey && !event.ctrlKey) {
      moveView(timeline, (span, file) => wheelScroll(span, file, delta));
      return;
    }
    travel = Math.sign(travel) === Math.sign(delta) ? travel + delta : delta;
    if (Math.abs(travel) < zoomTravel) return;
    travel = 0;
    const { left, width } = surface.getBoundingClientRect();
    const anchor = Math.min(Math.max((event.clientX - left) / Math.max(width, 1), 0), 1);
    moveView(timeline, (span, file) => zoom(span, file, delta < 0 ? -1 : 1, anchor));
  }

  surface.addEventListener("wheel", wheel, { signal, passive: false });
  surface.addEventListener(
    "pointermove",
    (event) => {
      const { left, top } = surface.getBoundingClientRect();
      onPointer({ x: event.clientX - left, y: event.clientY - top });
    },
    { signal },
  );
  surface.addEventListener("pointerleave", () => onPointer(null), { signal });
  return () => abort.abort();
}
