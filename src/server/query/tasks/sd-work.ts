/** What compute threads do for SD detection: features of ten minutes out of samples, and candidates out of features. */
import type { Derivation } from "../../../protocol/recipe.ts";
import { memoryMap } from "../../../signal/memory.ts";
import type { MaskedSamples } from "../../../signal/pipeline.ts";
import { type SdCandidate, sdCandidates } from "../../../signal/sd-events.ts";
import { SdFeatureSums, type SdFeatures, sdBlockSeconds } from "../../../signal/sd-features.ts";
import { firstSampleFrom } from "../../analysis/index.ts";
import type { ThreadSource, ThreadTask } from "./task.ts";

/** Of a chunk, on the epoch grid: a whole number of blocks of 10 s. */
export const sdChunkSeconds = 600;
/** Read at once: what fits the second-level cache is filtered out of it. */
const roomBytes = 1024 * 1024;

export interface SdChunkInput {
  startMs: number;
  /** Grid samples to read, those that warm the filters before them. */
  first: number;
  end: number;
  derivations: readonly Derivation[];
  /** By channel; null: nothing. */
  masked: readonly (readonly MaskedSamples[])[] | null;
}

async function featuresOf(
  { core, reader, recording, group }: ThreadSource,
  { startMs, first, end, derivations, masked }: SdChunkInput,
  onSlice: (fraction: number) => void,
): Promise<SdFeatures> {
  const { sampling_hz: samplingHz, missing_code: missingCode, channels } = group;
  const scales = { gains: channels.map(({ gain }) => gain), offsets: channels.map(({ offset }) => offset) };
  const edges = Float64Array.from({ length: sdChunkSeconds + 1 }, (_, k) => firstSampleFrom(group, startMs + k * 1000));
  onSlice(0);
  return core.arena.hold(async () => {
    const sums = new SdFeatureSums(core, { derivations, samplingHz, ...scales, missingCode }, edges);
    const room = new Uint8Array(core.memory.buffer, memoryMap.tiles[0], roomBytes);
    await reader.readSlices(recording, group, { first, count: end - first, room }, (slices) => {
      sums.push(
        slices.map((slice) => ({
          ...{ samplingHz, ...scales, missingCode, ...slice },
          ...(masked === null ? {} : { masked }),
        })),
      );
      const last = slices.at(-1);
      if (last !== undefined) onSlice(Math.min(1, (last.first + last.count - first) / (end - first)));
    });
    return sums.finish();
  });
}

export const sdFeatureWork: ThreadTask<SdChunkInput, SdFeatures> = {
  name: "sd_features",
  lane: "slow",
  run: featuresOf,
  handsBack: ({ means, levels }) => [means.buffer as ArrayBuffer, levels.buffer as ArrayBuffer],
};

export interface SdSearchInput {
  features: SdFeatures;
  thresholdUv: number;
}

export const sdSearch: ThreadTask<SdSearchInput, SdCandidate[]> = {
  name: "sd_candidates",
  lane: "quick",
  handsOver: ({ features }) => [features.means.buffer as ArrayBuffer, features.levels.buffer as ArrayBuffer],
  run({ core }, { features: { rows, seconds, means, levels }, thresholdUv }, onSlice) {
    const blocks = seconds / sdBlockSeconds;
    return Array.from({ length: rows }, (_, row) => {
      onSlice(row / rows);
      const own = {
        means: means.subarray(row * seconds, (row + 1) * seconds),
        levels: levels.subarray(row * blocks, (row + 1) * blocks),
      };
      return sdCandidates(core, row, own, thresholdUv);
    }).flat();
  },
  handsBack: () => [],
};
