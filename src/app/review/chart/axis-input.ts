/** Pointer, wheel and keys on one axis of a chart. */
import { movedRange, type ValueRange, valueText, zoomedRange } from "../../../domain/montage/value-axis.ts";
import { chartText } from "../../../protocol/text/chart-text.ts";
import { type AxisControl, draggedRange } from "./chart-content.ts";

const zoomPerNotch = 1.2;
const notch = 100;
/** Of the axis, for a key. */
const step = 0.05;

/** `side`: along which the axis runs. Returns the untying. */
export function followChartAxis(element: HTMLElement, control: AxisControl, side: "x" | "y"): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  let drag: { pointer: number; at: number; range: ValueRange; hasMoved: boolean } | null = null;

  /** Where on the axis, 0 at its lower end and 1 at its upper one. */
  const shareAt = (event: MouseEvent) => {
    const { left, bottom, width, height } = element.getBoundingClientRect();
    return side === "x" ? (event.clientX - left) / Math.max(1, width) : (bottom - event.clientY) / Math.max(1, height);
  };
  const zoom = (factor: number, anchor: number) => {
    const range = control.range();
    control.show(
      control.kind === "top"
        ? { min: range.min, max: range.min + (range.max - range.min) * factor }
        : zoomedRange(range, factor, Math.min(1, Math.max(0, anchor))),
    );
  };

  element.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0) return;
      drag = { pointer: event.pointerId, at: shareAt(event), range: control.range(), hasMoved: false };
      element.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  element.addEventListener(
    "pointermove",
    (event) => {
      if (drag === null || event.pointerId !== drag.pointer) return;
      const now = shareAt(event);
      if (!drag.hasMoved && Math.abs(now - drag.at) < 0.005) return;
      drag.hasMoved = true;
      control.show(draggedRange(drag.range, [drag.at, now], { kind: control.kind, hasShift: event.shiftKey }));
    },
    { signal },
  );
  const end = (isKept: boolean) => (event: PointerEvent) => {
    if (drag === null || event.pointerId !== drag.pointer) return;
    const { range, hasMoved } = drag;
    drag = null;
    if (!isKept && hasMoved) control.show(range);
  };
  element.addEventListener("pointerup", end(true), { signal });
  for (const type of ["pointercancel", "lostpointercapture"] as const)
    element.addEventListener(type, end(false), { signal });
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      zoom(zoomPerNotch ** (event.deltaY / notch), shareAt(event));
    },
    { signal, passive: false },
  );
  element.addEventListener("dblclick", () => control.reset(), { signal });
  element.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const act = keyActions[event.key];
      if (act === undefined) return;
      event.preventDefault();
      event.stopPropagation(); // the keys of the window move its time
      act();
    },
    { signal },
  );
  const move = (by: number) => () => {
    if (control.kind === "top") zoom(zoomPerNotch ** (-4 * by), 0);
    else control.show(movedRange(control.range(), by));
  };
  const keyActions: Record<string, () => void> = {
    ArrowUp: move(step),
    ArrowRight: move(step),
    ArrowDown: move(-step),
    ArrowLeft: move(-step),
    "+": () => zoom(1 / zoomPerNotch, 0.5),
    "=": () => zoom(1 / zoomPerNotch, 0.5),
    "-": () => zoom(zoomPerNotch, 0.5),
    Enter: () => control.reset(),
    Home: () => control.reset(),
  };
  return () => abort.abort();
}

/** What a screen reader says of the axis now. */
export function describeAxis(element: HTMLElement, { range }: AxisControl): void {
  const { min, max } = range();
  const said = chartText.axisRange(valueText(min, { min, max }), valueText(max, { min, max }));
  if (element.getAttribute("aria-valuetext") === said) return;
  element.setAttribute("aria-valuenow", String(max));
  element.setAttribute("aria-valuetext", said);
}
