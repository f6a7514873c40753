/** One chunk of rows on its way through the kernels: scale, derive, filter, slice by slice, with carried state. */
import { lanes, type Operand, type RowChunk } from "./compile.ts";
import type { Core } from "./core.ts";
import { demand } from "./parameter-error.ts";
import { clipRuns } from "./runs.ts";
import type { SampleSource } from "./types.ts";

/**
 * Samples of one slice. Slices end at multiples of this on the grid, where states that died away are set to rest. Four groups of a slice take 32 KiB and stay in the
 * first-level cache while the sections pass over them.
 */
export const sliceSamples = 512;
const vectorBytes = 16;
const channelEntryBytes = 24;
const groupEntryBytes = 48;
/** x0, smallest, largest. */
const stateHeadBytes = 48;
const sliceBytes = sliceSamples * 4;
/** Groups lie a cache line more than a slice apart, so that their samples do not fall into the same cache sets. */
const groupStride = sliceSamples * vectorBytes + 64;

/** A source whose channels may lie further apart than its samples. */
export type StridedSource = SampleSource & {
  readonly stride?: number;
  /** Grid samples that are taken as missing, by channel: what is masked. */
  readonly masked?: readonly (readonly MaskedSamples[])[];
};
/** Grid samples [first, end). */
export interface MaskedSamples {
  first: number;
  end: number;
}

/** What happens to filtered samples. `at` is the grid index of the first one. */
export interface Sink {
  /** Samples before this one are warm-up and are not handed over. */
  readonly from: number;
  /** Takes `count` samples of the groups; called in ascending order and never across a gap. */
  take(at: number, count: number): void;
}

/** The state of a chunk between calls, so that other recipes can use the scratch in the meantime. */
export interface Carried {
  readonly bytes: Uint8Array;
  /** Grid index after the last sample filtered; NaN before the first. */
  next: number;
}

const stateBytesOf = ({ sections, plan }: RowChunk): number => stateHeadBytes + sections * (plan.usesFloat64 ? 64 : 32);

export const freshState = (chunk: RowChunk): Carried => ({
  bytes: new Uint8Array(stateBytesOf(chunk) * chunk.groups),
  next: Number.NaN,
});

/** Scratch and tables of one chunk. Lives inside an arena scope. */
export class Pipeline {
  readonly groupTable: number;
  readonly #states: number;
  readonly #channelTable: number;
  readonly #raw: number[];
  readonly #means: { kind: "average" | "neighbours"; list: number; count: number; dst: number }[];
  readonly #coefficients: number;
  readonly #starts: number;
  readonly #spare: number;

  constructor(
    readonly core: Core,
    readonly chunk: RowChunk,
    readonly source: Pick<SampleSource, "gains" | "offsets" | "missingCode">,
    readonly carried: Carried,
  ) {
    const { arena, u32, f32, f64 } = core;
    const { plan } = chunk;
    const electrodes = chunk.channels.map(() => arena.take(sliceBytes));
    this.#raw = chunk.channels.map(() => arena.take(sliceBytes + 8));
    this.#channelTable = arena.take(chunk.channels.length * channelEntryBytes);
    chunk.channels.forEach((channel, position) => {
      const entry = this.#channelTable + position * channelEntryBytes;
      u32[entry / 4 + 1] = electrodes[position];
      f64[entry / 8 + 1] = source.gains[channel];
      f64[entry / 8 + 2] = source.offsets[channel];
    });
    this.#means = chunk.means.map(({ kind, members }) => {
      const list = arena.take(members.length * 4);
      for (const [place, member] of members.entries()) u32[list / 4 + place] = electrodes[member];
      return { kind, list, count: members.length, dst: arena.take(sliceBytes) };
    });
    const zeros = arena.take(sliceBytes);
    core.u8.fill(0, zeros, zeros + sliceBytes);
    const placeOf = (operand: Operand): number => {
      if (operand.kind === "zero") return zeros;
      return operand.kind === "channel" ? electrodes[operand.index] : this.#means[operand.index].dst;
    };
    const stateBytes = stateBytesOf(chunk);
    this.#states = arena.take(stateBytes * chunk.groups);
    this.groupTable = arena.take(chunk.groups * groupEntryBytes);
    for (let group = 0; group < chunk.groups; group++) {
      const entry = (this.groupTable + group * groupEntryBytes) / 4;
      for (let lane = 0; lane < lanes; lane++) {
        const row = chunk.rows.at(group * lanes + lane);
        u32[entry + lane] = row === undefined ? zeros : placeOf(row.first);
        u32[entry + lanes + lane] = row === undefined ? zeros : placeOf(row.second);
      }
      u32[entry + 8] = arena.take(groupStride);
      u32[entry + 9] = this.#states + group * stateBytes;
    }
    this.#coefficients = arena.take(plan.sections.length * 8);
    if (plan.usesFloat64) f64.set(plan.sections, this.#coefficients / 8);
    else f32.set(plan.sections, this.#coefficients / 4);
    this.#starts = arena.take(sliceSamples * vectorBytes);
    this.#spare = arena.take(plan.usesFloat64 ? sliceSamples * 64 : chunk.groups * 4 + vectorBytes);
    if (Number.isNaN(carried.next)) {
      this.#endRuns();
      core.kernels.openColumn(this.groupTable, chunk.groups);
    } else core.u8.set(carried.bytes, this.#states);
  }

  /** Runs the samples of the source in [from, to) through the chunk. Runs end where the source has no data and at seams. */
  run(source: StridedSource, from: number, to: number, sink: Sink): void {
    for (const run of clipRuns(source.runs, Math.max(from, source.first), Math.min(to, source.first + source.count))) {
      const end = run.first + run.count;
      if (run.first !== this.carried.next || run.isSeam) this.#endRuns();
      for (let at = run.first; at < end; ) {
        let stop = Math.min(end, (Math.floor(at / sliceSamples) + 1) * sliceSamples);
        if (at < sink.from) stop = Math.min(stop, sink.from);
        this.#load(source, at, stop - at);
        this.#filter(stop - at);
        if (stop % sliceSamples === 0) this.#flushDenormals();
        if (at >= sink.from) sink.take(at, stop - at);
        at = stop;
      }
      this.carried.next = end;
    }
  }

  /** Keeps the state for a later call. */
  save(): void {
    const { bytes } = this.carried;
    bytes.set(this.core.u8.subarray(this.#states, this.#states + bytes.length));
  }

  #load(source: StridedSource, at: number, count: number): void {
    const { kernels, i16, f32, u32, memory } = this.core;
    const { data, missingCode, stride = source.count } = source;
    const start = at - source.first;
    const isInt16 = data instanceof Int16Array;
    const isInPlace = data.buffer === memory.buffer;
    const { byteOffset, BYTES_PER_ELEMENT: width } = data;
    const { channels } = this.chunk;
    for (let position = 0; position < channels.length; position++) {
      const begin = channels[position] * stride + start;
      const from = byteOffset + begin * width;
      // Engines copy into shared memory word by word only where both sides lie alike in their words, else byte by byte.
      const place = isInPlace ? from : this.#raw[position] + (from % 8);
      u32[(this.#channelTable + position * channelEntryBytes) / 4] = place;
      if (isInPlace) continue;
      if (isInt16) i16.set(data.subarray(begin, begin + count), place / 2);
      else f32.set(data.subarray(begin, begin + count), place / 4);
    }
    const kind = isInt16 ? 0 : 1;
    kernels.scaleChannels(this.#channelTable, channels.length, count, kind, missingCode ?? Number.NaN);
    if (source.masked !== undefined) this.#mask(source.masked, at, count);
    for (const { kind: mean, list, count: members, dst } of this.#means) {
      if (mean === "average") kernels.averageOf(list, members, count, dst);
      else kernels.neighboursOf(list, members, count, dst);
    }
    kernels.deriveGroups(this.groupTable, this.chunk.groups, count);
  }

  /** Before anything is derived: means leave out what is masked. */
  #mask(masked: readonly (readonly MaskedSamples[])[], at: number, count: number): void {
    const { f32, u32 } = this.core;
    for (const [position, channel] of this.chunk.channels.entries()) {
      const values = u32[(this.#channelTable + position * channelEntryBytes) / 4 + 1] / 4 - at;
      for (const { first, end } of masked[channel])
        if (first < at + count && end > at)
          f32.fill(Number.NaN, values + Math.max(first, at), values + Math.min(end, at + count));
    }
  }

  #filter(count: number): void {
    const { sections, plan, keepsConstant } = this.chunk;
    if (sections === 0) return;
    const cascade = plan.usesFloat64 ? this.core.kernels.cascade64 : this.core.kernels.cascade32;
    cascade(
      this.groupTable,
      this.chunk.groups,
      count,
      this.#coefficients,
      sections,
      keepsConstant ? 1 : 0,
      this.#starts,
      this.#spare,
    );
  }

  #endRuns(): void {
    this.core.kernels.endRuns(this.groupTable, this.chunk.groups, stateBytesOf(this.chunk) - stateHeadBytes);
  }

  #flushDenormals(): void {
    const { kernels } = this.core;
    const wide = this.chunk.plan.usesFloat64 ? 1 : 0;
    kernels.flushDenormals(this.groupTable, this.chunk.groups, stateBytesOf(this.chunk) - stateHeadBytes, wide);
  }
}

/** Throws ParameterError when the arrays of a source do not fit each other. Returns its number of channels. */
export function demandSource(source: StridedSource): number {
  const channels = source.gains.length;
  demand(source.offsets.length === channels, `${source.offsets.length} offsets for ${channels} gains`);
  demand(Number.isSafeInteger(source.first) && source.first >= 0, `source begins at ${source.first}`);
  demand(Number.isSafeInteger(source.count) && source.count >= 0, `source of ${source.count} samples`);
  const { stride = source.count } = source;
  demand(Number.isSafeInteger(stride) && stride >= source.count, `channels ${stride} values apart`);
  demand(
    channels === 0 || source.data.length >= (channels - 1) * stride + source.count,
    `${source.data.length} values for ${channels} channels of ${source.count} samples`,
  );
  return channels;
}
