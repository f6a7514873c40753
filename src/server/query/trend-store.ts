/**
 * Features of EEG trends (signal/trend-features.ts), made in chunks of the epoch grid on compute threads and kept in memory and on disk: all trends of a group
 * and all readers share them, and a chunk does not depend on who asked or when.
 */
import { createHash } from "node:crypto";
import { endOfSegment } from "../../domain/time/sample-time.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { TrendOf } from "../../protocol/trends.ts";
import type { TrendFeatures } from "../../signal/trend-features.ts";
import { aeegSeconds, trendEpochSeconds, trendWarmupMs } from "../../signal/trend-plan.ts";
import type { FeatureRows } from "../../signal/trend-values.ts";
import { endOfSamples, firstSampleFrom, trendLookAheadMs, trendPairs } from "../analysis/index.ts";
import { KeptResults } from "../platform/kept-results.ts";
import type { ComputePool } from "./compute-pool.ts";
import { chunkKey, groupFacts } from "./derived-cache.ts";
import { maskedSamples } from "./masked-samples.ts";
import { cancelled } from "./page-refused.ts";
import type { Making, PageSource } from "./tasks/task.ts";
import { type TrendChunkInput, trendFeatureWork } from "./tasks/trend-work.ts";
import { type TrendFileIdentity, trendFileBytes } from "./trend-file.ts";
import type { TrendFiles } from "./trend-files.ts";
import type { Asker } from "./turns.ts";

/** Chunks of one page that are waited for side by side. */
const sideBySide = 4;
const defaultBudgetBytes = 48 * 1024 * 1024;
/** Raised where the same core makes other features: those that were kept are then made again. */
const definition = 3;

/** Seconds of a chunk: as many as fit the core's memory at that rate, a whole number of epochs and segments. */
export const trendChunkSeconds = (samplingHz: number): number =>
  samplingHz <= 1024 ? 600 : samplingHz <= 4096 ? 120 : 30;

/** How many chunks were made beforehand, and how many of those that are missing another node is making. */
export interface BuiltChunks {
  built: number;
  left: number;
}

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

/** A chunk of an order: which, of how many seconds, and the name of all of them. */
interface Place {
  chunk: number;
  seconds: number;
  name: string;
  /** What is known of its chunks. */
  known: Map<number, KnownChunk | null>;
}

/** A chunk in which the recording has samples. */
interface KnownChunk {
  input: TrendChunkInput;
  /** Of all that its features are made of. */
  key: string;
  /** Null: it may grow yet, and has no file. */
  file: TrendFileIdentity | null;
}

export class TrendStore {
  private readonly chunks: KeptResults<TrendFeatures>;
  /** By what is masked (else the description), by description, by the name of the order. */
  private readonly known = new WeakMap<object, WeakMap<RecordingDetail, Map<string, Map<number, KnownChunk | null>>>>();

  constructor(
    private readonly pool: Pick<ComputePool, "run">,
    private readonly coreHash: string,
    /** Where they outlast a restart; null: nowhere. */
    private readonly files: TrendFiles | null = null,
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
    const known = this.knownOf(order.source, name);
    const progresses = new Map<number, () => number>();
    let [next, done] = [0, 0];
    const work = async () => {
      while (next < chunks) {
        const chunk = firstChunk + next++;
        if (asker.signal.aborted) throw cancelled();
        const made = this.chunk(order, { chunk, seconds, name, known }, asker);
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

  /**
   * Makes the chunks that are not on disk, one after another, and waits until each is kept. `asker` is of the background: whoever reads goes first. A chunk that
   * another node makes is left to it. Fails as ComputePool.run does, or with an Error when the disk does not take one.
   */
  async build(order: TrendOrder, asker: Asker): Promise<BuiltChunks> {
    const { files } = this;
    const { group } = order.source;
    const seconds = trendChunkSeconds(group.sampling_hz);
    const name = this.nameOf(order);
    const held = this.knownOf(order.source, name);
    const chunks = { built: 0, left: 0 };
    for (const chunk of chunksOf(group, seconds)) {
      if (asker.signal.aborted) throw cancelled();
      const known = this.identify(order, { chunk, seconds, name, known: held });
      if (files === null || known === null || known.file === null) continue;
      if (await files.has(known.file)) continue;
      const release = await files.claim(known.file);
      if (release === null) {
        chunks.left++;
        continue;
      }
      try {
        await this.made(order, known, asker).result;
        await files.idle();
        if (!(await files.has(known.file))) throw new Error("Trends could not be kept.");
      } finally {
        await release();
      }
      chunks.built++;
    }
    return chunks;
  }

  /** Null where the recording has nothing. */
  private chunk(order: TrendOrder, place: Place, asker: Asker): Making<TrendFeatures> | null {
    const known = this.identify(order, place);
    if (known === null) return null;
    const held = this.chunks.get(known.key);
    if (held !== undefined) return { result: Promise.resolve(held), progress: () => 1 };
    const { file } = known;
    if (file === null || this.files === null) return this.made(order, known, asker);
    let progress = () => 0;
    const result = this.files.read(file).then((stored) => {
      if (stored !== null) return this.chunks.keep(known.key, stored);
      if (asker.signal.aborted) throw cancelled();
      const making = this.made(order, known, asker);
      progress = making.progress;
      return making.result;
    });
    return { result, progress: () => progress() };
  }

  private made({ source: { recording, group } }: TrendOrder, known: KnownChunk, asker: Asker): Making<TrendFeatures> {
    const { input, key, file } = known;
    const work = { recording, modality: group.modality, task: trendFeatureWork, input, key };
    const { result, progress } = this.pool.run(work, asker);
    const kept = result.then((features) => {
      if (file !== null) this.files?.keep(file, features);
      return this.chunks.keep(key, features);
    });
    return { result: kept, progress };
  }

  private identify(order: TrendOrder, place: Place): KnownChunk | null {
    const { chunk, known } = place;
    const found = known.get(chunk);
    if (found !== undefined) return found;
    const made = this.find(order, place);
    known.set(chunk, made);
    return made;
  }

  /** What is known of the chunks of an order: a panel asks for each of them with each of its trends. */
  private knownOf({ recording, masks }: TrendOrder["source"], name: string): Map<number, KnownChunk | null> {
    const of = masks ?? recording;
    const recordings =
      this.known.get(of) ?? new WeakMap<RecordingDetail, Map<string, Map<number, KnownChunk | null>>>();
    this.known.set(of, recordings);
    const names = recordings.get(recording) ?? new Map<string, Map<number, KnownChunk | null>>();
    recordings.set(recording, names);
    const chunks = names.get(name) ?? new Map<number, KnownChunk | null>();
    names.set(name, chunks);
    return chunks;
  }

  private find({ source, settings }: TrendOrder, { chunk, seconds, name }: Place): KnownChunk | null {
    const { recording, group } = source;
    const startMs = chunk * seconds * 1000;
    const first = firstSampleFrom(group, startMs - trendWarmupMs);
    const endMs = startMs + seconds * 1000 + trendLookAheadMs(settings);
    const end = firstSampleFrom(group, endMs);
    if (firstSampleFrom(group, startMs + seconds * 1000) <= firstSampleFrom(group, startMs)) return null;
    const { left, right } = trendPairs(group);
    const masked = maskedSamples(source, first, end);
    const input: TrendChunkInput = {
      ...{ startMs, seconds, first, end, notch: settings.notch, isArtifactReduced: settings.isArtifactReduced },
      derivations: [...left, ...right].map(({ derivation }) => derivation),
      masked: masked?.some((spans) => spans.length > 0) ? masked : null,
    };
    const facts = createHash("sha256")
      .update(name)
      .update(JSON.stringify([chunk, input.masked]))
      .digest("hex");
    const key = chunkKey(facts, { recording, group }, first, end);
    // Values without the masked parts have a folder of their own, or the one who leaves out artifacts and the one who does not would take turns.
    const kind = input.masked === null ? name : `${name} masked`;
    const pyramid = createHash("sha256").update(kind).digest("hex");
    const isOpen = recording.tail !== undefined && (endOfSamples(group) ?? 0) < endMs;
    return { input, key, file: isOpen ? null : { pyramid, chunk, key, seconds } };
  }

  /** What all chunks depend on, wherever there are samples and masks. */
  private nameOf({ source: { recording, group }, settings: { notch, isArtifactReduced } }: TrendOrder): string {
    const { left, right } = trendPairs(group);
    const derivations = [...left, ...right].map(({ derivation }) => derivation);
    return JSON.stringify([
      "trends",
      definition,
      this.coreHash,
      groupFacts(recording, group),
      derivations,
      notch,
      isArtifactReduced,
    ]);
  }
}

/** Chunks of the epoch grid that a group lies in, without those in its gaps. */
function chunksOf(group: SignalGroup, seconds: number): number[] {
  const chunks: number[] = [];
  for (const segment of group.segments) {
    const last = Math.ceil(endOfSegment(segment, group.sampling_hz) / (seconds * 1000));
    const first = Math.max(
      Math.floor(segment.start_ms / (seconds * 1000)),
      (chunks.at(-1) ?? Number.NEGATIVE_INFINITY) + 1,
    );
    for (let chunk = first; chunk < last; chunk++) chunks.push(chunk);
  }
  return chunks;
}

/** Bytes of the files of a group's trends. */
export function trendBytes(group: SignalGroup): number {
  const seconds = trendChunkSeconds(group.sampling_hz);
  return chunksOf(group, seconds).length * trendFileBytes(seconds);
}
