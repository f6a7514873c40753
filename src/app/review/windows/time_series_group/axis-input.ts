/** The pointer on the y axes: a drag moves the range, the wheel zooms about the value under it, a double click takes both back. */
import { movedRange, type ValueRange, zoomedRange } from "../../../../domain/montage/value-axis.ts";

/** The axis at a height, in CSS px of the element; null where there is none. */
export interface AxisAt {
  readonly graph: string;
  readonly range: ValueRange;
  readonly top: number;
  readonly height: number;
}

export interface AxisInputDeps {
  axisAt(y: number): AxisAt | null;
  /** The range that was set here; null: the graph's own. */
  ownOf(graph: string): ValueRange | null;
  show(graph: string, range: ValueRange | null): void;
}

const zoomPerNotch = 1.2;
const notch = 100;

/** Returns the untying. */
export function followAxisInput(element: HTMLElement, { axisAt, ownOf, show }: AxisInputDeps): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  let drag: { axis: AxisAt; pointer: number; from: number; before: ValueRange | null; hasMoved: boolean } | null = null;
  const yIn = (event: MouseEvent) => event.clientY - element.getBoundingClientRect().top;

  element.addEventListener(
    "pointerdown",
    (event) => {
      const axis = event.button === 0 ? axisAt(yIn(event)) : null;
      if (axis === null) return;
      drag = { axis, pointer: event.pointerId, from: event.clientY, before: ownOf(axis.graph), hasMoved: false };
      element.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  element.addEventListener(
    "pointermove",
    (event) => {
      if (drag === null) {
        element.dataset.isAxis = String(axisAt(yIn(event)) !== null);
        return;
      }
      if (event.pointerId !== drag.pointer) return;
      const moved = event.clientY - drag.from;
      if (!drag.hasMoved && Math.abs(moved) < 2) return;
      drag.hasMoved = true;
      show(drag.axis.graph, movedRange(drag.axis.range, moved / Math.max(1, drag.axis.height)));
    },
    { signal },
  );
  const end = (isKept: boolean) => (event: PointerEvent) => {
    if (drag === null || event.pointerId !== drag.pointer) return;
    const { axis, before } = drag;
    drag = null;
    if (!isKept) show(axis.graph, before);
  };
  element.addEventListener("pointerup", end(true), { signal });
  for (const type of ["pointercancel", "lostpointercapture"] as const)
    element.addEventListener(type, end(false), { signal });
  element.addEventListener(
    "wheel",
    (event) => {
      const axis = axisAt(yIn(event));
      if (axis === null) return;
      event.preventDefault();
      const anchor = 1 - Math.min(1, Math.max(0, (yIn(event) - axis.top) / Math.max(1, axis.height)));
      show(axis.graph, zoomedRange(axis.range, zoomPerNotch ** (event.deltaY / notch), anchor));
    },
    { signal, passive: false },
  );
  element.addEventListener(
    "dblclick",
    (event) => {
      const axis = axisAt(yIn(event));
      if (axis !== null) show(axis.graph, null);
    },
    { signal },
  );
  return () => abort.abort();
}
