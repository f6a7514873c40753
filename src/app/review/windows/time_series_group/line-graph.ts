/** The layers of a graph of lines: its ground, delta regions, traces. Pure; device pixels. */
import { autoRange, type ValueRange, type ValueTick, valueTicks } from "../../../../domain/montage/value-axis.ts";
import { gridRects } from "../../../../picture/grid-rects.ts";
import { bandBetween, type Curve, firstPixelOf, hatchPeriod, type Layer, lineOf } from "../../../../render/index.ts";
import type { Rect, Rgba, TraceRow } from "../../../../render/types.ts";
import type { MarkedPart, Picture, SourcePicture, TracePart } from "../../plot/plot-content.ts";
import { curveOf, steppedCurveOf } from "./curve.ts";
import { extremesInView } from "./extremes.ts";
import { damageRects, type GraphSource, groundRects, type PixelSpan } from "./graph-bands.ts";
import type { ShownGraph, ShownTrace } from "./shown.ts";

/** CSS px: stroke of a line; usual room of a tick; height of its number; room above and below the range. */
const strokePx = 1.3;
const tickRoomPx = 22;
const numberPx = 12;
const padPx = 2;
const deltaAlpha = 0.22;

export interface LineGraphScene {
  readonly shown: ShownGraph;
  readonly clip: Rect;
  /** The next graph begins where it ends: no number reaches beyond. */
  readonly isTight: boolean;
  /** Null: nothing says what its values are. */
  readonly range: ValueRange | null;
  /** Of each trace. */
  readonly colours: readonly Rgba[];
  readonly danger: Rgba;
  /** Of each source of the picture. */
  readonly gaps: readonly (readonly PixelSpan[])[];
}

/** A row of a source; `curve`: its values hold until the next one, and it is drawn so. */
interface DrawnRow {
  readonly picture: SourcePicture;
  readonly row: TraceRow;
  readonly curve: Curve | null;
}

export interface DrawnGraph {
  readonly layers: readonly Layer[];
  readonly parts: readonly TracePart[];
  /** Where provisional pictures are marked. */
  readonly marked: readonly MarkedPart[];
  readonly ticks: readonly ValueTick[];
}

/** The range of the y axis: the graph's own, or that of the finite values in view and 1 % (algorithms.md 3); null without any. */
export function rangeOf({ graph, traces }: ShownGraph, sources: readonly SourcePicture[]): ValueRange | null {
  if (graph.renderStrategy === "heatmap") return null;
  if (!graph.autoScale) return { min: graph.min, max: graph.max };
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { state } of traces) {
    const found =
      state.kind === "drawn"
        ? extremesInView(sources[state.source].tiles, state.row, sources[state.source].view)
        : null;
    if (found === null) continue;
    min = Math.min(min, found.min);
    max = Math.max(max, found.max);
  }
  return min <= max ? autoRange({ min, max }) : null;
}

/** Where a value stands in a graph of that height. */
export function yOf(value: number, range: ValueRange, height: number, ratio: number): number {
  const { baselineY, perUnit } = scaleOf(range, height, ratio);
  return baselineY - value * perUnit;
}

function scaleOf(range: ValueRange, height: number, ratio: number) {
  const pad = Math.min(padPx * ratio, height / 4);
  const perUnit = (height - 2 * pad) / (range.max - range.min);
  return { perUnit, baselineY: height - pad + range.min * perUnit };
}

/**
 * Those whose numbers, at heights `ys` in CSS px, can be read: none lies over another or, in a graph that others touch, reaches beyond
 * it. Where there is no room for any, the one nearest to the middle.
 */
export function readTicks(
  ticks: readonly ValueTick[],
  ys: readonly number[],
  { heightPx, isTight }: { heightPx: number; isTight: boolean },
): ValueTick[] {
  const edge = isTight ? numberPx / 2 : 0;
  let lastY = Number.POSITIVE_INFINITY;
  const read = ticks.filter((_, k) => {
    const fits = ys[k] >= edge && ys[k] <= heightPx - edge && lastY - ys[k] >= numberPx;
    if (fits) lastY = ys[k];
    return fits;
  });
  if (read.length > 0 || ticks.length === 0) return read;
  const off = ys.map((y) => Math.abs(y - heightPx / 2));
  return [ticks[off.indexOf(Math.min(...off))]];
}

export function drawLineGraph(scene: LineGraphScene, picture: Picture): DrawnGraph {
  const { shown, clip, isTight, range, colours, danger, gaps } = scene;
  const { ratio } = picture.size;
  const box = { width: clip.width, height: clip.height, ratio };
  if (clip.height === 0 || clip.width === 0) return { layers: [], parts: [], marked: [], ticks: [] };
  const bySource = new Map<number, { source: GraphSource; rows: TraceRow[] }>();
  const rowOf = new Map<string, DrawnRow>();
  shown.traces.forEach(({ trace, state, isHeld }, k) => {
    if (state.kind !== "drawn") return;
    const known = bySource.get(state.source) ?? {
      source: { picture: picture.sources[state.source], colour: colours[k], gaps: gaps[state.source] },
      rows: [],
    };
    bySource.set(state.source, known);
    if (range === null) return;
    const { perUnit, baselineY } = scaleOf(range, clip.height, ratio);
    const row = { row: state.row, baselineY, pixelsPerUnit: -perUnit, colour: colours[k] };
    known.rows.push(row);
    const own = known.source.picture;
    const curve = isHeld ? steppedCurveOf(own.tiles, row, own.view) : null;
    rowOf.set(trace.id, { picture: own, row, curve });
  });
  const sources = [...bySource.values()];
  const heightPx = clip.height / ratio;
  const tickY = ({ value }: ValueTick) => (range === null ? 0 : yOf(value, range, clip.height, ratio));
  const all = range === null ? [] : valueTicks(range, Math.min(5, Math.floor(heightPx / tickRoomPx) + 1));
  const ticks = readTicks(
    all,
    all.map((tick) => tickY(tick) / ratio),
    { heightPx, isTight },
  );
  const ys = ticks.map(tickY);
  const pictures = sources.map(({ source }) => source.picture);
  const lineWidth = strokePx * ratio;
  const ground: Layer = {
    ...{ kind: "rects", clip, hatchPeriod: hatchPeriod(lineWidth) },
    firstPixel: sources.length === 0 ? 0 : firstPixelOf(sources[0].source.picture.view),
    rects: [
      ...groundRects(
        sources.map(({ source }) => source),
        picture,
        box,
      ),
      ...damageRects(pictures, box, danger),
      ...gridRects(picture, ys, box),
    ],
  };
  const parts = sources.map(({ source, rows }): TracePart => ({ picture: source.picture, clip, rows }));
  const drawn = [...rowOf.values()];
  const stepped = drawn.flatMap(({ curve, row: { colour } }) =>
    curve === null ? [] : [lineOf(curve, { colour, lineWidth }, clip)],
  );
  const traces = parts.map(({ picture: { view, tiles }, rows: all }): Layer => {
    const { startSample, samplesPerPixel } = view;
    // The same array where nothing is stepped: what is drawn is then known to be the same.
    const rows =
      stepped.length === 0 ? all : all.filter((row) => !drawn.some((d) => d.row === row && d.curve !== null));
    return { kind: "traces", clip, startSample, samplesPerPixel, rows, lineWidth, tiles };
  });
  const steps: Layer[] = stepped.length === 0 ? [] : [{ kind: "fills", clip, shapes: stepped }];
  const layers = [ground, ...deltaLayers(scene, rowOf), ...traces, ...steps];
  return { layers, parts, marked: [{ clip, pictures }], ticks };
}

function deltaLayers({ shown, clip }: LineGraphScene, rowOf: ReadonlyMap<string, DrawnRow>): Layer[] {
  const shapes = shown.deltas.flatMap(({ first, second, color: { r, g, b } }) => {
    const [a, c] = [rowOf.get(first), rowOf.get(second)];
    // Without one of its lines there is no region.
    if (a === undefined || c === undefined) return [];
    const [from, to] = [a, c].map(({ picture: { tiles, view }, row, curve }) => curve ?? curveOf(tiles, row, view));
    return bandBetween(from, to, [r / 255, g / 255, b / 255, deltaAlpha], { width: clip.width });
  });
  return shapes.length === 0 ? [] : [{ kind: "fills", clip, shapes }];
}

/** The trace of a graph that a reading is of. */
export const traceOfReading = (
  { traces }: ShownGraph,
  sources: readonly SourcePicture[],
  part: TracePart,
  row: number,
): ShownTrace | undefined =>
  traces.find(
    ({ state }) => state.kind === "drawn" && state.row === row && sources[state.source].source === part.picture.source,
  );
