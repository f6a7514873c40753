/** The layers of a heatmap graph: a row of bars for each trace, over what is known of its grid. Device pixels. */

import type { HeatmapTrace } from "../../../../domain/graphs/graph.ts";
import {
  type CellGrid,
  colourCells,
  firstPixelOf,
  hatchPeriod,
  type Layer,
  type RectShape,
} from "../../../../render/index.ts";
import type { Rect, Rgba } from "../../../../render/types.ts";
import type { Picture, SourcePicture } from "../../plot/plot-content.ts";
import { damageRects, groundRects, type PixelSpan } from "./graph-bands.ts";
import { bandsOf, binsRows } from "./graph-layout.ts";
import { barGrid, type HeatBars, heatBars, widened } from "./heat-bars.ts";
import type { DrawnGraph } from "./line-graph.ts";
import type { ShownGraph, ShownTrace } from "./shown.ts";

export interface HeatGraphScene {
  readonly shown: ShownGraph;
  readonly clip: Rect;
  readonly ink: Rgba;
  readonly danger: Rgba;
  /** Of each source of the picture. */
  readonly gaps: readonly (readonly PixelSpan[])[];
}

/** Cells are known to back ends by their id: counted over all windows, the same for as long as a row's bars stay. */
let lastId = 0;
export type HeatMemory = Map<
  string,
  { readonly key: string; readonly id: number; readonly data: Uint8ClampedArray; readonly bars: readonly HeatBars[] }
>;

/** Rows that a trace of a heatmap is as high as. */
export const rowsOf = ({ state }: ShownTrace): number =>
  state.kind === "drawn" && state.bins !== undefined ? binsRows : 1;

/** Where each row of a heatmap lies in its body: whole pixels. */
export function heatRows(shown: ShownGraph, clip: Rect): Rect[] {
  return bandsOf(shown.traces.map(rowsOf)).map(({ from, to }) => {
    const y = Math.round(clip.y + from * clip.height);
    return { x: clip.x, y, width: clip.width, height: Math.max(0, Math.round(clip.y + to * clip.height) - y) };
  });
}

/** Rows are made for whole stretches of so many bars: one that moves is made anew once a stretch, not once a pixel. */
const stretchBars = 256;

/** Lets go of rows of traces that are in none of the graphs. */
export function keepRows(memory: HeatMemory, graphs: readonly ShownGraph[]): void {
  if (memory.size === 0) return;
  const shown = new Set(graphs.flatMap(({ traces }) => traces.map(({ trace }) => trace.id)));
  for (const id of memory.keys()) if (!shown.has(id)) memory.delete(id);
}

/** `memory`: of the graph's window; rows that moved alone are not coloured anew. */
export function drawHeatGraph(scene: HeatGraphScene, picture: Picture, memory: HeatMemory): DrawnGraph {
  const { shown, clip, ink, danger, gaps } = scene;
  const { ratio } = picture.size;
  const pictures = new Set<SourcePicture>();
  const layers = heatRows(shown, clip).flatMap((row, k): Layer[] => {
    const { trace, state } = shown.traces[k];
    if (state.kind !== "drawn" || trace.renderStrategy !== "heatmap" || row.height === 0) return [];
    const source = picture.sources[state.source];
    pictures.add(source);
    const box = { width: row.width, height: row.height, ratio };
    const rectsOf = (rects: RectShape[]): Layer => ({
      ...{ kind: "rects", clip: row, hatchPeriod: hatchPeriod(ratio), firstPixel: firstPixelOf(source.view), rects },
    });
    const damage = damageRects([source], box, danger);
    return [
      rectsOf(groundRects([{ picture: source, colour: ink, gaps: gaps[state.source] }], picture, box)),
      { kind: "cells", clip: row, grids: [cellsOf(trace, state, source, row, memory)] },
      // Cells are opaque: over them it is seen.
      ...(damage.length > 0 ? [rectsOf(damage)] : []),
    ];
  });
  return { layers, parts: [], marked: [{ clip, pictures: [...pictures] }], ticks: [] };
}

function cellsOf(
  trace: HeatmapTrace,
  { row, bins }: Extract<ShownTrace["state"], { kind: "drawn" }>,
  { tiles, view }: SourcePicture,
  at: Rect,
  memory: HeatMemory,
): CellGrid {
  const { colorSpectrum: spectrum, lowerBound: low, upperBound: high } = trace;
  const grid = widened(barGrid(tiles, view), stretchBars);
  const { first, samples, count } = grid;
  const wanted = `${tiles.map(({ id }) => id).join()} ${row} ${bins?.count ?? 1} ${first} ${samples} ${count} ${spectrum} ${low} ${high}`;
  let known = memory.get(trace.id);
  if (known?.key !== wanted) {
    // The highest bin stands on top.
    const bars = Array.from({ length: bins?.count ?? 1 }, (_, k) => heatBars(tiles, row + k, grid)).reverse();
    const values = Float32Array.from(bars.flatMap((each) => [...each.values]));
    known = { key: wanted, id: ++lastId, bars, data: colourCells(values, { spectrum, low, high, missing: null }) };
    memory.set(trace.id, known);
  }
  const { id, data } = known;
  const x = (sample: number) => (sample - view.startSample) / view.samplesPerPixel;
  return {
    ...{ id, columns: count, rows: bins?.count ?? 1, data },
    ...{ x0: x(first), x1: x(first + count * samples), y0: 0, y1: at.height },
  };
}
