/** Annotations over the plot: a pale band or a dashed line, and a tag in the top margin. Moved by the frame loop. */
import { type AnnotationPlace, placeAnnotations } from "../../../domain/annotations/places.ts";
import type { Span } from "../../../domain/time/view-span.ts";
import { text as words } from "../../../protocol/text/text.ts";
import { type DrawnAnnotations, fileGroupId } from "../annotations/types.ts";
import { setHidden, setText } from "./axis-strip.ts";

/** Tags closer than this to the one before are left out; their band or line still stands. */
const tagRoomPx = 56;

export interface AnnotationStrip {
  draw(span: Span, widthPx: number): void;
}

/** Dark text on light colours, light text on dark ones: relative luminance of sRGB. */
export function textColourOn(colour: string): "#000" | "#fff" {
  const linear = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5);
  return luminance > 0.179 ? "#000" : "#fff";
}

/** Draws into `layer`, which lies over the plot. */
export function createAnnotationStrip(layer: HTMLElement, { table, state }: DrawnAnnotations): AnnotationStrip {
  const pool: HTMLElement[] = [];
  /** The look that each element of the pool has: the row's number of style, or -1 for the file's own. */
  const looks: number[] = [];
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
  /** Colour and opacity as the annotation has them; those of the file have the look of the page. */
  const paint = (k: number, element: HTMLElement, row: number) => {
    const look = table.groups[row] === fileGroupId ? -1 : table.style[row];
    if (looks[k] === look) return;
    looks[k] = look;
    if (look < 0) {
      element.removeAttribute("style");
      return;
    }
    const { color, opacity, kind } = table.styles.list[look];
    element.style.setProperty("--note", color);
    element.style.setProperty("--note-text", textColourOn(color));
    element.style.setProperty("--note-share", `${(100 * opacity).toFixed(1)}%`);
    if (kind === "artifact") element.dataset.mask = "";
    else delete element.dataset.mask;
  };
  const tagOf = ({ row, count }: AnnotationPlace) => {
    const title = table.titles.list[table.title[row]];
    return count === 1 ? title : words.plot.andMore(title, count - 1);
  };
  return {
    draw(span, widthPx) {
      const places = state.isHidden ? [] : placeAnnotations(table.intervals(), table, span, widthPx);
      const tagged = new Set<number>();
      let tagFrom = Number.NEGATIVE_INFINITY;
      places.forEach(({ x }, k) => {
        if (x < tagFrom) return;
        tagged.add(k);
        tagFrom = x + tagRoomPx;
      });
      let nextTag = widthPx;
      for (let k = places.length - 1; k >= 0; k--) {
        const place = places[k];
        const { x, width, count, row } = place;
        const element = elementAt(k);
        const label = element.firstElementChild as HTMLElement;
        setHidden(element, false);
        paint(k, element, row);
        element.style.left = `${Math.round(x)}px`;
        element.style.width = `${width.toFixed(1)}px`;
        const kind = count > 1 ? "crowd" : width === 0 ? "point" : "band";
        if (element.dataset.kind !== kind) element.dataset.kind = kind;
        setHidden(label, !tagged.has(k));
        if (!tagged.has(k)) continue;
        setText(label, tagOf(place));
        label.style.maxWidth = `${Math.max(tagRoomPx - 4, nextTag - x - 4).toFixed(0)}px`;
        nextTag = x;
      }
      for (const spare of pool.slice(places.length)) setHidden(spare, true);
    },
  };
}
