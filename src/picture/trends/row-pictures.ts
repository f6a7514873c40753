/** Pages of trends as what renderers draw: cells of colours, and tiles of traces. Made once a page and row. */
import type { CellGrid } from "../../render/passes/cells.ts";
import { colourCells, type DrawnSpectrum, spectrumTable } from "../../render/primitives/colour-map.ts";
import type { Rgba, TraceTile } from "../../render/types.ts";
import type { TrendColumns } from "./columns.ts";
import type { CellsLook, FrequencyAxis, LinesLook } from "./panel.ts";

/** Content is known to back ends by its id: counted over all windows, beyond the ids of tiles that the feed makes. */
let lastId = 2 ** 40;

/** Rows of cells of a logarithmic axis: bins of 0.5 Hz, each on as many as it is wide there. */
const logRows = 192;

/** The bin that each row of cells shows, from the top; rows of `hz` are bins, ascending. Null: none. */
export function binsOf(axis: FrequencyAxis, binHz: readonly number[]): readonly (number | null)[] {
  if (!axis.isLog) return binHz.map((_, k) => binHz.length - 1 - k);
  return Array.from({ length: logRows }, (_, k) => {
    const hz = hzAt(axis, 1 - (k + 0.5) / logRows);
    const bin = Math.round((hz - binHz[0]) / (binHz[1] - binHz[0]));
    return bin >= 0 && bin < binHz.length ? bin : null;
  });
}

/** The frequency at a share of the height, 0 at the foot. */
export const hzAt = ({ lowHz, highHz, isLog }: FrequencyAxis, share: number): number =>
  isLog ? lowHz * (highHz / lowHz) ** share : lowHz + (highHz - lowHz) * share;

export const shareOfHz = ({ lowHz, highHz, isLog }: FrequencyAxis, hz: number): number =>
  isLog ? Math.log(hz / lowHz) / Math.log(highHz / lowHz) : (hz - lowHz) / (highHz - lowHz);

type CellContent = Pick<CellGrid, "id" | "columns" | "rows" | "data">;
const cellsOfLook = new WeakMap<CellsLook, WeakMap<TrendColumns, { ink: string; content: CellContent }>>();

/** The spectrum of a look in the theme of this ink: where ink is light the ground is dark. */
export const spectrumOn = ({ spectrum, darkSpectrum }: CellsLook, [red, green, blue]: Rgba): DrawnSpectrum =>
  red + green + blue > 1.5 ? (darkSpectrum ?? spectrum) : spectrum;

/** The colours of a page; `binHz`: middles of its rows, where they are bins; `plotInk`: of the theme. What is -Infinity (a flat line) has the colour of the floor, Infinity (of a flat baseline) that of the top. */
export function cellContent(page: TrendColumns, look: CellsLook, binHz: readonly number[], plotInk: Rgba): CellContent {
  const known = cellsOfLook.get(look) ?? new WeakMap<TrendColumns, { ink: string; content: CellContent }>();
  cellsOfLook.set(look, known);
  const found = known.get(page);
  const spectrum = spectrumOn(look, plotInk);
  const ink = look.fading === "ink" ? plotInk.join() : spectrum;
  if (found?.ink === ink) return found.content;
  const { columns, channels, values } = page;
  const bins =
    look.frequencies === null ? Array.from({ length: channels }, (_, k) => k) : binsOf(look.frequencies, binHz);
  const [floor, top] = [Math.min(look.low, look.high), Math.max(look.low, look.high)];
  const turn = look.isReversed ? -1 : 1;
  const cells = new Float32Array(channels * columns);
  for (let k = 0; k < cells.length; k++) cells[k] = turn * Math.min(top, Math.max(floor, values[k]));
  const [low, high] = look.isReversed ? [-look.high, -look.low] : [look.low, look.high];
  const coloured = colourCells(cells, { spectrum, low, high, missing: null });
  if (look.fading !== undefined) fade(coloured, cells, look, fadesInto(look, plotInk));
  // Each channel is coloured once, on however many rows it stands.
  const data = new Uint8ClampedArray(4 * bins.length * columns);
  bins.forEach((bin, row) => {
    if (bin !== null) data.set(coloured.subarray(4 * bin * columns, 4 * (bin + 1) * columns), 4 * row * columns);
  });
  const content = { id: ++lastId, columns, rows: bins.length, data };
  known.set(page, { ink, content });
  return content;
}

/** The colour of a look that fades; its share is the value's. RGB */
export function fadingColour({ spectrum }: Pick<CellsLook, "spectrum">): readonly [number, number, number] {
  const table = spectrumTable(spectrum);
  const [r, g, b] = table.subarray(4 * fadingStep, 4 * fadingStep + 3);
  return [r, g, b];
}
/** The same, or the plot's ink where the look fades into that. */
export const fadesInto = (look: CellsLook, [red, green, blue]: Rgba): readonly [number, number, number] =>
  look.fading === "ink" ? [Math.round(255 * red), Math.round(255 * green), Math.round(255 * blue)] : fadingColour(look);
/** Of 256: full, and not yet dark. */
const fadingStep = 191;

function fade(
  data: Uint8ClampedArray,
  cells: Float32Array,
  look: CellsLook,
  colour: readonly [number, number, number],
): void {
  cells.forEach((value, k) => {
    if (!Number.isFinite(value)) return;
    data.set(colour, 4 * k);
    data[4 * k + 3] = (255 * (value - look.low)) / (look.high - look.low);
  });
}

interface LineTiles {
  /** One row of shares of the height for each channel. */
  readonly lines: TraceTile;
  /** Of a band: from the first channel to the last one. */
  readonly band: TraceTile | null;
}
const tilesOfLook = new WeakMap<LinesLook, WeakMap<TrendColumns, LineTiles>>();

/** Grid indexes of traces are counted from this epoch, so that they stay small numbers. */
export const originOf = (startMs: number, epochMs: number): number =>
  ((Math.floor(startMs / originStepMs) - 1) * originStepMs) / epochMs;
/** Longer than any page, a whole number of epochs. ms */
const originStepMs = 400 * 86_400_000;

/** A page as traces: a line through the middles of epochs, or a column each where several epochs share one. */
export function lineTiles(page: TrendColumns, look: LinesLook, origin: number): LineTiles {
  const known = tilesOfLook.get(look) ?? new WeakMap<TrendColumns, LineTiles>();
  tilesOfLook.set(look, known);
  const found = known.get(page);
  if (found !== undefined) return found;
  const { columns, channels, values, epochs, firstEpoch } = page;
  const shares = Float32Array.from(values, look.scale.shareOf);
  const common = { count: columns, firstSample: firstEpoch - origin, samplesPerColumn: epochs };
  const breaks = new Uint8Array(columns);
  const columnsOf = (rows: readonly (readonly [low: number, high: number])[]) => {
    const data = new Float32Array(2 * columns * rows.length);
    rows.forEach(([low, high], row) => {
      for (let k = 0; k < columns; k++) {
        data[2 * (row * columns + k)] = shares[low * columns + k];
        data[2 * (row * columns + k) + 1] = shares[high * columns + k];
      }
    });
    return data;
  };
  const each = Array.from({ length: channels }, (_, k) => [k, k] as const);
  const lines: TraceTile = {
    ...{ ...common, id: ++lastId, kind: epochs === 1 ? "samples" : "minmax", rows: channels, breaks },
    data: epochs === 1 ? shares : columnsOf(each),
  };
  const band: TraceTile | null =
    look.kind === "band"
      ? { ...common, id: ++lastId, kind: "minmax", rows: 1, data: columnsOf([[0, channels - 1]]), breaks }
      : null;
  const made = { lines, band };
  known.set(page, made);
  return made;
}
