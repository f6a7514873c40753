/** What the calibration signal must look like: tiles with the values that follow from its definition, by plain float64 maths. Pure. */
import {
  calibrationChannels,
  calibrationCodes,
  calibrationGain,
  calibrationHz,
  calibrationRuns,
} from "../../../domain/calibration-signal.ts";
import type { Filters, Recipe } from "../../../protocol/recipe.ts";
import type { TraceTile } from "../../../render/types.ts";
import { referenceColumns, referenceSamples } from "../../../signal/reference.ts";
import type { SampleSource } from "../../../signal/types.ts";

/** Every channel as recorded, with these filters. */
export const calibrationRecipe = (filters: Filters): Recipe => ({
  derivations: calibrationChannels.map((_, index) => ({ first: { kind: "channel", index }, second: { kind: "zero" } })),
  filters,
});

const rows = calibrationChannels.length;
const last = calibrationRuns[calibrationRuns.length - 1];
const whole = last.first + last.count;

/** All values of the signal under a recipe, [row][sample] from the first sample on. */
export function calibrationValues(recipe: Recipe): Float32Array {
  const source: SampleSource = {
    ...{ samplingHz: calibrationHz, first: 0, count: whole, channels: rows, missingCode: null },
    data: calibrationCodes(0, whole),
    gains: calibrationChannels.map(() => calibrationGain),
    offsets: calibrationChannels.map(() => 0),
    runs: calibrationRuns.map((run) => ({ ...run })),
  };
  return referenceSamples(source, recipe, 0, whole);
}

/** A tile of the same place and kind, with the values that it must have. */
export function expectedTile(tile: TraceTile, values: Float32Array): TraceTile {
  const breaks = new Uint8Array(tile.count);
  if (tile.kind === "minmax") {
    const grid = {
      firstColumn: tile.firstSample / tile.samplesPerColumn,
      columns: tile.count,
      samplesPerColumn: tile.samplesPerColumn,
    };
    return { ...tile, breaks, data: referenceColumns(values, rows, 0, grid) };
  }
  const data = new Float32Array(rows * tile.count).fill(Number.NaN);
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < tile.count; k++) {
      const at = tile.firstSample + k;
      if (at >= 0 && at < whole) data[row * tile.count + k] = values[row * whole + at];
    }
  return { ...tile, breaks, data };
}
