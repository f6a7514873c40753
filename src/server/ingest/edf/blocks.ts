/** Streams the records of a file as blocks of samples, a few MB at a time (memory bounded whatever the record size). */

import type { EdfHeader } from "../../../domain/edf/header.ts";
import { annotationBytes } from "../../../domain/edf/tal-places.ts";
import type { SourceBlock } from "../../recordings/types.ts";
import { type ByteSource, readFully } from "../byte-source.ts";
import type { AnnotationCollector } from "./annotations.ts";
import { copyInt16, copyInt24 } from "./demultiplex.ts";
import type { EdfGroup } from "./groups.ts";
import { type Stretch, sliceBytes } from "./timeline.ts";

export interface BlockPlan {
  source: ByteSource;
  header: EdfHeader;
  groups: EdfGroup[];
  timeline: Stretch[];
  headerMs: number;
  /** Gathers annotations while the records pass; null when that was done before. */
  collector: AnnotationCollector | null;
  /** What the time stamps of a file without gaps count from (domain/edf/first-stamp.ts). */
  origin: number;
}

interface Slice {
  stretch: Stretch;
  firstRecord: number;
  records: number;
}

/** Samples [lo, hi) of a stretch that lie in its used part and in records [first, first + records) of it. */
function sampleSpan(stretch: Stretch, perRecord: number, seconds: number, first: number, records: number) {
  const clip = (t: number) => Math.ceil((t / seconds) * perRecord - 1e-4);
  return {
    lo: Math.max(first * perRecord, clip(stretch.from)),
    hi: Math.min((first + records) * perRecord, clip(stretch.to)),
  };
}

const timeOf = (plan: BlockPlan, stretch: Stretch, sample: number, perRecord: number) =>
  plan.headerMs + (stretch.onset + (sample / perRecord) * plan.header.recordSeconds) * 1000;

function* slices({ header, timeline }: BlockPlan): Generator<Slice> {
  const perSlice = Math.max(1, Math.floor(sliceBytes / header.recordBytes));
  for (const stretch of timeline) {
    const { begin, end } = usedRecords(stretch, header.recordSeconds);
    for (let first = begin; first < end; first += perSlice) {
      yield { stretch, firstRecord: first, records: Math.min(perSlice, end - first) };
    }
  }
}

/** Records of a stretch that its used part touches; all of them where records have no duration. */
function usedRecords(stretch: Stretch, seconds: number): { begin: number; end: number } {
  if (seconds === 0) return { begin: 0, end: stretch.records };
  const end = Math.min(stretch.records, Math.ceil(stretch.to / seconds - 1e-9));
  return { begin: Math.floor(stretch.from / seconds + 1e-9), end };
}

/** Knows which block of each group is the first behind a seam; slow signals can have no sample in the stretch there. */
class SeamWatch {
  readonly #isAhead: boolean[];
  #stretch: Stretch | null = null;

  constructor(groups: readonly EdfGroup[]) {
    this.#isAhead = groups.map(() => false);
  }

  enter(stretch: Stretch): void {
    if (stretch !== this.#stretch && stretch.isSeam) this.#isAhead.fill(true);
    this.#stretch = stretch;
  }

  /** To be asked once for each block, in order. */
  isPassedBy(group: number): boolean {
    const isSeam = this.#isAhead[group];
    this.#isAhead[group] = false;
    return isSeam;
  }
}

/** All blocks of the file; those of one group ascend in time and never overlap. */
export async function* readBlocks(plan: BlockPlan): AsyncGenerator<SourceBlock> {
  const isLarge = plan.header.recordBytes > 2 * sliceBytes;
  yield* isLarge ? largeRecordBlocks(plan) : sliceBlocks(plan);
}

async function* sliceBlocks(plan: BlockPlan): AsyncGenerator<SourceBlock> {
  const { source, header } = plan;
  const whole = Math.max(sliceBytes, header.recordBytes);
  const buffers = [new Uint8Array(whole), new Uint8Array(whole)];
  let used = 0;
  let bytesRead = header.headerBytes;
  const begin = (slice: Slice) => {
    const into = buffers[used++ & 1].subarray(0, slice.records * header.recordBytes);
    const record = slice.stretch.firstRecord + slice.firstRecord;
    const filled = readFully(source, into, header.headerBytes + record * header.recordBytes);
    filled.catch(() => {}); // a failure is met where the slice is awaited
    return { slice, filled };
  };
  const seams = new SeamWatch(plan.groups);
  const scratch = new Scratch(header);
  const queue = slices(plan);
  let next = queue.next();
  let ahead = next.done ? null : begin(next.value);
  try {
    while (ahead) {
      const { slice, filled } = ahead;
      const bytes = await filled;
      next = queue.next();
      ahead = next.done ? null : begin(next.value);
      bytesRead += bytes.length;
      const first = slice.stretch.firstRecord + slice.firstRecord;
      plan.collector?.collect(bytes, header, first, expectedOnset(plan));
      seams.enter(slice.stretch);
      for (let group = 0; group < plan.groups.length; group++) {
        const block = cut(plan, group, slice, bytes, scratch);
        if (block) yield { ...block, isSeam: seams.isPassedBy(group), bytesRead };
      }
    }
  } finally {
    await ahead?.filled.catch(() => {});
  }
}

/** In a file without gaps, when a record begins; its time-keeping list should say the same. */
function expectedOnset({ header, timeline, origin }: BlockPlan): ((record: number) => number) | null {
  if (!header.format.endsWith("+C")) return null;
  return (record) => origin + timeline[0].onset + record * header.recordSeconds;
}

function cut(
  plan: BlockPlan,
  group: number,
  slice: Slice,
  bytes: Uint8Array,
  scratch: Scratch,
): Omit<SourceBlock, "bytesRead"> | null {
  const { header } = plan;
  const { signals, samplesPerRecord } = plan.groups[group];
  const { stretch, firstRecord, records } = slice;
  const { lo, hi } = sampleSpan(stretch, samplesPerRecord, header.recordSeconds, firstRecord, records);
  if (hi <= lo) return null;
  const count = hi - lo;
  const from = lo - firstRecord * samplesPerRecord;
  const data = scratch.take(signals.length * count);
  signals.forEach(({ byteOffset }, channel) => {
    const run = { bytes, recordBytes: header.recordBytes, byteOffset, samplesPerRecord };
    if (data instanceof Int16Array) copyInt16(run, from, from + count, data, channel * count);
    else copyInt24(run, from, from + count, data, channel * count);
  });
  return { group, startMs: timeOf(plan, stretch, lo, samplesPerRecord), count, data };
}

/** One array for all blocks: new ones of megabytes each keep the garbage collector busy for a sixth of an import. */
class Scratch {
  #values: Int16Array | Float32Array | null = null;

  constructor(private readonly header: EdfHeader) {}

  /** `length` values of whatever was there before; good until the next call. */
  take(length: number): Int16Array | Float32Array {
    if (this.#values === null || this.#values.length < length) this.#values = newSamples(this.header, length);
    return this.#values.subarray(0, length);
  }
}

const newSamples = (header: EdfHeader, length: number) =>
  header.sampleBytes === 3 ? new Float32Array(length) : new Int16Array(length);

/** Records too large to hold: each channel's part is read from its own place. */
async function* largeRecordBlocks(plan: BlockPlan): AsyncGenerator<SourceBlock> {
  const { source, header, groups } = plan;
  const seams = new SeamWatch(groups);
  let bytesRead = header.headerBytes;
  for (const stretch of plan.timeline) {
    seams.enter(stretch);
    const { begin, end } = usedRecords(stretch, header.recordSeconds);
    for (let r = begin; r < end; r++) {
      const record = stretch.firstRecord + r;
      const at = header.headerBytes + record * header.recordBytes;
      if (plan.collector) await collectLarge(plan, plan.collector, record);
      for (let group = 0; group < groups.length; group++) {
        const { signals, samplesPerRecord } = groups[group];
        const { lo, hi } = sampleSpan(stretch, samplesPerRecord, header.recordSeconds, r, 1);
        const portion = Math.max(1024, Math.floor(sliceBytes / (signals.length * header.sampleBytes)));
        for (let first = lo; first < hi; first += portion) {
          const count = Math.min(portion, hi - first);
          const data = newSamples(header, signals.length * count);
          const bytes = new Uint8Array(count * header.sampleBytes);
          for (let channel = 0; channel < signals.length; channel++) {
            const skipped = (first - r * samplesPerRecord) * header.sampleBytes;
            await readFully(source, bytes, at + signals[channel].byteOffset + skipped);
            const run = { bytes, recordBytes: bytes.length, byteOffset: 0, samplesPerRecord: count };
            if (data instanceof Int16Array) copyInt16(run, 0, count, data, channel * count);
            else copyInt24(run, 0, count, data, channel * count);
          }
          bytesRead += bytes.length * signals.length;
          const startMs = timeOf(plan, stretch, first, samplesPerRecord);
          yield { group, startMs, isSeam: seams.isPassedBy(group), count, data, bytesRead };
        }
      }
    }
  }
}

/** The annotations of a record that is not held, and what its time stamp says. */
async function collectLarge(plan: BlockPlan, collector: AnnotationCollector, record: number): Promise<void> {
  const stamps: number[] = [];
  for await (const bytes of annotationBytes(plan.source, plan.header, record)) stamps.push(collector.collectOne(bytes));
  const expectedOf = expectedOnset(plan);
  if (expectedOf !== null && stamps.length > 0) collector.compare(stamps[0], record, plan.header, expectedOf);
}
