/** Recipe columns of any span in bounded memory: slices of stored samples through the core, with carried state. */
import type { Recipe } from "../../protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { Core } from "../../signal/core.ts";
import { warmupOf } from "../../signal/filter-sets.ts";
import type { GridColumns } from "../../signal/levels.ts";
import { memoryMap } from "../../signal/memory.ts";
import { RecipeStream } from "../../signal/recipe-stream.ts";
import type { ColumnGrid } from "../../signal/types.ts";
import type { GroupReader } from "../analysis/index.ts";

/** Read at once: what fits the second-level cache is filtered out of it. */
const roomBytes = 1024 * 1024;

export interface ColumnStreamSource {
  core: Core;
  reader: GroupReader;
  recording: RecordingDetail;
  group: SignalGroup;
}

/**
 * The columns of `grid`, bit-equal to `Engine.columns` over the same samples. `onSlice` is told the fraction done; what it
 * throws ends the work. Errors: ParameterError when the recipe does not fit.
 */
export async function streamColumns(
  { core, reader, recording, group }: ColumnStreamSource,
  recipe: Recipe,
  grid: ColumnGrid,
  onSlice: (fraction: number) => void,
): Promise<GridColumns> {
  const { firstColumn, columns, samplesPerColumn } = grid;
  const warmup = warmupOf(recipe, group.sampling_hz);
  const stream = new RecipeStream(core, {
    recipe,
    samplingHz: group.sampling_hz,
    gains: group.channels.map(({ gain }) => gain),
    offsets: group.channels.map(({ offset }) => offset),
    sampleType: group.sample_type,
    missingCode: group.missing_code,
    samplesPerColumn,
  });
  const { rows } = stream;
  const result: GridColumns = {
    data: new Float32Array(rows * columns * 2).fill(Number.NaN),
    breaks: new Uint8Array(columns),
    rows,
    firstColumn,
    columns,
  };
  // One sample before the first column at least: a gap that ends there is a break.
  const start = Math.max(0, firstColumn * samplesPerColumn - Math.max(1, warmup));
  const end = Math.min((firstColumn + columns) * samplesPerColumn, group.sample_count);
  if (end <= start) return result;
  onSlice(0);
  stream.push({ first: start, count: 0, data: emptyOf(group), runs: [] });
  const room = new Uint8Array(core.memory.buffer, memoryMap.tiles[0], roomBytes);
  await reader.readSlices(recording, group, { first: start, count: end - start, room }, (slices) => {
    if (slices.length === 0) return;
    onSlice((slices[0].first - start) / (end - start));
    place(stream.push(...slices), result);
  });
  place(stream.finish(), result);
  return result;
}

/** No samples of the group, one array for each channel. */
const emptyOf = ({ sample_type }: SignalGroup) => (sample_type === "int16" ? new Int16Array(0) : new Float32Array(0));

/** Copies what of `part` lies in `whole`. */
function place(part: GridColumns, whole: GridColumns): void {
  const from = Math.max(part.firstColumn, whole.firstColumn);
  const to = Math.min(part.firstColumn + part.columns, whole.firstColumn + whole.columns);
  if (to <= from) return;
  for (let row = 0; row < whole.rows; row++) {
    const source = 2 * (row * part.columns + from - part.firstColumn);
    const target = 2 * (row * whole.columns + from - whole.firstColumn);
    whole.data.set(part.data.subarray(source, source + 2 * (to - from)), target);
  }
  const breaks = part.breaks.subarray(from - part.firstColumn, to - part.firstColumn);
  whole.breaks.set(breaks, from - whole.firstColumn);
}
