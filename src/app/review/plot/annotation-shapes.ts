/**
 * Bands, lines and crowds of annotations, drawn into one canvas over the plot. Elements with shades and masks of their own take the browser several
 * frames to paint where an hour holds thousands of them.
 */
import type { Lane } from "./masked-rows.ts";

/** One annotation, or several that crowd, as it stands over the plot; CSS px. */
export interface AnnotationShape {
  readonly kind: "point" | "band" | "crowd";
  readonly x: number;
  readonly width: number;
  /** Of its shade, as CSS says it; "": that of the file's own. */
  readonly colour: string;
  /** Of its lines and edges; "": that of the file's own. */
  readonly stroke: string;
  /** Of the shade of a band, 0 to 1. */
  readonly share: number;
  /** What is masked is hatched elsewhere and has no shade. */
  readonly isMask: boolean;
  /** Where it is drawn: null, the whole height; none: a tick above the plot alone. */
  readonly lanes: readonly Pick<Lane, "y" | "height">[] | null;
  /** It begins and ends in the view. */
  readonly hasStart: boolean;
  readonly hasEnd: boolean;
  /** The edge that a press here would take. */
  readonly heldEdge?: "start" | "end" | null;
}

export interface ShapesSize {
  /** CSS px of the plot. */
  readonly width: number;
  readonly height: number;
  /** Device px of a CSS px. */
  readonly ratio: number;
}

/** Room above the plot for the ticks, as in Plot.module.css. */
const aboveHeight = 17;
/** Dashes stand at the same heights everywhere. Grid lines are whole. */
const dash = { length: 5, every: 9 };
const crowdHeight = 4;
/** Of the file's own, and of crowds. */
export const paleShare = 0.05;
/** The deepest shade over EEG, whatever an annotation says (look.md, Signals), and over its trends: they are read through it. */
export const mostShadeOverEeg = 0.35;
const edgeShare = 0.45;
const heldEdgePx = 2;

export interface AnnotationShapes {
  /**
   * Draws what has changed since it drew last. `ownColour`: of the file's own annotations, in the theme of the page. `mostShade`: no shade is
   * deeper, also where several lie one over the other.
   */
  draw(shapes: readonly AnnotationShape[], size: ShapesSize, ownColour: string, mostShade?: number): void;
  /** The canvas may be empty: the next call draws anew. */
  refresh(): void;
}

export function createAnnotationShapes(canvas: HTMLCanvasElement): AnnotationShapes {
  const context = canvas.getContext("2d");
  let drawn = "";
  return {
    refresh() {
      drawn = "";
    },
    draw(shapes, size, ownColour, mostShade = 1) {
      const said = JSON.stringify([shapes, size, ownColour, mostShade]);
      if (context === null || said === drawn) return;
      drawn = said;
      const { ratio } = size;
      const [width, height] = [Math.round(size.width * ratio), Math.round((size.height + aboveHeight) * ratio)];
      // Setting a size empties the canvas and takes new memory.
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, width, height);
      context.globalAlpha = 1;
      context.setTransform(ratio, 0, 0, ratio, 0, aboveHeight * ratio);
      const snapped = (x: number) => Math.round(x * ratio) / ratio;
      for (const { fromX, toX, shade } of shadesOf(shapes, mostShade)) {
        context.fillStyle = shade;
        context.fillRect(snapped(fromX), 0, snapped(toX) - snapped(fromX), size.height);
      }
      for (const shape of shapes) drawShape(context, shape, size.height, ownColour);
    },
  };
}

interface Shade {
  readonly fromX: number;
  readonly toX: number;
  readonly shade: string;
}

const isShade = ({ kind, isMask, lanes, colour }: AnnotationShape) =>
  kind === "band" && !isMask && lanes === null && colour !== "";

/** The shades of bands of the whole height, one over the other as they lie: each pixel is then filled once, however many overlap. */
function shadesOf(shapes: readonly AnnotationShape[], mostShade: number): Shade[] {
  const bands = shapes.filter(isShade).map(({ x, width, colour, share }) => {
    const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
    return { fromX: x, toX: x + width, share, colour: [part(1), part(3), part(5)] };
  });
  const edges = [...new Set(bands.flatMap(({ fromX, toX }) => [fromX, toX]))].sort((a, b) => a - b);
  return edges.slice(1).flatMap((toX, k) => {
    const fromX = edges[k];
    let open = 1;
    const mixed = [0, 0, 0];
    for (const band of bands) {
      if (band.fromX > fromX || band.toX < toX) continue;
      for (let at = 0; at < 3; at++) mixed[at] = mixed[at] * (1 - band.share) + band.colour[at] * band.share;
      open *= 1 - band.share;
    }
    if (open === 1) return [];
    const [red, green, blue] = mixed.map((value) => (value / (1 - open)).toFixed(1));
    return [{ fromX, toX, shade: `rgb(${red} ${green} ${blue} / ${Math.min(1 - open, mostShade).toFixed(4)})` }];
  });
}

function drawShape(context: CanvasRenderingContext2D, shape: AnnotationShape, height: number, ownColour: string): void {
  const { kind, width, lanes } = shape;
  const [colour, stroke] = [shape.colour || ownColour, shape.stroke || ownColour];
  const x = Math.round(shape.x);
  const fill = (share: number, left: number, top: number, wide: number, high: number) => {
    context.globalAlpha = share;
    context.fillRect(left, top, wide, high);
  };
  context.fillStyle = stroke;
  if (kind === "crowd") {
    fill(paleShare, x, 0, width, height);
    fill(1, x, 0, width, crowdHeight);
    return;
  }
  if (lanes?.length === 0) fill(1, x, -aboveHeight, 1, aboveHeight);
  for (const lane of lanes ?? [{ y: 0, height }]) {
    const [top, bottom] = [Math.max(0, lane.y), Math.min(height, lane.y + lane.height)];
    if (bottom <= top) continue;
    if (kind === "band" && !shape.isMask && !isShade(shape)) {
      context.fillStyle = colour;
      fill(shape.share, x, top, width, bottom - top);
      context.fillStyle = stroke;
    }
    if (kind === "band" && shape.hasEnd) fill(edgeShare, x + width - 1, top, 1, bottom - top);
    if (shape.heldEdge === "end") fill(1, x + width - heldEdgePx, top, heldEdgePx, bottom - top);
    if (shape.heldEdge === "start") fill(1, x, top, heldEdgePx, bottom - top);
    if (!shape.hasStart) continue;
    for (let y = top - (top % dash.every); y < bottom; y += dash.every) {
      const from = Math.max(top, y);
      const to = Math.min(bottom, y + dash.length);
      if (to > from) fill(1, x, from, 1, to - from);
    }
  }
}
