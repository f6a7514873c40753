/** The pointer on the y axes: a drag moves the range, the wheel zooms about the value under it, a double click follows the values again. */
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
  /** While it is dragged; nothing is kept. */
  preview(graph: string, range: ValueRange): void;
  /** Null: follow the values. */
  commit(graph: string, range: ValueRange | null): void;
}

const zoomPerNotch = 1.2;
const notch = 100;

/** Returns the untying. */
export function followAxisInput(element: HTMLElement, { axisAt, preview, commit }: AxisInputDeps): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  let drag: { axis: AxisAt; pointer: number; from: number; range: ValueRange; hasMoved: boolean } | null = null;
  const yIn = (event: MouseEvent) => event.clientY - element.getBoundingClientRect().top;

  element.addEventListener(
    "pointerdown",
    (event) => {
      const axis = event.button === 0 ? axisAt(yIn(event)) : null;
      if (axis === null) return;
      drag = { axis, pointer: event.pointerId, from: event.clientY, range: axis.range, hasMoved: false };
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
      drag.range = movedRange(drag.axis.range, moved / Math.max(1, drag.axis.height));
      preview(drag.axis.graph, drag.range);
    },
    { signal },
  );
  const letGo = () => {
    if (drag?.hasMoved) commit(drag.axis.graph, drag.range);
    drag = null;
  };
  for (const type of ["pointerup", "pointercancel", "lostpointercapture"] as const)
    element.addEventListener(type, letGo, { signal });
  element.addEventListener(
    "wheel",
    (event) => {
      const axis = axisAt(yIn(event));
      if (axis === null) return;
      event.preventDefault();
      const anchor = 1 - Math.min(1, Math.max(0, (yIn(event) - axis.top) / Math.max(1, axis.height)));
      commit(axis.graph, zoomedRange(axis.range, zoomPerNotch ** (event.deltaY / notch), anchor));
    },
    { signal, passive: false },
  );
  element.addEventListener(
    "dblclick",
    (event) => {
      const axis = axisAt(yIn(event));
      if (axis !== null) commit(axis.graph, null);
    },
    { signal },
  );
  return () => abort.abort();
}
