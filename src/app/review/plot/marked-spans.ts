/**
 * Stretches of the plot that are not what they seem: damaged signals, hatched unlike a gap, and a provisional picture, dotted.
 * Over the traces, with a word; so they are the same whatever draws the traces. Moved by the frame loop.
 */

import type { GridView } from "../../../picture/grid-view.ts";
import type { DamagedSpan } from "../../../protocol/recordings.ts";
import { damageText } from "../../../protocol/text/damage-text.ts";
import { text } from "../../../protocol/text/text.ts";
import { setHidden, setText } from "./axis-strip.ts";
import type { MarkedPart, SourcePicture } from "./plot-content.ts";

type SampleSpan = Pick<DamagedSpan, "first" | "count">;

export interface PlacedSpan {
  readonly x: number;
  readonly width: number;
}

/** A placed span of a part of the plot. */
export interface PlacedPart extends PlacedSpan {
  readonly y: number;
  readonly height: number;
}

/** Smallest width, CSS px: a damaged block of 4 s is seen in a view of days. */
export const leastPx = 5;
/** A word fits into this. */
const wordPx = { width: 130, height: 34 } as const;

/** Places of the spans that touch the view; those that touch on the screen become one. Lengths in CSS px. */
export function placeSpans(spans: readonly SampleSpan[], view: GridView, ratio: number): PlacedSpan[] {
  const placed: { x: number; width: number }[] = [];
  const at = (sample: number) => (sample - view.startSample) / view.samplesPerPixel / ratio;
  for (const { first, count } of spans) {
    if (first + count <= view.startSample || first >= view.endSample) continue;
    const from = Math.max(0, at(first));
    const to = Math.max(Math.min(at(view.endSample), at(first + count)), from + leastPx);
    const last = placed.at(-1);
    if (last !== undefined && from <= last.x + last.width) last.width = Math.max(last.width, to - last.x);
    else placed.push({ x: from, width: to - from });
  }
  return placed;
}

/** Draws into `layer`, which lies over the plot: the damaged stretches of the sources that fill it. */
export const drawDamage = (layer: HTMLElement, sources: readonly SourcePicture[], ratio: number): void =>
  drawSpans(
    layer,
    damageText.hole,
    sources.flatMap(({ source, view }) => (source.damage.length === 0 ? [] : placeSpans(source.damage, view, ratio))),
  );

/** Parts of the view that a coarse picture shows until the exact one is here: a texture over the traces, with a word. */
export const drawProvisional = (layer: HTMLElement, marked: readonly MarkedPart[], ratio: number): void =>
  drawSpans(layer, text.status.provisional, placeProvisional(marked, ratio));

/** Where any source of a part is provisional: each stretch once, in the part's height. Lengths in CSS px. */
export const placeProvisional = (marked: readonly MarkedPart[], ratio: number): PlacedPart[] =>
  marked.flatMap(({ clip, pictures }) => {
    const placed = pictures.flatMap(({ source, view }) => {
      const provisional = source.feedWindow.provisional();
      if (provisional.length === 0) return [];
      return placeSpans(
        provisional.map(({ start, end }) => ({ first: start, count: end - start })),
        view,
        ratio,
      );
    });
    const [y, height] = [clip.y / ratio, clip.height / ratio];
    return joined(placed).map((span) => ({ ...span, y, height }));
  });

/** Those that overlap or touch as one, ascending. */
function joined(placed: readonly PlacedSpan[]): PlacedSpan[] {
  const all: { x: number; width: number }[] = [];
  for (const { x, width } of placed.toSorted((a, b) => a.x - b.x)) {
    const last = all.at(-1);
    if (last !== undefined && x <= last.x + last.width) last.width = Math.max(last.width, x + width - last.x);
    else all.push({ x, width });
  }
  return all;
}

function drawSpans(layer: HTMLElement, said: string, placed: readonly (PlacedSpan | PlacedPart)[]): void {
  while (layer.childElementCount > placed.length) layer.lastElementChild?.remove();
  while (layer.childElementCount < placed.length) {
    const element = document.createElement("div");
    element.append(document.createElement("span"));
    layer.append(element);
  }
  placed.forEach((span, k) => {
    const { x, width } = span;
    const element = layer.children[k] as HTMLElement;
    element.style.left = `${x.toFixed(1)}px`;
    element.style.width = `${width.toFixed(1)}px`;
    let isRoom = width >= wordPx.width;
    if ("y" in span) {
      element.style.top = `${span.y.toFixed(1)}px`;
      element.style.height = `${span.height.toFixed(1)}px`;
      isRoom &&= span.height >= wordPx.height;
    }
    const word = element.firstElementChild as HTMLElement;
    setText(word, isRoom ? said : "");
    setHidden(word, !isRoom);
  });
}
