/**
 * Features of EEG trends (signal/trend-features.ts), made in chunks of the epoch grid on compute threads and kept: all trends of a group and all readers share
 * them, and a chunk does not depend on who asked or when.
 */
import { createHash } from "node:crypto";
import type { TrendOf } from "../../protocol/trends.ts";
import type { TrendFeatures } from "../../signal/trend-features.ts";
import { aeegSeconds, trendEpochSeconds, trendWarmupMs } from "../../signal/trend-plan.ts";
import type { FeatureRows } from "../../signal/trend-values.ts";
import { firstSampleFrom, trendLookAheadMs, trendPairs } from "../analysis/index.ts";
import { KeptResults } from "../platform/kept-results.ts";
import type { ComputePool } from "./compute-pool.ts";
import { chunkKey, groupFacts } from "./derived-cache.ts";
import { maskedSamples } from "./masked-samples.ts";
import { cancelled } from "./page-refused.ts";
import type { Making, PageSource } from "./tasks/task.ts";
import { type TrendChunkInput, trendFeatureWork } from "./tasks/trend-work.ts";
import type { Asker } from "./turns.ts";

/** Chunks of one page that are waited for side by side. */
const sideBySide = 4;
const defaultBudgetBytes = 48 * 1024 * 1024;

/** Seconds of a chunk: as many as fit the core's memory at that rate, a whole number of epochs and segments. */
export const trendChunkSeconds = (samplingHz: number): number =>
  samplingHz <= 1024 ? 600 : samplingHz <= 4096 ? 120 : 30;

export interface TrendOrder {
  /** The recording and group that the trend is made of, and what is masked of it. */
  source: Pick<PageSource, "recording" | "group" | "masks">;
  settings: Pick<TrendOf, "notch" | "isArtifactReduced">;
}

/** Rows of features of epochs [from, to) of the epoch grid; of segments of 15 s, where the rows are theirs. */
export interface TrendRange {
  rows: readonly { first: number; count: number }[];
  isSegments: boolean;
  from: number;
  to: number;
}

export class TrendStore {
  private readonly chunks: KeptResults<TrendFeatures>;

  constructor(
    private readonly pool: Pick<ComputePool, "run">,
    private readonly coreHash: string,
    budgetBytes = defaultBudgetBytes,
  ) {
    this.chunks = new KeptResults(({ epochs, segments }) => epochs.byteLength + segments.byteLength, budgetBytes);
  }

  /** Fails as ComputePool.run does. */
  read(order: TrendOrder, { rows, isSegments, from, to }: TrendRange, asker: Asker): Making<FeatureRows> {
    const seconds = trendChunkSeconds(order.source.group.sampling_hz);
    const length = seconds / (isSegments ? aeegSeconds : trendEpochSeconds);
    const [firstChunk, endChunk] = [Math.floor(from / length), Math.ceil(to / length)];
    const chunks = endChunk - firstChunk;
    const wanted = rows.flatMap(({ first, count }) => Array.from({ length: count }, (_, k) => first + k));
    const epochs = to - from;
    const values = new Float32Array(wanted.length * epochs).fill(Number.NaN);
    const name = this.nameOf(order);
    const progresses = new Map<number, () => number>();
    let [next, done] = [0, 0];
    const work = async () => {
      while (next < chunks) {
        const chunk = firstChunk + next++;
        if (asker.signal.aborted) throw cancelled();
        const made = this.chunk(order, { chunk, seconds, name }, asker);
        if (made !== null) {
          progresses.set(chunk, made.progress);
          const features = await made.result;
          const held = isSegments ? features.segments : features.epochs;
          const [begin, end] = [Math.max(from, chunk * length), Math.min(to, (chunk + 1) * length)];
          for (const [place, row] of wanted.entries()) {
            const at = row * length - chunk * length;
            values.set(held.subarray(at + begin, at + end), place * epochs + begin - from);
          }
          progresses.delete(chunk);
        }
        done++;
      }
    };
    const result = Promise.all(Array.from({ length: Math.min(chunks, sideBySide) }, work));
    return {
      result: result.then(() => ({ rows: wanted.length, epochs, values })),
      progress: () => (done + [...progresses.values()].reduce((sum, one) => sum + one(), 0)) / Math.max(1, chunks),
    };
  }

  /** Null where the recording has nothing. */
  private chunk(
    { source, settings }: TrendOrder,
    { chunk, seconds, name }: { chunk: number; seconds: number; name: string },
    asker: Asker,
  ): Making<TrendFeatures> | null {
    const { recording, group } = source;
    const startMs = chunk * seconds * 1000;
    const first = firstSampleFrom(group, startMs - trendWarmupMs);
    const end = firstSampleFrom(group, startMs + seconds * 1000 + trendLookAheadMs);
    if (firstSampleFrom(group, startMs + seconds * 1000) <= firstSampleFrom(group, startMs)) return null;
    const { left, right } = trendPairs(group);
    const input: TrendChunkInput = {
      ...{ startMs, seconds, first, end, notch: settings.notch, isArtifactReduced: settings.isArtifactReduced },
      derivations: [...left, ...right].map(({ derivation }) => derivation),
      masked: maskedSamples(source, first, end),
    };
    const facts = createHash("sha256")
      .update(name)
      .update(JSON.stringify([chunk, input.masked]))
      .digest("hex");
    const key = chunkKey(facts, { recording, group }, first, end);
    const known = this.chunks.get(key);
    if (known !== undefined) return { result: Promise.resolve(known), progress: () => 1 };
    const work = { recording, modality: group.modality, task: trendFeatureWork, input, key };
    const { result, progress } = this.pool.run(work, asker);
    return { result: result.then((made) => this.chunks.keep(key, made)), progress };
  }

  /** What all chunks depend on, wherever there are samples and masks. */
  private nameOf({ source: { recording, group }, settings: { notch, isArtifactReduced } }: TrendOrder): string {
    const { left, right } = trendPairs(group);
    const derivations = [...left, ...right].map(({ derivation }) => derivation);
    return JSON.stringify([
      "trends",
      this.coreHash,
      groupFacts(recording, group),
      derivations,
      notch,
      isArtifactReduced,
    ]);
  }
}
