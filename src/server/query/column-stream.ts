/** Recipe columns of any span in bounded memory: slices of stored samples through the core, with carried state. */
import type { Recipe } from "../../protocol/recipe.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { Core } from "../../signal/core.ts";
import { warmupOf } from "../../signal/filter-sets.ts";
import type { GridColumns } from "../../signal/levels.ts";
import { memoryMap } from "../../signal/memory.ts";
import { RecipeStream, type StreamSlice } from "../../signal/recipe-stream.ts";
import { clipRuns } from "../../signal/runs.ts";
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
  source: ColumnStreamSource,
  recipe: Recipe,
  grid: ColumnGrid,
  onSlice: (fraction: number) => void,
): Promise<GridColumns> {
  const { firstColumn, columns } = grid;
  const rows = recipe.derivations.length;
  const data = new Float32Array(rows * columns * 2).fill(Number.NaN);
  const result: GridColumns = { data, breaks: new Uint8Array(columns), rows, firstColumn, columns };
  await streamParts(source, recipe, { grid, mostSamples: Number.POSITIVE_INFINITY, onSlice }, (part) =>
    place(part, result),
  );
  return result;
}

/**
 * Gives `use` the same columns as they come, ascending, those of the warm-up before them too; nothing of what no sample lies behind. `mostSamples`: that
 * many grid samples are gone on at once, over gaps as well.
 */
export async function streamParts(
  { core, reader, recording, group }: ColumnStreamSource,
  recipe: Recipe,
  { grid, mostSamples, onSlice }: { grid: ColumnGrid; mostSamples: number; onSlice: (fraction: number) => void },
  use: (part: GridColumns) => void,
): Promise<void> {
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
  // One sample before the first column at least: a gap that ends there is a break.
  const start = Math.max(0, firstColumn * samplesPerColumn - Math.max(1, warmup));
  const end = Math.min((firstColumn + columns) * samplesPerColumn, group.sample_count);
  if (end <= start || columns === 0) return;
  const data = emptyOf(group);
  onSlice(0);
  stream.push({ first: start, count: 0, data, runs: [] });
  const room = new Uint8Array(core.memory.buffer, memoryMap.tiles[0], roomBytes);
  let next = start;
  await reader.readSlices(recording, group, { first: start, count: end - start, room }, (slices) => {
    if (slices.length === 0) return;
    const tell = () => onSlice((next - start) / (end - start));
    if (mostSamples === Number.POSITIVE_INFINITY) {
      next = slices[0].first;
      tell();
      use(stream.push(...slices));
      return;
    }
    for (const slice of slices)
      while (next < slice.first + slice.count) {
        tell();
        const at = next;
        next = Math.min(at + mostSamples, at < slice.first ? slice.first : slice.first + slice.count);
        use(stream.push(next <= slice.first ? { first: next, count: 0, data, runs: [] } : pieceOf(slice, at, next)));
      }
  });
  use(stream.finish());
}

/** Samples [from, to) of a slice. */
function pieceOf({ first, count, data, stride = count, runs }: StreamSlice, from: number, to: number): StreamSlice {
  return {
    ...{ first: from, count: to - from, stride },
    data: data.subarray(from - first),
    runs: clipRuns(runs, from, to),
  };
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
