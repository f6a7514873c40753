/** What trends let compute threads do: features of a chunk, made out of samples; and columns, made out of features. */
import type { Derivation } from "../../../protocol/recipe.ts";
import type { Side, Trend } from "../../../protocol/trends.ts";
import { memoryMap } from "../../../signal/memory.ts";
import type { MaskedSamples } from "../../../signal/pipeline.ts";
import { TrendSums } from "../../../signal/trend-channels.ts";
import { type TrendFeatures, trendFeatures } from "../../../signal/trend-features.ts";
import { trendBlockSeconds, trendEpochSeconds } from "../../../signal/trend-plan.ts";
import { type BaselineValues, epochValues, type FeatureRows, trendColumns } from "../../../signal/trend-values.ts";
import { firstSampleFrom, gridPlaces } from "../../analysis/index.ts";
import type { ThreadSource, ThreadTask } from "./task.ts";

/** Read at once: what fits the second-level cache. */
const roomBytes = 1024 * 1024;
/** Of the work on a chunk, what reading is, roughly. */
const readingShare = 0.1;

export interface TrendChunkInput {
  startMs: number;
  seconds: number;
  /** Grid samples to read: those that warm the filters, those of the chunk, and those just behind it. */
  first: number;
  end: number;
  derivations: readonly Derivation[];
  notch: number | null;
  isArtifactReduced: boolean;
  /** By channel; null: nothing. */
  masked: readonly (readonly MaskedSamples[])[] | null;
}

async function featuresOf(
  { core, reader, recording, group }: ThreadSource,
  input: TrendChunkInput,
  onSlice: (fraction: number) => void,
): Promise<TrendFeatures> {
  const { startMs, seconds, first, end, derivations, notch, isArtifactReduced, masked } = input;
  const { sampling_hz: samplingHz, missing_code: missingCode, channels } = group;
  const scales = { gains: channels.map(({ gain }) => gain), offsets: channels.map(({ offset }) => offset) };
  const sampleAt = (second: number) => Math.min(end, Math.max(first, firstSampleFrom(group, startMs + second * 1000)));
  const edges = Float64Array.from({ length: seconds + 1 }, (_, k) => sampleAt(k));
  const [before, after] = [sampleAt(-trendBlockSeconds), sampleAt(seconds + trendBlockSeconds)];
  const epochMs = trendEpochSeconds * 1000;
  const epochs = Array.from({ length: (seconds * 1000) / epochMs }, (_, k) =>
    gridPlaces(group, startMs + k * epochMs, startMs + (k + 1) * epochMs),
  );
  onSlice(0);
  return core.arena.hold(async () => {
    const source = { derivations, samplingHz, ...scales, missingCode, notch, isArtifactReduced };
    const sums = new TrendSums(core, source, { first, end, edges, epochs, before, after });
    const room = new Uint8Array(core.memory.buffer, memoryMap.tiles[0], roomBytes);
    await reader.readSlices(recording, group, { first, count: end - first, room }, (slices) => {
      sums.push(
        slices.map((slice) => ({
          ...{ samplingHz, ...scales, missingCode, ...slice },
          ...(masked === null ? {} : { masked }),
        })),
      );
      const last = slices.at(-1);
      if (last !== undefined) onSlice(readingShare * Math.min(1, (last.first + last.count - first) / (end - first)));
    });
    const made = sums.finish((fraction) => onSlice(readingShare + (1 - readingShare) * fraction));
    return trendFeatures(made, seconds, { samplingHz, isArtifactReduced });
  });
}

export const trendFeatureWork: ThreadTask<TrendChunkInput, TrendFeatures> = {
  name: "trend_features",
  lane: "slow",
  run: featuresOf,
  handsBack: ({ epochs, segments }) => [epochs.buffer as ArrayBuffer, segments.buffer as ArrayBuffer],
};

export interface TrendColumnsInput {
  trend: Trend;
  side: Side | null;
  features: FeatureRows;
  /** Epochs before the first column. */
  skip: number;
  /** Parts of the epochs from `skip` on that are counted each by itself: [edges[k], edges[k + 1]). */
  edges: readonly number[];
  width: number;
  samplingHz: number;
  baseline: BaselineValues;
}

export interface TrendColumnsMade {
  data: Float64Array;
  /** Epochs with a value in any row, by part. */
  present: number[];
}

export const trendColumnWork: ThreadTask<TrendColumnsInput, TrendColumnsMade> = {
  name: "trend_columns",
  lane: "quick",
  handsOver: ({ features }) => [features.values.buffer as ArrayBuffer],
  run(_source, { trend, features, skip, edges, width, samplingHz, baseline }, onSlice) {
    onSlice(0);
    const values = epochValues(trend, features, skip, samplingHz);
    const epochs = features.epochs - skip;
    const present = edges.slice(1).map((end, part) => {
      let count = 0;
      for (let epoch = edges[part]; epoch < end; epoch++) {
        let isThere = false;
        for (let at = epoch; at < values.length && !isThere; at += epochs) isThere = !Number.isNaN(values[at]);
        count += Number(isThere);
      }
      return count;
    });
    return { data: trendColumns(trend, values, width, baseline), present };
  },
  handsBack: ({ data }) => [data.buffer as ArrayBuffer],
};
