/** Writes one signal group: samples and all their levels in one pass over the source, and its description. */

import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { endOf, isTouched, joinRuns, runsWithin } from "../../domain/time/runs.ts";
import type { Segment, SignalGroup } from "../../protocol/recordings.ts";
import type { Run } from "../../signal/types.ts";
import { replaceDurably } from "../platform/durable.ts";
import { ArrayWriter, type Values } from "./array-writer.ts";
import { digestOf, sumBytes } from "./checksum.ts";
import {
  type ArrayLayout,
  arraysOf,
  blockSamples,
  emptyPair,
  levelFactors,
  levelLayout,
  levelsOf,
  missingSample,
  sampleLayout,
  type sumsFiles,
} from "./geometry.ts";
import { inEntries, mergePair, reducePairs, reduceSamples } from "./levels.ts";
import { type GroupSums, sumsOf } from "./sums.ts";
import { writeSums } from "./sums-file.ts";
import { TimeGrid } from "./time-grid.ts";
import type { SourceBlock } from "./types.ts";
import { describeArray, describeGroup, type GroupFacts } from "./zarr.ts";

interface Level {
  factor: number;
  layout: ArrayLayout;
  writer: ArrayWriter;
}

/** What a block would do to its group. */
export interface Foreseen {
  /** It lies before what is there, or over it. */
  isDisplacing: boolean;
  /** How many there would be. */
  segments: number;
  /** By which the sums grow. */
  sumsBytes: number;
  /** Of void blocks that are written behind it. */
  voidBytes: number;
}

/** Samples of all channels taken in at once: bounds the scratch of the levels. */
const sliceValues = 1 << 20;
const step = levelFactors[0];

export class GroupWriter {
  readonly grid: TimeGrid;
  private readonly group: Omit<SignalGroup, "sample_count" | "segments">;
  private readonly folder: string;
  private readonly layout: ArrayLayout;
  private readonly samples: ArrayWriter;
  private readonly levels: Level[];
  /** Pairs of the slice at hand: of one level, all channels, [channel][entry][2], and of the next. */
  private readonly scratch: [Values, Values];
  private readonly stride: number;
  private readonly sliceSamples: number;
  private readonly displaced: Run[] = [];
  /** Of the file that holds the checksums of all blocks. */
  sumsDigest = "";

  /** `folder` must not exist yet, unless `resume` is called first. Grid index 0 is at `originMs`. Some three times `memoryBytes` are used. */
  constructor(
    folder: string,
    group: Omit<SignalGroup, "sample_count" | "segments">,
    originMs: number,
    memoryBytes = 2 ** 20,
  ) {
    this.folder = folder;
    this.group = group;
    this.grid = new TimeGrid(originMs, group.sampling_hz);
    this.layout = sampleLayout(group, Number.POSITIVE_INFINITY);
    this.samples = new ArrayWriter(join(folder, this.layout.folder), this.layout, memoryBytes);
    this.levels = levelFactors.map((factor) => {
      const layout = levelLayout(group, Number.POSITIVE_INFINITY, factor);
      return { factor, layout, writer: new ArrayWriter(join(folder, layout.folder), layout, memoryBytes / 16) };
    });
    this.sliceSamples = Math.max(1024, Math.floor(sliceValues / Math.max(1, group.channels.length)));
    this.stride = 2 * (Math.ceil(this.sliceSamples / step) + 1);
    const length = this.stride * group.channels.length;
    const values = () => (group.sample_type === "int16" ? new Int16Array(length) : new Float32Array(length));
    this.scratch = [values(), values()];
  }

  /** Bytes handed to the disk so far. */
  get bytesWritten(): number {
    return [this.samples, ...this.levels.map(({ writer }) => writer)].reduce((sum, one) => sum + one.bytesWritten, 0);
  }

  /** Appends a block: data [channel][count], the first sample at `startMs`. @throws what the disk says. */
  async append({ startMs, isSeam, isGap, count, data }: Omit<SourceBlock, "group" | "bytesRead">): Promise<void> {
    if (data instanceof Int16Array !== (this.group.sample_type === "int16") || data.length !== count * this.channels) {
      throw new Error("The reader gave a block of another form than its header says.");
    }
    if (count === 0) return;
    const { first, displaced } = this.grid.place(startMs, count, { isSeam, isGap });
    this.displaced.push(...displaced);
    for (let from = 0; from < count; from += this.sliceSamples) {
      const length = Math.min(this.sliceSamples, count - from);
      await this.putSamples(first + from, length, data, from, count);
      await this.putLevels(first + from, length, data, from, count);
    }
  }

  /** What appending a block would do. */
  foresee({ startMs, isSeam, isGap, count }: Omit<SourceBlock, "group" | "data" | "bytesRead">): Foreseen {
    const { grid } = this;
    const { first, continues } = grid.locate(startMs, { isSeam, isGap });
    return {
      isDisplacing: grid.isBefore(startMs) || first < grid.end,
      segments: grid.segments.length + (continues === null ? 1 : 0),
      sumsBytes: this.sumsBytesOf(Math.max(grid.end, first + count)) - this.sumsBytes,
      voidBytes: [{ layout: this.layout, writer: this.samples }, ...this.levels].reduce(
        (sum, { layout, writer }) => sum + writer.voidBytesBefore(Math.floor(first / blockSamples(layout))),
        0,
      ),
    };
  }

  /** Bytes of the sums of all that is there. */
  get sumsBytes(): number {
    return this.sumsBytesOf(this.grid.end);
  }

  /** The samples so far are on the disk afterwards, whole; levels only with `isSealing`: they can be made again. */
  async commit({ isSealing }: { isSealing: boolean }): Promise<void> {
    const levels = this.levels.map(({ writer }) => writer.commit({ isDurable: isSealing }));
    await Promise.all([this.samples.commit({ isDurable: true }), ...levels]);
  }

  /** So many of the first samples can be sealed: whole blocks. After `commit`. */
  get sealable(): number {
    return Math.floor(this.grid.end / this.layout.perBlock) * this.layout.perBlock;
  }

  /** The group as far as that, and the bytes of its sums: those of blocks that reach beyond are of no use. After `commit`. */
  sumsUpTo(sampleCount: number): Uint8Array {
    const arrays = arraysOf({ ...this.group, sample_count: sampleCount });
    const writers = [this.samples, ...this.levels.map(({ writer }) => writer)];
    return Buffer.concat(arrays.map(({ blocks }, k) => writers[k].sumsOf(blocks)));
  }

  /**
   * Goes on with a group that was left with these segments, whatever else was written since. Its first `sealedCount` samples
   * are as they lie there, and so are their levels; the levels of the others are made again.
   */
  async resume(segments: readonly Segment[], sealedCount: number, sums: GroupSums): Promise<void> {
    this.grid.resume(segments);
    const { end } = this.grid;
    const { perBlock } = this.layout;
    const isHeld = (layout: ArrayLayout, count: number) => (block: number) =>
      block * blockSamples(layout) < count &&
      isTouched(segments, block * blockSamples(layout), (block + 1) * blockSamples(layout));
    await this.samples.resume(isHeld(this.layout, end), sumsOf(sums, this.layout));
    // What reaches beyond the end may hold samples that were never acknowledged.
    await this.voidOutside({ first: end, count: Math.ceil(end / perBlock) * perBlock - end });
    let runs = inEntries(runsWithin(segments, sealedCount, end), step);
    for (const [k, level] of this.levels.entries()) {
      const { factor, layout, writer } = level;
      // The sum of a block that reaches beyond is of no use: it was written to since.
      const whole = Math.floor(sealedCount / blockSamples(layout));
      await writer.resume(isHeld(layout, sealedCount), sumsOf(sums, layout).subarray(0, whole * sumBytes));
      const first = Math.floor(sealedCount / factor);
      await this.emptyEntries(level, {
        first,
        count: Math.ceil(sealedCount / blockSamples(layout)) * layout.perBlock - first,
      });
      if (k > 0) runs = inEntries(runs, step);
      if (sealedCount % factor !== 0) runs = joinRuns([{ first, count: 1 }, ...runs]);
      for (const run of runs)
        if (k > 0) await this.raiseEntries(k, run);
        else for (const part of runsWithin(segments, run.first * step, endOf(run) * step)) await this.reduceAgain(part);
    }
    await this.commit({ isSealing: true });
  }

  /** Puts sums in the place of those of one of the two files. */
  replaceSums(name: (typeof sumsFiles)[number], bytes: Uint8Array): Promise<void> {
    return replaceDurably(join(this.folder, name), bytes);
  }

  /**
   * Completes all files, syncs them and returns the finished group; `sumsDigest` is told from then on. `isGrowing`: readers go
   * by the old sums until the row names the new ones, which are put in one of the files only.
   */
  async finish(facts: GroupFacts, { isGrowing = false } = {}): Promise<SignalGroup> {
    await this.repair();
    const group = { ...this.group, sample_count: this.grid.end, segments: this.grid.segments };
    await mkdir(this.folder, { recursive: true });
    const layout = sampleLayout(group, group.sample_count);
    await this.samples.finish(layout.blocks, layout.blocksPerChunk);
    await describeArray(join(this.folder, layout.folder), layout);
    const factors = levelsOf(group.sample_count);
    for (const { factor, writer } of this.levels) {
      const final = levelLayout(group, group.sample_count, factor);
      if (!factors.includes(factor)) {
        await writer.abandon();
        await rm(join(this.folder, `l${factor}`), { recursive: true, force: true });
      } else {
        await writer.finish(final.blocks, final.blocksPerChunk);
        await describeArray(join(this.folder, final.folder), final);
      }
    }
    await describeGroup(this.folder, group, facts);
    const sums = this.sumsUpTo(group.sample_count);
    if (isGrowing) await this.replaceSums("sums.copy", sums);
    else await writeSums(this.folder, sums);
    this.sumsDigest = digestOf(sums);
    return group;
  }

  /** Lets go of open files; the folder is about to be deleted. */
  async abandon(): Promise<void> {
    for (const writer of [this.samples, ...this.levels.map((level) => level.writer)]) await writer.abandon();
  }

  private sumsBytesOf(sampleCount: number): number {
    return arraysOf({ ...this.group, sample_count: sampleCount }).reduce(
      (sum, { blocks }) => sum + blocks * sumBytes,
      0,
    );
  }

  private get channels(): number {
    return this.group.channels.length;
  }

  private async putSamples(
    first: number,
    count: number,
    data: Int16Array | Float32Array,
    from: number,
    rowLength: number,
  ): Promise<void> {
    const { perBlock } = this.layout;
    for (let done = 0; done < count; ) {
      const block = Math.floor((first + done) / perBlock);
      const within = first + done - block * perBlock;
      const length = Math.min(perBlock - within, count - done);
      if (!this.samples.holds(block)) await this.samples.seek(block);
      const { values } = this.samples;
      let to = (block - this.samples.windowFirst) * this.samples.blockValues + within;
      let row = from + done;
      for (let c = 0; c < this.channels; c++, to += perBlock, row += rowLength) {
        values.set(data.subarray(row, row + length), to);
      }
      done += length;
    }
  }

  private async putLevels(
    first: number,
    count: number,
    data: Int16Array | Float32Array,
    from: number,
    rowLength: number,
  ): Promise<void> {
    let [pairs, coarser] = this.scratch;
    let entries = 0;
    for (let c = 0; c < this.channels; c++) {
      const into = pairs.subarray(c * this.stride, (c + 1) * this.stride);
      const { missing_code } = this.group;
      entries = reduceSamples(data, from + c * rowLength, count, first % step, step, missing_code, into);
    }
    let firstEntry = Math.floor(first / step);
    for (const level of this.levels) {
      await this.mergeEntries(level, firstEntry, entries, pairs);
      const phase = firstEntry % step;
      let next = 0;
      for (let c = 0; c < this.channels; c++) {
        const source = pairs.subarray(c * this.stride, (c + 1) * this.stride);
        next = reducePairs(source, 0, entries, phase, step, coarser.subarray(c * this.stride, (c + 1) * this.stride));
      }
      firstEntry = Math.floor(firstEntry / step);
      entries = next;
      [pairs, coarser] = [coarser, pairs];
    }
  }

  private async mergeEntries(level: Level, firstEntry: number, entries: number, pairs: Values): Promise<void> {
    const { layout, writer } = level;
    for (let done = 0; done < entries; ) {
      const block = Math.floor((firstEntry + done) / layout.perBlock);
      const within = firstEntry + done - block * layout.perBlock;
      const length = Math.min(layout.perBlock - within, entries - done);
      if (!writer.holds(block)) await writer.seek(block);
      const { values } = writer;
      const base = (block - writer.windowFirst) * writer.blockValues;
      for (let c = 0; c < this.channels; c++) {
        const to = base + 2 * (c * layout.perBlock + within);
        const source = c * this.stride + 2 * done;
        for (let k = 0; k < 2 * length; k += 2) mergePair(values, to + k, pairs[source + k], pairs[source + k + 1]);
      }
      done += length;
    }
  }

  /** Where later blocks displaced earlier ones: voids what no segment holds and computes the levels again. */
  private async repair(): Promise<void> {
    const dirty = joinRuns(this.displaced);
    for (const run of dirty) await this.voidOutside(run);
    let runs = inEntries(dirty, step);
    for (const run of runs) await this.emptyEntries(this.levels[0], run);
    for (const run of runs) {
      for (const part of runsWithin(this.grid.segments, run.first * step, endOf(run) * step)) {
        await this.reduceAgain(part);
      }
    }
    for (let k = 1; k < this.levels.length; k++) {
      runs = inEntries(runs, step);
      for (const run of runs) await this.emptyEntries(this.levels[k], run);
      for (const run of runs) await this.raiseEntries(k, run);
    }
  }

  private async voidOutside(run: Run): Promise<void> {
    const missing = missingSample[this.group.sample_type];
    const held = [...runsWithin(this.grid.segments, run.first, endOf(run)), { first: run.first + run.count, count: 0 }];
    let at = run.first;
    for (const part of held) {
      while (at < part.first) {
        const count = Math.min(this.sliceSamples, part.first - at);
        const voids = this.rowValues(count * this.channels).fill(missing);
        await this.putSamples(at, count, voids, 0, count);
        at += count;
      }
      at = part.first + part.count;
    }
  }

  private async emptyEntries({ layout, writer }: Level, run: Run): Promise<void> {
    const [low, high] = emptyPair[layout.sampleType];
    for (let entry = run.first; entry < run.first + run.count; entry++) {
      const block = Math.floor(entry / layout.perBlock);
      if (!writer.holds(block)) await writer.seek(block);
      const base = (block - writer.windowFirst) * writer.blockValues + 2 * (entry - block * layout.perBlock);
      for (let c = 0; c < this.channels; c++) {
        writer.values[base + 2 * c * layout.perBlock] = low;
        writer.values[base + 2 * c * layout.perBlock + 1] = high;
      }
    }
  }

  /** Reads a part of one segment back and merges it into the finest level. */
  private async reduceAgain(part: Run): Promise<void> {
    const { perBlock } = this.layout;
    const [pairs] = this.scratch;
    for (let at = part.first; at < part.first + part.count; ) {
      const block = Math.floor(at / perBlock);
      const within = at - block * perBlock;
      const count = Math.min(perBlock - within, part.first + part.count - at, this.sliceSamples);
      await this.samples.seek(block);
      const base = (block - this.samples.windowFirst) * this.samples.blockValues + within;
      let entries = 0;
      for (let c = 0; c < this.channels; c++) {
        const into = pairs.subarray(c * this.stride, (c + 1) * this.stride);
        const { missing_code } = this.group;
        entries = reduceSamples(this.samples.values, base + c * perBlock, count, at % step, step, missing_code, into);
      }
      await this.mergeEntries(this.levels[0], Math.floor(at / step), entries, pairs);
      at += count;
    }
  }

  /** Computes entries of level k from the level below it. */
  private async raiseEntries(k: number, run: Run): Promise<void> {
    const [below, above] = [this.levels[k - 1], this.levels[k]];
    const [pairs] = this.scratch;
    const { perBlock } = below.layout;
    const end = Math.min((run.first + run.count) * step, Math.ceil(this.grid.end / below.factor));
    for (let at = run.first * step; at < end; ) {
      const block = Math.floor(at / perBlock);
      const within = at - block * perBlock;
      const count = Math.min(perBlock - within, end - at);
      await below.writer.seek(block);
      const base = (block - below.writer.windowFirst) * below.writer.blockValues;
      let entries = 0;
      for (let c = 0; c < this.channels; c++) {
        const into = pairs.subarray(c * this.stride, (c + 1) * this.stride);
        const from = base / 2 + c * perBlock + within;
        entries = reducePairs(below.writer.values, from, count, at % step, step, into);
      }
      await this.mergeEntries(above, Math.floor(at / step), entries, pairs);
      at += count;
    }
  }

  private rowValues(length: number): Values {
    return this.group.sample_type === "int16" ? new Int16Array(length) : new Float32Array(length);
  }
}
