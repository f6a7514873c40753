/** Pointer and keyboard on the navigator: drag the view or one of its edges, jump, step. */
import { minSpanMs } from "../../../domain/time/durations.ts";
import {
  centreOn,
  dragHandle,
  goToEnd,
  goToStart,
  type Handle,
  lengthOf,
  type Span,
  scrollBy,
  turnPage,
} from "../../../domain/time/view-span.ts";
import { fileOf, holdView, isLive, leadLinked, moveView, showSpan, spanOf, type Timeline } from "../time/timeline.ts";

export type NavigatorPart = Handle | "window";

/** Keys of the view's own slider; each returns the gesture or nothing. */
function windowKey(key: string): ((span: Span, file: Span) => Span) | undefined {
  const step = (direction: number) => (span: Span, file: Span) =>
    scrollBy(span, file, (direction * lengthOf(span)) / 10);
  const gestures: Record<string, (span: Span, file: Span) => Span> = {
    ArrowLeft: step(-1),
    ArrowDown: step(-1),
    ArrowRight: step(1),
    ArrowUp: step(1),
    PageDown: (span, file) => turnPage(span, file, -1),
    PageUp: (span, file) => turnPage(span, file, 1),
    Home: goToStart,
    End: goToEnd,
  };
  return gestures[key];
}

/** Steps an edge: a twentieth of the view, at least a second. */
function handleKey(key: string, handle: Handle): ((span: Span, file: Span) => Span) | undefined {
  const moveBy = (steps: number) => (span: Span, file: Span) => {
    const edge = handle === "start" ? span.startMs : span.endMs;
    const wanted = edge + steps * Math.max(minSpanMs, lengthOf(span) / 20);
    // The keyboard never crosses the other edge: the name of the focused handle would become untrue.
    const limit = handle === "start" ? span.endMs - minSpanMs : span.startMs + minSpanMs;
    const held = handle === "start" ? Math.min(wanted, limit) : Math.max(wanted, limit);
    return dragHandle(span, file, handle, held).span;
  };
  const gestures: Record<string, (span: Span, file: Span) => Span> = {
    ArrowLeft: moveBy(-1),
    ArrowDown: moveBy(-1),
    ArrowRight: moveBy(1),
    ArrowUp: moveBy(1),
    PageDown: moveBy(-10),
    PageUp: moveBy(10),
  };
  return gestures[key];
}

export interface NavigatorElements {
  readonly root: HTMLElement;
  readonly track: HTMLElement;
  readonly parts: Readonly<Record<NavigatorPart, HTMLElement>>;
}

/** Listens on the navigator; returns the untying. */
export function followPointer(elements: NavigatorElements, timeline: Timeline): () => void {
  const { root, track, parts } = elements;
  const abort = new AbortController();
  const { signal } = abort;
  const timeAt = (clientX: number) => {
    const { left, width } = track.getBoundingClientRect();
    const file = fileOf(timeline);
    return file.startMs + ((clientX - left) / Math.max(width, 1)) * lengthOf(file);
  };

  function drag(event: PointerEvent, move: (timeMs: number) => void): void {
    if (event.button !== 0 || isLive(timeline)) return;
    const target = event.currentTarget as HTMLElement;
    target.setPointerCapture(event.pointerId);
    holdView(timeline, true);
    const end = new AbortController();
    const release = () => {
      holdView(timeline, false);
      end.abort();
    };
    const options = { signal: AbortSignal.any([signal, end.signal]) };
    target.addEventListener("pointermove", (moved) => move(timeAt(moved.clientX)), options);
    target.addEventListener("pointerup", release, options);
    target.addEventListener("pointercancel", release, options);
    target.addEventListener("lostpointercapture", release, options);
  }

  // A pointer leaves the focus where it is: arrows go on turning pages after a drag instead of moving the edge dragged.
  root.addEventListener("mousedown", (event) => event.preventDefault(), { signal });
  parts.window.addEventListener(
    "pointerdown",
    (event) => {
      const lead = (timeMs: number) => leadLinked(timeline, (span, file) => centreOn(span, file, timeMs));
      if (event.button === 0 && lead(timeAt(event.clientX))) {
        drag(event, lead);
        return;
      }
      const grabbed = timeAt(event.clientX) - timeline.startMs;
      drag(event, (timeMs) =>
        moveView(timeline, (span, file) => scrollBy(span, file, timeMs - grabbed - span.startMs)),
      );
    },
    { signal },
  );
  for (const handle of ["start", "end"] as const) {
    parts[handle].addEventListener(
      "pointerdown",
      (event) => {
        let held: Handle = handle;
        const edge = handle === "start" ? timeline.startMs : timeline.endMs;
        const grabbed = timeAt(event.clientX) - edge;
        drag(event, (timeMs) => {
          const dragged = dragHandle(spanOf(timeline), fileOf(timeline), held, timeMs - grabbed);
          held = dragged.handle;
          showSpan(timeline, dragged.span);
        });
      },
      { signal },
    );
  }
  root.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0 || Object.values(parts).includes(event.target as HTMLElement)) return;
      moveView(timeline, (span, file) => centreOn(span, file, timeAt(event.clientX)));
    },
    { signal },
  );
  for (const [part, element] of Object.entries(parts) as [NavigatorPart, HTMLElement][]) {
    element.addEventListener(
      "keydown",
      (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey || isLive(timeline)) return;
        const gesture = part === "window" ? windowKey(event.key) : handleKey(event.key, part);
        if (gesture === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        moveView(timeline, gesture);
      },
      { signal },
    );
  }
  return () => {
    if (timeline.isHeld) holdView(timeline, false);
    abort.abort();
  };
}
