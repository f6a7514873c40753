/** Columns of a recipe that shows channels as they are stored: made of the stored levels, at the cost of the columns. */
import { runsWithin } from "../../../domain/time/runs.ts";
import type { Filters, Recipe } from "../../../protocol/recipe.ts";
import type { SignalGroup } from "../../../protocol/recordings.ts";
import { markBreaks } from "../../../signal/runs.ts";
import type { ColumnGrid, ColumnResult } from "../../../signal/types.ts";
import type { ThreadTask } from "./task.ts";

export interface StoredRecipeInput {
  /** Of each row. */
  channels: readonly number[];
  grid: ColumnGrid;
}

const isOff = ({ lff, hff, notch }: Filters): boolean => lff === null && hff === null && notch === null;

/**
 * The channels of a recipe whose rows are channels and nothing else: no filter, no difference, no mean. Null for any other, and where
 * a stored value may be no sample: levels leave those out, and do not say where data begin again behind them.
 */
export function storedChannels(
  { derivations, filters, reduction }: Recipe,
  { sample_type, missing_code }: Pick<SignalGroup, "sample_type" | "missing_code">,
): number[] | null {
  if (reduction !== undefined || sample_type !== "int16" || missing_code !== null || !isOff(filters)) return null;
  const channels = derivations.flatMap(({ first, second, filters: own }) =>
    first.kind === "channel" && second.kind === "zero" && (own === undefined || isOff(own)) ? [first.index] : [],
  );
  return channels.length === derivations.length ? channels : null;
}

/** Equal to the bit to what the samples give (column-stream.ts): extremes commute with a channel's scale. */
export const storedRecipeColumns: ThreadTask<StoredRecipeInput, ColumnResult> = {
  name: "stored_recipe_columns",
  lane: "quick",
  async run({ reader, recording, group }, { channels, grid }) {
    const { firstColumn, columns, samplesPerColumn: width } = grid;
    const edges = Float64Array.from({ length: columns + 1 }, (_, k) => (firstColumn + k) * width);
    const stored = await reader.readColumns(recording, group, edges);
    const data = new Float32Array(2 * channels.length * columns);
    channels.forEach((channel, row) => {
      data.set(stored.subarray(2 * channel * columns, 2 * (channel + 1) * columns), 2 * row * columns);
    });
    return { data, breaks: breaksOf(group, grid) };
  },
  handsBack: ({ data, breaks }) => [data.buffer as ArrayBuffer, breaks.buffer as ArrayBuffer],
};

/** Columns in which data begin again, as a stream finds them that comes in one sample before the first column. */
function breaksOf({ segments, sample_count }: SignalGroup, { firstColumn, columns, samplesPerColumn }: ColumnGrid) {
  const breaks = new Uint8Array(columns);
  let dataEnd = Math.max(0, firstColumn * samplesPerColumn - 1);
  const end = Math.min((firstColumn + columns) * samplesPerColumn, sample_count);
  for (const run of runsWithin(segments, dataEnd, end)) {
    markBreaks(breaks, [run], dataEnd, { firstColumn, width: samplesPerColumn });
    dataEnd = run.first + run.count;
  }
  return breaks;
}
