/**
 * Tiles without what is masked: copies in which masked samples are missing. Cut after filters and columns were made, so whatever is beside a
 * mask is the same, bit by bit. A column that holds a masked sample is left out whole: it does not say which of its samples are its extremes.
 */
import { type MaskedSpan, spansWithin } from "../../../domain/annotations/masks.ts";
import { firstSampleAt, timeOfSample } from "../../../domain/time/sample-time.ts";
import type { TraceTile } from "../../../render/types.ts";
import type { MaskedOfRow } from "./masked-rows.ts";
import type { PlotSource } from "./plot-content.ts";

/** Ids of what is cut, below those of all tiles. */
let lastId = 0;

interface Cut {
  readonly masked: readonly (readonly MaskedSpan[])[];
  readonly tile: TraceTile;
}

export interface TileCutter {
  /** To be called before the first source of a frame: what none of the last one used is let go of. */
  begin(): void;
  cut(source: PlotSource, tiles: readonly TraceTile[]): readonly TraceTile[];
}

export function createTileCutter(maskedOf: MaskedOfRow): TileCutter {
  let before = new Map<number, Cut>();
  let now = new Map<number, Cut>();
  return {
    begin() {
      [before, now] = [now, new Map()];
    },
    cut({ recording, group, rowInputs }, tiles) {
      if (rowInputs === undefined) return tiles;
      const masked = rowInputs.map(maskedOf);
      if (masked.every(({ length }) => length === 0)) return tiles;
      return tiles.map((tile) => {
        let known = now.get(tile.id) ?? before.get(tile.id);
        if (known === undefined || known.masked.some((spans, k) => spans !== masked[k]))
          known = { masked, tile: cutTile(tile, masked, recording.start_ms, group.sampling_hz) };
        now.set(tile.id, known);
        return known.tile;
      });
    },
  };
}

/** `masked`: of each row. The tile itself where nothing of it is masked. */
export function cutTile(
  tile: TraceTile,
  masked: readonly (readonly MaskedSpan[])[],
  startMs: number,
  samplingHz: number,
): TraceTile {
  const { kind, count, rows, firstSample, samplesPerColumn } = tile;
  const stride = kind === "samples" ? 1 : 2;
  const timeOf = (element: number) => timeOfSample(startMs, samplingHz, firstSample + element * samplesPerColumn);
  const sampleAt = (ms: number) => firstSampleAt(startMs, samplingHz, ms);
  let data: Float32Array | null = null;
  for (let row = 0; row < Math.min(rows, masked.length); row++)
    for (const [fromMs, toMs] of spansWithin(masked[row], timeOf(0), timeOf(count))) {
      const [first, end] = [sampleAt(fromMs), sampleAt(toMs)];
      if (end <= first) continue;
      const from = Math.max(0, Math.floor((first - firstSample) / samplesPerColumn));
      const to = Math.min(count, Math.ceil((end - firstSample) / samplesPerColumn));
      if (to <= from) continue;
      data ??= tile.data.slice();
      data.fill(Number.NaN, stride * (row * count + from), stride * (row * count + to));
    }
  return data === null ? tile : { ...tile, id: --lastId, data };
}
