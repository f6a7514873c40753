/** Annotations over the plot: a pale band or a dashed line, and a tag in the top margin. Moved by the frame loop. */
import type { AnnotationRef } from "../../../domain/annotations/annotation-table.ts";
import { channelKey, channelName } from "../../../domain/annotations/channel-name.ts";
import { type AnnotationPlace, placeAnnotations } from "../../../domain/annotations/places.ts";
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import { text as words } from "../../../protocol/text/text.ts";
import { type DrawnAnnotations, fileGroupId } from "../annotations/types.ts";
import { setHidden, setText } from "./axis-strip.ts";
import { type Lane, lanesImage } from "./masked-rows.ts";

/** Tags closer than this to the one before are left out; their band or line still stands. */
const tagRoomPx = 56;

/** How near to an edge a pointer is on it, CSS px. */
const edgePx = 4;

export interface AnnotationStrip {
  /**
   * `cursorMs`: the other end of what is being marked by keys; null: the cursor is nowhere. One that names channels is drawn
   * in `lanes` that show one of them, where the plot has lanes; where none does, its tag alone stands. What crowds is counted
   * whichever channels it names.
   */
  draw(span: Span, widthPx: number, cursorMs: number | null, lanes?: readonly Lane[]): void;
  /** The edge of a band under a pointer, at CSS px of the plot, where it is drawn; of several the one drawn last. */
  edgeAt(x: number, y: number): { readonly ref: AnnotationRef; readonly isEnd: boolean } | null;
}

/** What of the plot an annotation is drawn in. */
interface Stand {
  /** The lanes that show one of its channels; null: the whole plot. */
  readonly lanes: readonly Lane[] | null;
  /** The mask-image of these; "": it needs none. */
  readonly image: string;
}
const whole: Stand = { lanes: null, image: "" };

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
export function createAnnotationStrip(
  layer: HTMLElement,
  { table, state, pointing }: Pick<DrawnAnnotations, "table" | "state" | "pointing">,
  dataObjectId: number,
): AnnotationStrip {
  const pool: HTMLElement[] = [];
  /** The look that each element of the pool has: the row's number of style, or -1 for the file's own. */
  const looks: number[] = [];
  /** Which annotation a tag is of. */
  const refs = new WeakMap<EventTarget, AnnotationRef>();
  layer.addEventListener("click", ({ target }) => {
    const found = target === null ? undefined : refs.get(target);
    if (found !== undefined) pointing?.open(found);
  });
  let drawn: readonly AnnotationPlace[] = [];
  let drawnSpan: Span = { startMs: 0, endMs: 0 };
  /** What is being marked stands over all others. */
  const own = document.createElement("div");
  own.dataset.draft = "";
  own.append(document.createElement("span"));
  own.hidden = true;
  layer.append(own);
  const drawDraft = (span: Span, widthPx: number, cursorMs: number | null) => {
    const { draft } = state;
    setHidden(own, draft === null);
    if (draft === null) return;
    const otherMs = draft.endMs ?? cursorMs ?? draft.startMs;
    const perMs = widthPx / lengthOf(span);
    const xOf = (ms: number) => Math.min(widthPx, Math.max(0, (ms - span.startMs) * perMs));
    const [from, to] = [xOf(Math.min(draft.startMs, otherMs)), xOf(Math.max(draft.startMs, otherMs))];
    own.style.setProperty("--note", draft.color);
    own.style.setProperty("--note-text", textColourOn(draft.color));
    own.style.left = `${from.toFixed(1)}px`;
    own.style.width = `${(to - from).toFixed(1)}px`;
    setText(own.firstElementChild as HTMLElement, draft.title);
  };
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
      delete element.dataset.mask;
      delete element.dataset.rows;
      return;
    }
    const { color, opacity, kind } = table.styles.list[look];
    element.style.setProperty("--note", color);
    element.style.setProperty("--note-text", textColourOn(color));
    element.style.setProperty("--note-share", `${(100 * opacity).toFixed(1)}%`);
    if (kind === "artifact") element.dataset.mask = "";
    else delete element.dataset.mask;
  };
  let drawnLanes: readonly Lane[] = [];
  /** By style. */
  const stands = new Map<number, Stand>();
  const standOf = (row: number): Stand => {
    const style = table.style[row];
    const known = stands.get(style);
    if (known !== undefined) return known;
    const labels = new Set(table.styles.list[style].modalities.map(channelKey));
    const shows = ({ inputs }: Lane) =>
      inputs.some((input) => input.dataObjectId === dataObjectId && labels.has(channelKey(input.label)));
    const named = labels.size === 0 ? drawnLanes : drawnLanes.filter(shows);
    const isWhole = named.length === drawnLanes.length;
    const stand = isWhole ? whole : { lanes: named, image: named.length === 0 ? "" : lanesImage(named) };
    stands.set(style, stand);
    return stand;
  };
  const isElsewhere = ({ row, count }: AnnotationPlace) => count === 1 && standOf(row).lanes?.length === 0;
  const tagOf = ({ row, count }: AnnotationPlace) => {
    const title = table.titles.list[table.title[row]];
    return count === 1 ? title : words.plot.andMore(title, count - 1);
  };
  return {
    edgeAt(x, y) {
      for (let k = drawn.length - 1; k >= 0; k--) {
        const { x: left, width, count, row } = drawn[k];
        if (count > 1 || width === 0) continue;
        const { lanes } = standOf(row);
        if (lanes?.some((lane) => y >= lane.y && y < lane.y + lane.height) === false) continue;
        // What goes on beyond the view has no edge at its border.
        const isEnd = table.ends[row] <= drawnSpan.endMs && Math.abs(left + width - x) <= edgePx;
        const isStart = table.starts[row] >= drawnSpan.startMs && Math.abs(left - x) <= edgePx;
        if (isEnd || isStart) return { ref: table.refOf(row), isEnd };
      }
      return null;
    },
    draw(span, widthPx, cursorMs, lanes = []) {
      if (lanes !== drawnLanes) {
        drawnLanes = lanes;
        stands.clear();
      }
      const moved = state.draft?.of ?? null;
      const all = state.isHidden ? [] : placeAnnotations(table.intervals(), table, span, widthPx);
      // The one whose edge is dragged is drawn as it will be.
      const places = all.filter(({ row, count }) => count > 1 || table.refOf(row) !== moved);
      drawn = places;
      drawnSpan = span;
      drawDraft(span, widthPx, cursorMs);
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
        refs.set(label, table.refOf(row));
        setHidden(element, false);
        paint(k, element, row);
        element.style.left = `${Math.round(x)}px`;
        element.style.width = `${width.toFixed(1)}px`;
        const kind = count > 1 ? "crowd" : width === 0 ? "point" : "band";
        if (element.dataset.kind !== kind) element.dataset.kind = kind;
        const image = count > 1 ? "" : standOf(row).image;
        if ((element.dataset.rows ?? "") !== image) {
          if (image === "") delete element.dataset.rows;
          else element.dataset.rows = image;
          element.style.setProperty("--rows", image === "" ? "none" : image);
        }
        const isTagAlone = isElsewhere(place);
        element.toggleAttribute("data-elsewhere", isTagAlone);
        const said = isTagAlone
          ? words.plot.notShownHere(table.styles.list[table.style[row]].modalities.map(channelName))
          : "";
        if (label.title !== said) label.title = said;
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
