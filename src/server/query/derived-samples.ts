/**
 * Samples of derived groups, made in chunks of their grid on compute threads and kept in memory: asked for again, or by
 * another reader, they are there. A chunk is made whole, whatever part of it a page wants.
 */
import { createHash } from "node:crypto";
import { runsWithin } from "../../domain/time/runs.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import { sourceRuns } from "../analysis/index.ts";
import { KeptResults } from "../platform/kept-results.ts";
import type { StoredSamples } from "../recordings/index.ts";
import type { ComputePool } from "./compute-pool.ts";
import { groupFacts } from "./derived-cache.ts";
import { cancelled } from "./page-refused.ts";
import { derivedSamples } from "./tasks/derived-samples.ts";
import type { Making, PageSource } from "./tasks/task.ts";
import type { Asker } from "./turns.ts";

/** A chunk takes a few ms of a thread and holds so much time and so many samples at most; of slow groups fewer, as each is made of many. */
const chunkMs = 6 * 3_600_000;
const mostSamples = { fast: 65_536, slow: 2048 } as const;
const fastHz = 20;
/** Chunks of one page that are waited for side by side. */
const sideBySide = 8;
const defaultBudgetBytes = 32 * 1024 * 1024;

/** Grid samples of a chunk of that rate: a power of two. */
export function chunkLength(samplingHz: number): number {
  const most = samplingHz >= fastHz ? mostSamples.fast : mostSamples.slow;
  return 2 ** Math.floor(Math.log2(Math.max(1, Math.min(most, (chunkMs / 1000) * samplingHz))));
}

export class DerivedSamples {
  private readonly chunks: KeptResults<Float32Array>;

  constructor(
    private readonly pool: Pick<ComputePool, "run">,
    private readonly coreHash: string,
    budgetBytes = defaultBudgetBytes,
  ) {
    this.chunks = new KeptResults(({ byteLength }) => byteLength, budgetBytes);
  }

  /** Grid samples [first, first + count) of every channel, as Recordings.readSamples gives them. Fails as ComputePool.run does. */
  read(
    { recording, group }: PageSource,
    { first, count }: { first: number; count: number },
    asker: Asker,
  ): Making<StoredSamples> {
    const from = Math.min(Math.max(0, first), group.sample_count);
    const to = Math.min(Math.max(from, first + count), group.sample_count);
    const channels = group.channels.length;
    const data = new Float32Array(channels * (to - from)).fill(Number.NaN);
    const runs = runsWithin(group.segments, from, to);
    const length = chunkLength(group.sampling_hz);
    const chunks = [...new Set(runs.flatMap((run) => positions(run.first, run.first + run.count, length)))];
    const progresses = new Map<number, () => number>();
    let done = 0;
    let next = 0;
    const work = async () => {
      while (next < chunks.length) {
        const chunk = chunks[next++];
        if (asker.signal.aborted) throw cancelled();
        const { result, progress } = this.chunk({ recording, group }, chunk, length, asker);
        progresses.set(chunk, progress);
        const values = await result;
        const at = chunk * length;
        const held = values.length / channels;
        const [begin, end] = [Math.max(from, at), Math.min(to, at + held)];
        for (let channel = 0; channel < channels; channel++) {
          const own = values.subarray(channel * held + begin - at, channel * held + end - at);
          data.set(own, channel * (to - from) + begin - from);
        }
        progresses.delete(chunk);
        done++;
      }
    };
    const result = Promise.all(Array.from({ length: Math.min(chunks.length, sideBySide) }, work));
    return {
      result: result.then(() => ({ first: from, count: to - from, data, runs })),
      progress: () =>
        chunks.length === 0
          ? 1
          : (done + [...progresses.values()].reduce((sum, one) => sum + one(), 0)) / chunks.length,
    };
  }

  private chunk(
    { recording, group }: { recording: RecordingDetail; group: SignalGroup },
    chunk: number,
    length: number,
    asker: Asker,
  ): Making<Float32Array> {
    const first = chunk * length;
    const count = Math.min(length, group.sample_count - first);
    const key = this.keyOf(recording, group, { first, count });
    const known = this.chunks.get(key);
    if (known !== undefined) return { result: Promise.resolve(known), progress: () => 1 };
    const work = { recording, modality: group.modality, task: derivedSamples, input: { first, count }, key };
    const { result, progress } = this.pool.run(work, asker);
    return { result: result.then(({ data }) => this.chunks.keep(key, data as Float32Array)), progress };
  }

  /** Everything its values depend on, where there are samples included: a chunk that grew or was damaged is another one. */
  private keyOf(
    recording: RecordingDetail,
    group: SignalGroup,
    { first, count }: { first: number; count: number },
  ): string {
    const runs = runsWithin(group.segments, first, first + count).flatMap((run) => [run.first, run.count]);
    const facts = [this.coreHash, groupFacts(recording, group), first, count, runs];
    const made = sourceRuns(recording, group, first, first + count);
    return createHash("sha256").update(JSON.stringify(facts)).update(Float64Array.from(made)).digest("hex");
  }
}

/** Chunks that hold grid indexes of [from, to). */
function positions(from: number, to: number, length: number): number[] {
  const first = Math.floor(from / length);
  return Array.from({ length: Math.ceil(to / length) - first }, (_, k) => first + k);
}
