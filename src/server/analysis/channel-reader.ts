/** Reads one channel of a group into the core's memory: physical values, float32, NaN where there is none. */
import { Arena } from "../../signal/arena.ts";
import type { Core } from "../../signal/core.ts";
import { memoryMap } from "../../signal/memory.ts";
import type { SampleReader } from "../recordings/index.ts";
import { firstSampleFrom } from "./source-times.ts";
import type { SourceChannel } from "./types.ts";

/** Stored blocks are read into here (recordings/blocks.ts). */
const roomBytes = 1024 * 1024;
/** Samples that lie elsewhere go through the core in pieces of so many. */
const staged = 8192;
/** Kernels work on whole vectors: so many values behind the last one may be written. */
const slack = 8;
/** A code outside int16: there is none. */
const noCode = 1 << 30;

export type StoredReader = Pick<SampleReader, "readSlices">;

/** With what values are computed on a thread. */
export interface ThreadDeps {
  core: Core;
  reader: StoredReader;
  /** Called often; throws when nobody waits for the result any more. */
  onStep(): void;
}

/** One computation: its memory is free again once it is forgotten. A thread has no tile slots, so it takes their range. */
export class ChannelReader {
  readonly core: Core;
  readonly arena = new Arena(memoryMap.tiles[0] + roomBytes, memoryMap.tiles[1]);
  readonly onStep: () => void;
  private readonly reader: StoredReader;
  private readonly room: Uint8Array;
  private readonly stage: number;

  constructor({ core, reader, onStep }: ThreadDeps) {
    this.core = core;
    this.reader = reader;
    this.onStep = onStep;
    this.room = new Uint8Array(core.memory.buffer, memoryMap.tiles[0], roomBytes);
    this.stage = this.arena.take(4 * (staged + slack));
  }

  /** Memory for so many float32 values. */
  takeSamples = (count: number): number => this.arena.take(4 * (count + slack));

  /** Memory for so many float64 values, zeros. */
  takeSums(count: number): number {
    const at = this.arena.take(8 * count);
    this.core.f64.fill(0, at / 8, at / 8 + count);
    return at;
  }

  /** Grid samples [first, first + count) to `dst`. What lies outside of the grid is missing. @throws what reading does */
  async read(source: SourceChannel, first: number, count: number, dst: number): Promise<void> {
    const { recording, group, channel } = source;
    const { f32 } = this.core;
    f32.fill(Number.NaN, dst / 4, dst / 4 + count);
    await this.reader.readSlices(recording, group, { first, count, room: this.room }, (slices) => {
      this.onStep();
      for (const { data, stride, first: sliceFirst, runs } of slices)
        for (const run of runs) {
          const at = channel * stride + run.first - sliceFirst;
          const to = dst + 4 * (run.first - first);
          this.scale({ group, channel }, data.subarray(at, at + run.count), to);
          const behind = run.first + run.count - first;
          f32.fill(Number.NaN, dst / 4 + behind, dst / 4 + Math.min(behind + slack, count));
        }
    });
    for (const run of maskedRuns(source, first, first + count))
      f32.fill(Number.NaN, dst / 4 + run.first - first, dst / 4 + run.end - first);
  }

  private scale(
    source: Pick<SourceChannel, "group" | "channel">,
    stored: Int16Array | Float32Array,
    dst: number,
  ): void {
    const { core } = this;
    if (stored.buffer === core.memory.buffer) {
      this.scaleFrom(source, stored, stored.byteOffset, dst);
      return;
    }
    for (let from = 0; from < stored.length; from += staged) {
      const part = stored.subarray(from, from + staged);
      if (part instanceof Int16Array) core.i16.set(part, this.stage / 2);
      else core.f32.set(part, this.stage / 4);
      this.scaleFrom(source, part, this.stage, dst + 4 * from);
    }
  }

  private scaleFrom(
    { group, channel }: Pick<SourceChannel, "group" | "channel">,
    { length, BYTES_PER_ELEMENT }: Int16Array | Float32Array,
    src: number,
    dst: number,
  ): void {
    const { kernels } = this.core;
    const { gain, offset } = group.channels[channel];
    if (BYTES_PER_ELEMENT === 2) kernels.scaleInt16(src, length, dst, gain, offset, group.missing_code ?? noCode);
    else kernels.scaleFloat32(src, length, dst, gain, offset, group.missing_code ?? Number.NaN);
  }
}

/** Grid samples [first, end) that are masked, by channel. */
const runsOf = new WeakMap<SourceChannel, { first: number; end: number }[]>();

/** The parts of grid samples [from, to) that are masked. */
export function maskedRuns(source: SourceChannel, from: number, to: number): { first: number; end: number }[] {
  let all = runsOf.get(source);
  if (all === undefined) {
    const { group, masked } = source;
    all = masked
      .map(([startMs, endMs]) => ({ first: firstSampleFrom(group, startMs), end: firstSampleFrom(group, endMs) }))
      .filter(({ first, end }) => end > first);
    runsOf.set(source, all);
  }
  return all
    .filter(({ first, end }) => first < to && end > from)
    .map(({ first, end }) => ({ first: Math.max(first, from), end: Math.min(end, to) }));
}
