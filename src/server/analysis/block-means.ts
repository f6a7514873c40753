/**
 * Means of the 10 s blocks of a channel on the epoch grid, as PRx is made of (algorithms.md 8): kept by the thread, so that a window that has moved on
 * reads what is new to it alone. A block is made of its own samples, in the order of time, wherever a window begins.
 */
import { runsWithin } from "../../domain/time/runs.ts";
import { type ChannelReader, maskedRuns } from "./channel-reader.ts";
import { blockMs, leastOfBlock } from "./prx-grid.ts";
import { addBlocks, partSamples } from "./prx-values.ts";
import { firstSampleFrom } from "./source-times.ts";
import type { SourceChannel } from "./types.ts";

/** An hour. */
const chunkBlocks = 360;
/** 6 MiB. */
const mostChunks = 2048;

/** Of a signal: what lies between is measured. */
export interface Bounds {
  low: number;
  high: number;
}

export class BlockMeans {
  /** The longest unused first. */
  private readonly chunks = new Map<string, Float64Array>();

  /**
   * Means of the blocks [from, to) of the epoch, float64, NaN where less than half of one was measured.
   * @throws what reading does
   */
  async load(
    reader: ChannelReader,
    source: SourceChannel,
    bounds: Bounds,
    { from, to }: { from: number; to: number },
  ): Promise<Float64Array> {
    const means = new Float64Array(to - from);
    const memory = { part: 0, edges: 0, sums: 0, counts: 0 };
    for (let at = from; at < to; ) {
      const chunk = Math.floor(at / chunkBlocks);
      const end = Math.min(to, (chunk + 1) * chunkBlocks);
      const key = keyOf(source, bounds, chunk);
      const made = this.chunks.get(key) ?? (await meansOf(reader, source, bounds, { chunk, memory }));
      this.keep(key, made);
      means.set(made.subarray(at - chunk * chunkBlocks, end - chunk * chunkBlocks), at - from);
      at = end;
    }
    return means;
  }

  private keep(key: string, means: Float64Array): void {
    this.chunks.delete(key);
    this.chunks.set(key, means); // the last in the order of use
    if (this.chunks.size > mostChunks) this.chunks.delete(this.chunks.keys().next().value as string);
  }
}

/** What the means of a chunk depend on. */
function keyOf(source: SourceChannel, { low, high }: Bounds, chunk: number): string {
  const { recording, group, channel } = source;
  const [first, end] = [chunk, chunk + 1].map((each) => firstSampleFrom(group, each * chunkBlocks * blockMs));
  const runs = runsWithin(group.segments, first, end).flatMap((run) => [run.first, run.count]);
  const masked = maskedRuns(source, first, end).flatMap((run) => [run.first, run.end]);
  const { data_object_id, data_version, start_ms } = recording;
  const { gain, offset } = group.channels[channel];
  const from = [data_object_id, data_version, start_ms, group.modality, channel, gain, offset];
  return JSON.stringify([from, low, high, chunk, runs, masked]);
}

interface Memory {
  part: number;
  edges: number;
  sums: number;
  counts: number;
}

async function meansOf(
  reader: ChannelReader,
  source: SourceChannel,
  { low, high }: Bounds,
  { chunk, memory }: { chunk: number; memory: Memory },
): Promise<Float64Array> {
  const { core, arena } = reader;
  if (memory.part === 0) {
    memory.part = reader.takeSamples(partSamples);
    memory.edges = arena.take(4 * (chunkBlocks + 1));
    memory.sums = reader.takeSums(chunkBlocks);
    memory.counts = reader.takeSums(chunkBlocks);
  }
  const { sums, counts } = memory;
  for (const at of [sums, counts]) core.f64.fill(0, at / 8, at / 8 + chunkBlocks);
  const hour = { first: 0, step: 1, startMs: chunk * chunkBlocks * blockMs, blocks: chunkBlocks, at: 0 };
  await addBlocks(reader, source, [hour], { low, high, ...memory });
  core.kernels.meansOf(sums, counts, chunkBlocks, (leastOfBlock * blockMs * source.group.sampling_hz) / 1000);
  return core.f64.slice(sums / 8, sums / 8 + chunkBlocks);
}
