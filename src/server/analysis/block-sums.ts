/**
 * Sums of blocks of a channel, for windows that are longer than what is read at once: kept by the thread, so that the pages
 * of a day look back at a day without reading it again.
 */
import { runsWithin } from "../../domain/time/runs.ts";
import { type ChannelReader, maskedRuns } from "./channel-reader.ts";
import type { SourceChannel } from "./types.ts";

/** Blocks [from, to). */
export interface BlockRange {
  from: number;
  to: number;
}

/** Where float64 sums and counts of blocks of 2^bits samples are put, range after range. */
export interface SumsOrder {
  bits: number;
  ranges: readonly BlockRange[];
  sums: number;
  counts: number;
}

interface Sums {
  sums: Float64Array;
  counts: Float64Array;
}

/** Blocks that are summed together, and chunks of them that are kept: 8 MiB. */
const chunkBlocks = 256;
const mostChunks = 2048;
/** Read at once. */
const partSamples = 1 << 17;

export class BlockSums {
  /** The longest unused first. */
  private readonly chunks = new Map<string, Sums>();

  /** @throws what reading does */
  async load(reader: ChannelReader, source: SourceChannel, { bits, ranges, sums, counts }: SumsOrder): Promise<void> {
    const { f64 } = reader.core;
    let part: number | null = null;
    let at = 0;
    for (const { from, to } of ranges)
      for (let block = from; block < to; ) {
        const chunk = Math.floor(block / chunkBlocks);
        const stop = Math.min(to, (chunk + 1) * chunkBlocks);
        const key = keyOf(source, bits, chunk);
        let known = this.chunks.get(key);
        if (known === undefined) {
          part ??= reader.takeSamples(partSamples);
          known = await sumChunk(reader, source, { bits, chunk, part });
        }
        this.keep(key, known);
        const [begin, end] = [block - chunk * chunkBlocks, stop - chunk * chunkBlocks];
        f64.set(known.sums.subarray(begin, end), sums / 8 + at);
        f64.set(known.counts.subarray(begin, end), counts / 8 + at);
        at += stop - block;
        block = stop;
      }
  }

  private keep(key: string, sums: Sums): void {
    this.chunks.delete(key);
    this.chunks.set(key, sums); // the last in the order of use
    if (this.chunks.size > mostChunks) this.chunks.delete(this.chunks.keys().next().value as string);
  }
}

const samplesOf = (bits: number, chunk: number) => ({
  first: chunk * chunkBlocks * 2 ** bits,
  count: chunkBlocks * 2 ** bits,
});

/** What the sums of a chunk depend on. */
function keyOf(source: SourceChannel, bits: number, chunk: number): string {
  const { recording, group, channel } = source;
  const { first, count } = samplesOf(bits, chunk);
  const runs = runsWithin(group.segments, first, first + count).flatMap((run) => [run.first, run.count]);
  const masked = maskedRuns(source, first, first + count).flatMap((run) => [run.first, run.end]);
  const { data_object_id, data_version } = recording;
  return JSON.stringify([data_object_id, data_version, group.modality, channel, bits, chunk, runs, masked]);
}

async function sumChunk(
  reader: ChannelReader,
  source: SourceChannel,
  { bits, chunk, part }: { bits: number; chunk: number; part: number },
): Promise<Sums> {
  const made: Sums = { sums: new Float64Array(chunkBlocks), counts: new Float64Array(chunkBlocks) };
  const { first } = samplesOf(bits, chunk);
  const perPart = Math.min(chunkBlocks, partSamples / 2 ** bits);
  const { core } = reader;
  for (let block = 0; block < chunkBlocks; block += perPart) {
    await reader.read(source, first + block * 2 ** bits, perPart * 2 ** bits, part);
    core.arena.scope(() => {
      const [sums, counts] = [core.arena.take(8 * perPart), core.arena.take(8 * perPart)];
      core.kernels.addBlocks(part, perPart, bits, sums, counts);
      made.sums.set(core.f64.subarray(sums / 8, sums / 8 + perPart), block);
      made.counts.set(core.f64.subarray(counts / 8, counts / 8 + perPart), block);
    });
  }
  return made;
}
