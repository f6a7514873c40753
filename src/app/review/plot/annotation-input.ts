/** The pointer on annotations: a span or a point is marked, an edge is dragged, a tag opens the editor. */
import type { AnnotationRef } from "../../../domain/annotations/annotation-row.ts";
import { newAnnotation } from "../../../protocol/annotations.ts";
import type { DrawnAnnotations } from "../annotations/types.ts";
import type { AnnotationStrip } from "./annotation-strip.ts";
import type { PointerPlace } from "./cursor.ts";

/** A press that the plot itself does not move by. */
export interface PlotGesture {
  /** True: the press is its own until it is let go. */
  begin(place: PointerPlace): boolean;
  drag(place: PointerPlace): void;
  /** `isDone`: false when it was taken away, and nothing is to come of it. */
  end(isDone: boolean): void;
  /** The key that chooses the time of the cursor; null: it is nowhere. True: it was its own. */
  choose(timeMs: number | null): boolean;
  /** What a press here would do, for the pointer's form; null: nothing of this. */
  formAt(place: PointerPlace): "ew-resize" | "crosshair" | null;
  /** The pointer is over the plot no more. */
  leave(): void;
}

/** A press is the first one's where that takes it, else the other's. */
export function firstGesture(first: PlotGesture, other: PlotGesture): PlotGesture {
  let holder = other;
  return {
    begin(place) {
      holder = first.begin(place) ? first : other;
      return holder === first || other.begin(place);
    },
    drag: (place) => holder.drag(place),
    end: (isDone) => holder.end(isDone),
    choose: (timeMs) => first.choose(timeMs) || other.choose(timeMs),
    formAt: (place) => first.formAt(place) ?? other.formAt(place),
    leave() {
      first.leave();
      other.leave();
    },
  };
}

export interface AnnotationInputDeps {
  readonly annotations: DrawnAnnotations;
  readonly strip: Pick<AnnotationStrip, "edgeAt" | "holdOut">;
  /** Title of the window. */
  readonly title: string;
  /** Epoch ms at CSS px of the plot, within the file. */
  timeAt(x: number): number;
  /** What a drag from a height to another names, CSS px of the plot; none: it is of all channels. */
  channelsAt(fromY: number, toY: number): readonly string[];
}

/** A press that moves less than this moves no edge, CSS px. */
const clickPx = 4;

interface Dragged {
  /** The annotation whose edge it is; null: a new one. */
  readonly of: AnnotationRef | null;
  readonly color: string;
  readonly name: string;
  /** The end that stays. */
  readonly fromMs: number;
  toMs: number;
  /** Where the press began, CSS px of the plot. */
  readonly fromY: number;
  modalities: readonly string[];
}

export function createAnnotationInput({
  annotations,
  strip,
  title,
  timeAt,
  channelsAt,
}: AnnotationInputDeps): PlotGesture {
  const { pointing } = annotations;
  let dragged: Dragged | null = null;
  /** The edge that is held: where the pointer took it, and how far beside it, CSS px. */
  let held: { readonly x: number; readonly beside: number; readonly isEnd: boolean; isMoving: boolean } | null = null;
  const show = () => {
    if (dragged === null) return;
    const { of, color, name, fromMs, toMs, modalities } = dragged;
    pointing?.setDraft({ startMs: fromMs, endMs: toMs, color, title: name, of, modalities });
  };
  const besideEdge = (x: number, edgeMs: number) => {
    const msPerPx = timeAt(x) - timeAt(x - 1);
    return msPerPx > 0 ? (timeAt(x) - edgeMs) / msPerPx : 0;
  };
  const edgeOf = ({ x, y }: PointerPlace) => {
    const edge = strip.edgeAt(x, y);
    return edge !== null && pointing?.mayMove(edge.ref) === true ? edge : null;
  };
  return {
    begin(place) {
      if (annotations.event.state.isPicking) {
        annotations.event.picked(timeAt(place.x));
        return true;
      }
      if (pointing === null) return false;
      const edge = edgeOf(place);
      if (edge !== null) {
        const row = annotations.table.get(edge.ref);
        if (row === null) return false;
        const [fromMs, toMs] = edge.isEnd ? [row.start_time, row.end_time] : [row.end_time, row.start_time];
        held = { x: place.x, beside: besideEdge(place.x, toMs), isEnd: edge.isEnd, isMoving: false };
        const { color, annotation_text: name, modalities } = row;
        dragged = { of: edge.ref, color, name, fromMs, toMs, fromY: place.y, modalities };
        show();
        return true;
      }
      const tool = pointing.tool();
      if (tool === "cursor") return false;
      const atMs = timeAt(place.x);
      if (tool === "click") {
        pointing.make(atMs, atMs, title);
        return true;
      }
      const { color, text: name } = newAnnotation;
      dragged = {
        of: null,
        color,
        name,
        fromMs: atMs,
        toMs: atMs,
        fromY: place.y,
        modalities: channelsAt(place.y, place.y),
      };
      show();
      return true;
    },
    drag({ x, y }) {
      if (dragged === null) return;
      if (held !== null && !held.isMoving && Math.abs(x - held.x) < clickPx) return;
      // An edge goes by as much as the pointer has gone: it is held beside it, too.
      if (held !== null) held.isMoving = true;
      dragged.toMs = held === null ? timeAt(x) : timeAt(x - held.beside);
      if (held === null) dragged.modalities = channelsAt(dragged.fromY, y);
      show();
    },
    end(isDone) {
      const done = dragged;
      const edge = held;
      dragged = null;
      held = null;
      if (done === null || pointing === null) return;
      pointing.setDraft(null);
      if (!isDone) return;
      const { of, fromMs, toMs, modalities } = done;
      if (of === null) return pointing.make(fromMs, toMs, title, fromMs === toMs ? [] : modalities);
      // The other edge is where it is now: somebody may have moved it meanwhile.
      const row = annotations.table.get(of);
      if (row !== null && edge?.isMoving) pointing.move(of, edge.isEnd ? row.start_time : row.end_time, toMs);
    },
    choose(timeMs) {
      const { isPicking } = annotations.event.state;
      if (isPicking) annotations.event.picked(timeMs);
      return isPicking;
    },
    formAt(place) {
      if (annotations.event.state.isPicking) return "crosshair";
      if (pointing === null) return null;
      const edge = edgeOf(place);
      strip.holdOut(edge);
      if (edge !== null) return "ew-resize";
      return pointing.tool() === "cursor" ? null : "crosshair";
    },
    leave: () => strip.holdOut(null),
  };
}
