/** Wheel and pointer on the plot. */
import { centreOn, lengthOf, moveTo, type Span, wheelScroll, zoom } from "../../../domain/time/view-span.ts";
import { hoveredMs } from "../time/link-group.ts";
import { holdView, isLive, leadFromOverview, leadLinked, moveView, spanOf, type Timeline } from "../time/timeline.ts";
import type { PlotGesture } from "./annotation-input.ts";
import type { PointerPlace } from "./cursor.ts";
import type { Measure } from "./measure.ts";

/** Wheel travel of one zoom step; one notch of a mouse wheel is 100 or 120. */
const zoomTravel = 60;
const pixelsPerLine = 40;
/** A wheel set to pages turns whole pages: deltaY / 500 of the span is then 1. */
const pixelsPerPage = 500;
/** A press that moves less than this is a click. */
const dragPx = 4;
const unitOf = ({ deltaMode }: WheelEvent) =>
  deltaMode === WheelEvent.DOM_DELTA_LINE ? pixelsPerLine : deltaMode === WheelEvent.DOM_DELTA_PAGE ? pixelsPerPage : 1;

/**
 * Follows the pointer over `surface`; `onPointer` gets its place or null, `onRowWheel` what the wheel does with Alt held, `measure` a drag
 * with Shift held, `marking` a press that marks a time or holds the edge of an annotation.
 * Returns the untying.
 */
export function followPlotInput(
  surface: HTMLElement,
  timeline: Timeline,
  onPointer: (place: PointerPlace | null) => void,
  {
    onRowWheel,
    measure,
    marking,
    isOverview = false,
  }: { onRowWheel: (event: WheelEvent) => void; measure: Measure; marking: PlotGesture; isOverview?: boolean },
): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  let travel = 0;
  let measuring: number | null = null;
  let isMarking: number | null = null;
  const placeOf = ({ clientX, clientY }: PointerEvent): PointerPlace => {
    const { left, top } = surface.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  let drag: { pointer: number; x: number; from: Span; isMoving: boolean } | null = null;

  /** Dragging moves the page: what was under the pointer stays under it. */
  function dragTo({ pointerId, clientX }: PointerEvent): void {
    if (drag === null || drag.pointer !== pointerId) return;
    const { x, from } = drag;
    if (!drag.isMoving && Math.abs(clientX - x) < dragPx) return;
    if (!drag.isMoving) {
      drag.isMoving = true;
      holdView(timeline, true);
      surface.dataset.dragged = "";
    }
    const msPerPx = lengthOf(from) / Math.max(surface.clientWidth, 1);
    moveView(timeline, (_, file) => moveTo(from, file, from.startMs - (clientX - x) * msPerPx));
  }
  /** A click into a window that shows its whole file, or into an overview, takes the others there. */
  function clicked({ pointerId, clientX }: PointerEvent): void {
    if (drag === null || drag.pointer !== pointerId || drag.isMoving) return;
    const { left, width } = surface.getBoundingClientRect();
    const { startMs, endMs } = spanOf(timeline);
    const timeMs = startMs + ((clientX - left) / Math.max(width, 1)) * (endMs - startMs);
    const lead = isOverview ? leadFromOverview : leadLinked;
    lead(timeline, (span, file) => centreOn(span, file, timeMs));
  }
  function marked({ pointerId }: PointerEvent): void {
    if (isMarking === pointerId) endMarking(true);
  }
  function endMarking(isDone: boolean): void {
    if (isMarking === null) return;
    isMarking = null;
    marking.end(isDone);
  }
  function letGo(): void {
    endMarking(false);
    if (measuring !== null) measure.end();
    measuring = null;
    if (drag?.isMoving) holdView(timeline, false);
    delete surface.dataset.dragged;
    drag = null;
  }

  function wheel(event: WheelEvent): void {
    if (event.altKey) {
      onRowWheel(event);
      return;
    }
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
      const place = placeOf(event);
      onPointer(place);
      if (isMarking === event.pointerId) marking.drag(place);
      else if (measuring === event.pointerId) measure.drag(place);
      else dragTo(event);
      const form = drag === null && !event.shiftKey ? marking.formAt(place) : null;
      if (form === null) delete surface.dataset.form;
      else if (surface.dataset.form !== form) surface.dataset.form = form;
    },
    { signal },
  );
  surface.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0 || drag !== null || measuring !== null || isMarking !== null) return;
      if (event.shiftKey) {
        measuring = event.pointerId;
        surface.setPointerCapture(event.pointerId);
        measure.begin(placeOf(event));
        return;
      }
      if (marking.begin(placeOf(event))) {
        isMarking = event.pointerId;
        surface.setPointerCapture(event.pointerId);
        return;
      }
      if (isLive(timeline)) return;
      drag = { pointer: event.pointerId, x: event.clientX, from: spanOf(timeline), isMoving: false };
      surface.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  surface.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Enter" && marking.choose(hoveredMs(timeline.link))) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (event.key !== "Escape") return;
      const wasMarking = isMarking !== null;
      endMarking(false);
      if (measure.clear() || wasMarking) event.stopPropagation();
    },
    { signal },
  );
  surface.addEventListener("pointerup", marked, { signal });
  surface.addEventListener("pointerup", clicked, { signal });
  surface.addEventListener("pointerup", letGo, { signal });
  surface.addEventListener("pointercancel", letGo, { signal });
  surface.addEventListener("lostpointercapture", letGo, { signal });
  surface.addEventListener(
    "pointerleave",
    () => {
      marking.leave();
      onPointer(null);
    },
    { signal },
  );
  return () => {
    letGo();
    abort.abort();
  };
}
