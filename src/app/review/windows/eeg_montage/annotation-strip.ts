/** The file's own annotations over the plot: a pale band or a line, and a tag in the top margin. Moved by the frame loop. */
import { lengthOf, type Span } from "../../../../domain/view-span.ts";
import type { FileAnnotation } from "../../../../protocol/recordings.ts";
import { setText } from "./axis-strip.ts";

/** Smallest width of a band, CSS px (ui/design.md, Signals). */
const minBandPx = 3;
/** Tags closer than this to the one before are left out; their band or line still stands. */
const tagRoomPx = 56;
/** More than this in one view is a texture, not something to read. */
const mostShown = 400;

export interface AnnotationStrip {
  draw(span: Span, widthPx: number): void;
}

export interface PlacedAnnotation {
  readonly x: number;
  /** 0 for a point. */
  readonly width: number;
  /** Null where there is no room for its tag. */
  readonly tag: string | null;
}

/** Places of the annotations that touch a span, in the order of their start. `annotations` ascending by start. */
export function placeAnnotations(
  annotations: readonly FileAnnotation[],
  span: Span,
  widthPx: number,
): PlacedAnnotation[] {
  const placed: PlacedAnnotation[] = [];
  const perMs = widthPx / lengthOf(span);
  let tagFrom = Number.NEGATIVE_INFINITY;
  for (const { start_time, end_time, text } of annotations) {
    if (start_time >= span.endMs || placed.length >= mostShown) break;
    if (end_time < span.startMs) continue;
    const x = Math.max(0, (start_time - span.startMs) * perMs);
    const end = Math.min(widthPx, (end_time - span.startMs) * perMs);
    const hasRoom = x >= tagFrom;
    if (hasRoom) tagFrom = x + tagRoomPx;
    placed.push({ x, width: end_time > start_time ? Math.max(end - x, minBandPx) : 0, tag: hasRoom ? text : null });
  }
  return placed;
}

/** Draws into `layer`, which lies over the plot. */
export function createAnnotationStrip(layer: HTMLElement, annotations: readonly FileAnnotation[]): AnnotationStrip {
  const sorted = annotations.toSorted((a, b) => a.start_time - b.start_time);
  const pool: HTMLElement[] = [];
  const elementAt = (k: number) => {
    let element = pool[k];
    if (element === undefined) {
      element = document.createElement("div");
      element.append(document.createElement("span"));
      layer.append(element);
      pool.push(element);
    }
    return element;
  };
  return {
    draw(span, widthPx) {
      if (sorted.length === 0) return;
      const placed = placeAnnotations(sorted, span, widthPx);
      placed.forEach(({ x, width, tag }, k) => {
        const element = elementAt(k);
        const label = element.firstElementChild as HTMLElement;
        element.hidden = false;
        element.style.transform = `translateX(${Math.round(x)}px)`;
        element.style.width = `${width.toFixed(1)}px`;
        element.toggleAttribute("data-point", width === 0);
        label.hidden = tag === null;
        if (tag === null) return;
        setText(label, tag);
        const next = placed.slice(k + 1).find((other) => other.tag !== null)?.x ?? widthPx;
        label.style.maxWidth = `${Math.max(tagRoomPx - 4, next - x - 4).toFixed(0)}px`;
      });
      for (const spare of pool.slice(placed.length)) spare.hidden = true;
    },
  };
}
