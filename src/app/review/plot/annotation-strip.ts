/** Annotations over the plot: a pale band or a dashed line (`annotation-shapes.ts`), and a tag in the top margin. Moved by the frame loop. */
import type { AnnotationRef } from "../../../domain/annotations/annotation-row.ts";
import { channelKey, channelName } from "../../../domain/annotations/channel-name.ts";
import { type AnnotationPlace, placeAnnotations } from "../../../domain/annotations/places.ts";
import { lengthOf, type Span } from "../../../domain/time/view-span.ts";
import { text as words } from "../../../protocol/text/text.ts";
import { type DrawnAnnotations, fileGroupId } from "../annotations/types.ts";
import {
  type AnnotationShape,
  type AnnotationShapes,
  createAnnotationShapes,
  paleShare,
  type ShapesSize,
} from "./annotation-shapes.ts";
import { setHidden, setText } from "./axis-strip.ts";
import type { Lane } from "./masked-rows.ts";
import { createTagMeter } from "./tag-meter.ts";
import { markColour } from "./trace-colours.ts";

/** The most that a tag keeps free of others: what begins in it is left out; its band or line still stands. A short tag keeps less. */
const tagRoomPx = 56;
/** Between two tags. */
const tagGapPx = 4;

/** Shade of what is being marked. */
const draftShare = 0.14;

/** How near to an edge a pointer is on it, CSS px. */
const edgePx = 4;

export interface AnnotationStrip {
  /**
   * `cursorMs`: the other end of what is being marked by keys; null: the cursor is nowhere. One that names channels is drawn
   * in `lanes` that show one of them, where the plot has lanes; where none does, its tag alone stands. What crowds is counted
   * whichever channels it names. `mostShade`: no shade is deeper.
   */
  draw(span: Span, plot: ShapesSize, cursorMs: number | null, lanes?: readonly Lane[], mostShade?: number): void;
  /** To be called when the theme has changed, or a canvas is empty. */
  refresh(): void;
  /** The edge of a band under a pointer, at CSS px of the plot, where it is drawn; of several the one drawn last. */
  edgeAt(x: number, y: number): BandEdge | null;
  /** The edge that a press would take stands out, from the next frame on; null: none. */
  holdOut(edge: BandEdge | null): void;
}

export interface BandEdge {
  readonly ref: AnnotationRef;
  readonly isEnd: boolean;
}

/** The lanes that show one of its channels; null: the whole plot. */
type Stand = readonly Lane[] | null;

/** Of the file's own. */
const ownLook = { color: "", opacity: paleShare, kind: "note" };

/** An element with a tag, and what it has the look of. */
interface Tag {
  readonly element: HTMLElement;
  readonly label: HTMLElement;
  /** The number of a style, or -1 for the file's own; undefined: none yet. */
  look: number | undefined;
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
export function createAnnotationStrip(
  layer: HTMLElement,
  { table, state, pointing }: Pick<DrawnAnnotations, "table" | "state" | "pointing">,
  dataObjectId: number,
  shapes: AnnotationShapes = createAnnotationShapes(layer.appendChild(document.createElement("canvas"))),
  widthOf = createTagMeter(layer),
): AnnotationStrip {
  /** By annotation: a tag that stays is only moved. */
  const tags = new Map<AnnotationRef, Tag>();
  const spare: Tag[] = [];
  /** Which annotation a tag is of. */
  const refs = new WeakMap<EventTarget, AnnotationRef>();
  layer.addEventListener("click", ({ target }) => {
    const found = target === null ? undefined : refs.get(target);
    if (found !== undefined) pointing?.open(found);
  });
  let heldOut: BandEdge | null = null;
  let drawn: readonly AnnotationPlace[] = [];
  let drawnSpan: Span = { startMs: 0, endMs: 0 };
  /** What is being marked stands over all others. */
  const own = document.createElement("div");
  own.dataset.draft = "";
  own.append(document.createElement("span"));
  own.hidden = true;
  layer.append(own);
  /** Its shape, where it has one beside its tag. */
  const drawDraft = (span: Span, widthPx: number, cursorMs: number | null): AnnotationShape | null => {
    const { draft } = state;
    setHidden(own, draft === null);
    if (draft === null) return null;
    const otherMs = draft.endMs ?? cursorMs ?? draft.startMs;
    const perMs = widthPx / lengthOf(span);
    const xOf = (ms: number) => Math.min(widthPx, Math.max(0, (ms - span.startMs) * perMs));
    const [from, to] = [xOf(Math.min(draft.startMs, otherMs)), xOf(Math.max(draft.startMs, otherMs))];
    own.style.setProperty("--note", draft.color);
    own.style.setProperty("--note-text", textColourOn(draft.color));
    own.style.left = `${from.toFixed(1)}px`;
    own.style.width = `${(to - from).toFixed(1)}px`;
    const named = draft.modalities.map(channelName);
    const isNew = draft.of === null && named.length > 0;
    setText(own.firstElementChild as HTMLElement, isNew ? words.plot.markedOver(draft.title, named) : draft.title);
    const lanes = lanesOf(draft.modalities);
    own.toggleAttribute("data-lanes", lanes !== null);
    if (lanes === null) return null;
    return {
      ...{ kind: "band", x: from, width: to - from, colour: draft.color, share: draftShare, isMask: false },
      stroke: strokeOf(draft.color),
      ...{ lanes, hasStart: true, hasEnd: true },
    };
  };
  const tagFor = (ref: AnnotationRef): Tag => {
    const tag = tags.get(ref) ?? spare.pop() ?? newTag();
    tags.set(ref, tag);
    refs.set(tag.label, ref);
    setHidden(tag.element, false);
    return tag;
  };
  const newTag = (): Tag => {
    const element = document.createElement("div");
    const label = document.createElement("span");
    // Where it is cut, the end of what it says is: the left one of what is written from right to left.
    label.dir = "auto";
    element.append(label);
    layer.insertBefore(element, own);
    return { element, label, look: undefined };
  };
  const lookOf = (row: number) => (table.groups[row] === fileGroupId ? -1 : table.style[row]);
  /** Colour as the annotation has it; those of the file have the look of the page. */
  const paint = (tag: Tag, row: number) => {
    const look = lookOf(row);
    if (tag.look === look) return;
    tag.look = look;
    const { element } = tag;
    if (look < 0) {
      element.style.removeProperty("--note");
      element.style.removeProperty("--note-text");
      delete element.dataset.mask;
      return;
    }
    const { color, kind } = table.styles.list[look];
    element.style.setProperty("--note", color);
    element.style.setProperty("--note-text", textColourOn(color));
    if (kind === "artifact") element.dataset.mask = "";
    else delete element.dataset.mask;
  };
  let ownColour: string | undefined;
  let drawnMost = 1;
  /** Of lines and edges in the theme of the page, by the colour that was chosen. */
  const strokes = new Map<string, string>();
  const strokeOf = (colour: string): string => {
    const known = strokes.get(colour);
    if (known !== undefined) return known;
    const stroke = colour === "" ? "" : markColour(colour, layer);
    strokes.set(colour, stroke);
    return stroke;
  };
  let drawnLanes: readonly Lane[] = [];
  /** By style. */
  const stands = new Map<number, Stand>();
  const standOf = (row: number): Stand => {
    const style = table.style[row];
    const known = stands.get(style);
    if (known !== undefined) return known;
    const stand = lanesOf(table.styles.list[style].modalities);
    stands.set(style, stand);
    return stand;
  };
  const lanesOf = (modalities: readonly string[]): Stand => {
    const labels = new Set(modalities.map(channelKey));
    const shows = ({ inputs }: Lane) =>
      inputs.some((input) => input.dataObjectId === dataObjectId && labels.has(channelKey(input.label)));
    const named = labels.size === 0 ? drawnLanes : drawnLanes.filter(shows);
    return named.length === drawnLanes.length ? null : named;
  };
  const isElsewhere = ({ row, count }: AnnotationPlace) => count === 1 && standOf(row)?.length === 0;
  const shapeOf = (place: AnnotationPlace, { startMs, endMs }: Span): AnnotationShape => {
    const { x, width, row } = place;
    const look = lookOf(row);
    const { color, opacity, kind } = look < 0 ? ownLook : table.styles.list[look];
    return {
      ...{ kind: kindOf(place), x, width, colour: color, stroke: strokeOf(color) },
      // A plot without lanes hatches none: it is shaded there.
      isMask: kind === "artifact" && drawnLanes.length > 0,
      share: Math.min(opacity, drawnMost),
      lanes: place.count > 1 ? null : standOf(row),
      hasStart: table.starts[row] >= startMs,
      hasEnd: table.ends[row] <= endMs,
      ...(heldOut === null || table.refOf(row) !== heldOut.ref ? {} : { heldEdge: heldOut.isEnd ? "end" : "start" }),
    };
  };
  const roomOf = (title: string) => Math.min(tagRoomPx, (widthOf(title) || tagRoomPx) + tagGapPx);
  const tagOf = ({ row, count }: AnnotationPlace) => {
    const title = table.titles.list[table.title[row]];
    return count === 1 ? title : words.plot.andMore(title, count - 1);
  };
  return {
    edgeAt(x, y) {
      for (let k = drawn.length - 1; k >= 0; k--) {
        const { x: left, width, count, row } = drawn[k];
        if (count > 1 || width === 0) continue;
        if (standOf(row)?.some((lane) => y >= lane.y && y < lane.y + lane.height) === false) continue;
        // What goes on beyond the view has no edge at its border.
        const isEnd = table.ends[row] <= drawnSpan.endMs && Math.abs(left + width - x) <= edgePx;
        const isStart = table.starts[row] >= drawnSpan.startMs && Math.abs(left - x) <= edgePx;
        if (isEnd || isStart) return { ref: table.refOf(row), isEnd };
      }
      return null;
    },
    holdOut(edge) {
      heldOut = edge;
    },
    refresh() {
      ownColour = undefined;
      strokes.clear();
      shapes.refresh();
    },
    draw(span, plot, cursorMs, lanes = [], mostShade = 1) {
      const widthPx = plot.width;
      drawnMost = mostShade;
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
      const draft = drawDraft(span, widthPx, cursorMs);
      /** Those with a tag, and where it may begin. */
      const tagged = new Map<number, number>();
      let tagFrom = 0;
      places.forEach((place, k) => {
        if (place.x < tagFrom) return;
        tagged.set(k, tagFrom);
        tagFrom = place.x + roomOf(tagOf(place));
      });
      ownColour ??= getComputedStyle(layer).getPropertyValue("--plot-note");
      const drawnShapes = places.map((place) => shapeOf(place, span));
      shapes.draw(draft === null ? drawnShapes : [...drawnShapes, draft], plot, ownColour, mostShade);
      const named = new Set(places.flatMap(({ row }, k) => (tagged.has(k) ? [table.refOf(row)] : [])));
      for (const [ref, tag] of tags)
        if (!named.has(ref)) {
          setHidden(tag.element, true);
          tags.delete(ref);
          spare.push(tag);
        }
      let nextTag: number | null = null;
      for (let k = places.length - 1; k >= 0; k--) {
        const roomFrom = tagged.get(k);
        if (roomFrom === undefined) continue;
        const place = places[k];
        const { x, row } = place;
        const tag = tagFor(table.refOf(row));
        const { element, label } = tag;
        paint(tag, row);
        element.style.left = `${Math.round(x)}px`;
        const kind = kindOf(place);
        if (element.dataset.kind !== kind) element.dataset.kind = kind;
        const isTagAlone = isElsewhere(place);
        element.toggleAttribute("data-elsewhere", isTagAlone);
        const said = isTagAlone
          ? words.plot.notShownHere(table.styles.list[table.style[row]].modalities.map(channelName))
          : "";
        if (label.title !== said) label.title = said;
        const title = tagOf(place);
        setText(label, title);
        // The last one begins before its mark where it does not fit between that and the edge of the plot.
        const wanted = nextTag === null ? Math.min(widthOf(title), widthPx / 2) : 0;
        const before = Math.max(0, Math.min(x + wanted - widthPx, x - roomFrom));
        const room = (nextTag === null ? widthPx : nextTag - tagGapPx) - (x - before);
        label.style.left = before === 0 ? "" : `${-before.toFixed(0)}px`;
        label.style.maxWidth = `${Math.max(roomOf(title) - tagGapPx, room).toFixed(0)}px`;
        nextTag = x - before;
      }
    },
  };
}

const kindOf = ({ count, width }: AnnotationPlace) => (count > 1 ? "crowd" : width === 0 ? "point" : "band");
