/** The layers of a graph of lines: its ground, delta regions, traces. Pure; device pixels. */
import { autoRange, type ValueRange } from "../../../../domain/montage/value-axis.ts";
import { gridRects } from "../../../../picture/grid-rects.ts";
import { bandBetween, type Curve, firstPixelOf, hatchPeriod, type Layer, lineOf } from "../../../../render/index.ts";
import type { Rect, Rgba, TraceRow } from "../../../../render/types.ts";
import type { MarkedPart, Picture, SourcePicture, TracePart } from "../../plot/plot-content.ts";
import { type AxisNumber, type AxisRoom, axisNumbers } from "./axis-numbers.ts";
import { curveOf, lonePointsOf, steppedCurveOf } from "./curve.ts";
import { extremesInView } from "./extremes.ts";
import { damageRects, type GraphSource, groundRects, type PixelSpan } from "./graph-bands.ts";
import type { ShownGraph, ShownTrace } from "./shown.ts";

/** CSS px: stroke of a line; room above and below the range. */
const strokePx = 1.3;
/** CSS px: diameter of a value that no line leads to. */
const lonePx = 4;
const padPx = 2;
const deltaAlpha = 0.22;

export interface LineGraphScene {
  readonly shown: ShownGraph;
  readonly clip: Rect;
  /** Null: nothing says what its values are. */
  readonly range: ValueRange | null;
  /** Of the numbers of its axis. */
  readonly room: Omit<AxisRoom, "height">;
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
  readonly ticks: readonly AxisNumber[];
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

export function drawLineGraph(scene: LineGraphScene, picture: Picture): DrawnGraph {
  const { shown, clip, range, room, colours, danger, gaps } = scene;
  const { ratio } = picture.size;
  const box = { width: clip.width, height: clip.height, ratio };
  if (clip.height === 0 || clip.width === 0) return { layers: [], parts: [], marked: [], ticks: [] };
  const bySource = new Map<number, { source: GraphSource; rows: TraceRow[]; held: Set<number> }>();
  const rowOf = new Map<string, DrawnRow>();
  shown.traces.forEach(({ trace, state, isHeld }, k) => {
    if (state.kind !== "drawn") return;
    const known = bySource.get(state.source) ?? {
      source: { picture: picture.sources[state.source], colour: colours[k], gaps: gaps[state.source] },
      rows: [],
      held: new Set(),
    };
    bySource.set(state.source, known);
    if (range === null) return;
    const { perUnit, baselineY } = scaleOf(range, clip.height, ratio);
    const row = { row: state.row, baselineY, pixelsPerUnit: -perUnit, colour: colours[k] };
    known.rows.push(row);
    if (isHeld) known.held.add(state.row);
    const own = known.source.picture;
    const curve = isHeld ? steppedCurveOf(own.tiles, row, own.view) : null;
    rowOf.set(trace.id, { picture: own, row, curve });
  });
  const sources = [...bySource.values()];
  const tickY = (value: number) => (range === null ? 0 : yOf(value, range, clip.height, ratio));
  const ticks =
    range === null ? [] : axisNumbers(range, { ...room, height: clip.height / ratio }, (value) => tickY(value) / ratio);
  const ys = ticks.map(({ value }) => tickY(value));
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
  const parts = sources.map(({ source, rows, held }): TracePart => ({ picture: source.picture, clip, rows, held }));
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
  const lone = loneLayers(parts, clip, ratio);
  const layers = [ground, ...deltaLayers(scene, rowOf), ...traces, ...steps, ...lone];
  return { layers, parts, marked: [{ clip, pictures }], ticks };
}

/** A value between two gaps, as a pressure that is taken now and then, would be a pixel of a line. */
function loneLayers(parts: readonly TracePart[], clip: Rect, ratio: number): Layer[] {
  const marks = parts.flatMap(({ picture: { tiles, view }, rows, held }) =>
    rows
      .filter(({ row }) => held?.has(row) !== true)
      .map((row) => ({ colour: row.colour, ...lonePointsOf(tiles, row, view) }))
      .filter(({ x }) => x.length > 0)
      .map((points) => ({ shape: "circle" as const, size: lonePx * ratio, ...points })),
  );
  return marks.length === 0 ? [] : [{ kind: "marks", clip, marks }];
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
