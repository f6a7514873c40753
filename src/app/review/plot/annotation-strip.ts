/** The file's own annotations over the plot: a pale band or a dashed line, and a tag in the top margin. Moved by the frame loop. */
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import type { FileAnnotation } from "../../../protocol/recordings.ts";
import { text as words } from "../../../protocol/text/text.ts";
import { setHidden, setText } from "./axis-strip.ts";

/** Smallest width of a band, CSS px (look.md, Signals). */
const minBandPx = 3;
/** Tags closer than this to the one before are left out; their band or line still stands. */
const tagRoomPx = 56;
/** Marks no wider than this that stand closer than this are drawn as one, with their number: lines would hide the traces. */
const crowdPx = 6;

export interface AnnotationStrip {
  draw(span: Span, widthPx: number): void;
}

export interface PlacedAnnotation {
  readonly x: number;
  /** 0 for a point. */
  readonly width: number;
  /** More than one: so many that lie too close to be told apart. */
  readonly count: number;
  /** Null where there is no room for its tag. */
  readonly tag: string | null;
}

/**
 * Places of all annotations that touch a span, in the order of their start; where they crowd, one place says how many there
 * are. `annotations` ascending by start, `longestMs` the longest of them.
 */
export function placeAnnotations(
  annotations: readonly FileAnnotation[],
  span: Span,
  widthPx: number,
  longestMs = Number.POSITIVE_INFINITY,
): PlacedAnnotation[] {
  const placed: { x: number; width: number; count: number; text: string }[] = [];
  const perMs = widthPx / lengthOf(span);
  /** The last place of marks that are narrow enough to crowd. */
  let crowd: (typeof placed)[number] | null = null;
  for (let k = firstFrom(annotations, span.startMs - longestMs); k < annotations.length; k++) {
    const { start_time, end_time, text } = annotations[k];
    if (start_time >= span.endMs) break;
    if (end_time < span.startMs) continue;
    const x = Math.max(0, (start_time - span.startMs) * perMs);
    const end = Math.min(widthPx, (end_time - span.startMs) * perMs);
    const width = end_time > start_time ? Math.max(end - x, minBandPx) : 0;
    const isNarrow = width <= crowdPx;
    if (isNarrow && crowd !== null && x - (crowd.x + crowd.width) < crowdPx) {
      crowd.count++;
      crowd.width = Math.max(crowd.width, x + width - crowd.x, 1);
      continue;
    }
    const place = { x, width, count: 1, text };
    placed.push(place);
    if (isNarrow) crowd = place;
  }
  let tagFrom = Number.NEGATIVE_INFINITY;
  return placed.map(({ x, width, count, text }) => {
    const hasRoom = x >= tagFrom;
    if (hasRoom) tagFrom = x + tagRoomPx;
    return { x, width, count, tag: hasRoom ? (count === 1 ? text : words.plot.andMore(text, count - 1)) : null };
  });
}

/** Index of the first that starts at a time or later. */
function firstFrom(annotations: readonly FileAnnotation[], timeMs: number): number {
  let [low, high] = [0, annotations.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (annotations[middle].start_time < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Draws into `layer`, which lies over the plot. */
export function createAnnotationStrip(layer: HTMLElement, annotations: readonly FileAnnotation[]): AnnotationStrip {
  const sorted = annotations.toSorted((a, b) => a.start_time - b.start_time);
  const longestMs = sorted.reduce((most, { start_time, end_time }) => Math.max(most, end_time - start_time), 0);
  const pool: HTMLElement[] = [];
  const elementAt = (k: number) => {
    // Marks are set from the last one: all before it get their elements first, so that none takes another's.
    while (pool.length <= k) {
      const element = document.createElement("div");
      element.append(document.createElement("span"));
      layer.append(element);
      pool.push(element);
    }
    return pool[k];
  };
  return {
    draw(span, widthPx) {
      if (sorted.length === 0) return;
      const placed = placeAnnotations(sorted, span, widthPx, longestMs);
      let nextTag = widthPx;
      for (let k = placed.length - 1; k >= 0; k--) {
        const { x, width, count, tag } = placed[k];
        const element = elementAt(k);
        const label = element.firstElementChild as HTMLElement;
        setHidden(element, false);
        element.style.left = `${Math.round(x)}px`;
        element.style.width = `${width.toFixed(1)}px`;
        const kind = count > 1 ? "crowd" : width === 0 ? "point" : "band";
        if (element.dataset.kind !== kind) element.dataset.kind = kind;
        setHidden(label, tag === null);
        if (tag === null) continue;
        setText(label, tag);
        label.style.maxWidth = `${Math.max(tagRoomPx - 4, nextTag - x - 4).toFixed(0)}px`;
        nextTag = x;
      }
      for (const spare of pool.slice(placed.length)) setHidden(spare, true);
    },
  };
}
