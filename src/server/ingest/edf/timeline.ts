/** Where the records lie in time: one gap-free stretch, or the stretches of a discontinuous file (formats.md 1.4). */

import { type FirstStamp, stampOf } from "../../../domain/edf/first-stamp.ts";
import type { EdfHeader } from "../../../domain/edf/header.ts";
import { counted, type Repairs } from "../../../domain/edf/repairs.ts";
import { readTals } from "../../../domain/edf/tal.ts";
import type { ToldGaps } from "../../../domain/edf/told-gaps.ts";
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { type ByteSource, readFully } from "../byte-source.ts";
import { type AnnotationCollector, annotationArea, annotationSignals } from "./annotations.ts";
import { paint } from "./paint.ts";

/** Consecutive records without a gap. `from`, `to`: the part to use, in seconds counted from the first record's start. */
export interface Stretch {
  firstRecord: number;
  records: number;
  /** Start of the first record, in seconds from the header's start second. */
  onset: number;
  from: number;
  to: number;
  /** Begins where it or the stretch before it was cut because the two overlap: filters start again (algorithms.md 5). */
  isSeam: boolean;
}

export const sliceBytes = 4 * 2 ** 20;
const longestSpanSeconds = 5 * 366 * 86_400;
const mostStretches = 500_000;
/** As where a gap-free file is compared with its time stamps (annotations.ts). */
const leastDriftSeconds = 0.002;
const mostOnsetsAtOnce = 16_384;
const largestTalBytes = 16 * 2 ** 20;
/** Stray time stamps that have a sentence each. */
const namedStrays = 5;

/** The whole file as one stretch from its first stamp on. */
export function continuousTimeline(header: EdfHeader, { onset }: FirstStamp): Stretch[] {
  const to = header.records * header.recordSeconds;
  return [{ firstRecord: 0, records: header.records, onset, from: 0, to, isSeam: false }];
}

/**
 * Two records follow each other without a gap when the later one starts less than a sample of the fastest signal off
 * (algorithms.md 5); onsets are decimal text, so a millisecond is always forgiven and 1.0039 s may mean 1 + 1/256 s.
 */
function toleranceSeconds(header: EdfHeader): number {
  let fastest = 1;
  for (const s of header.signals) if (!s.isAnnotation) fastest = Math.max(fastest, s.samplesPerRecord);
  const interval = header.recordSeconds / fastest;
  return Math.max(0.001, Math.min(0.99 * interval, header.recordSeconds / 2));
}

/**
 * Reads the time of every record of a discontinuous file, and all its annotations on the way. Of a file that is not
 * marked as one, `told` has what its stamps were found to tell; a clock that is a little off makes no gaps there.
 */
export async function discontinuousTimeline(
  source: ByteSource,
  header: EdfHeader,
  collector: AnnotationCollector,
  repairs: Repairs,
  told: ToldGaps | null,
): Promise<Stretch[]> {
  const tolerance = told?.leastSeconds ?? toleranceSeconds(header);
  const seconds = header.recordSeconds;
  const stretches: Stretch[] = [];
  let untold = 0;
  let impossible = 0;
  let last: Stretch | null = null;
  let before = Number.NaN;
  let drift = 0;
  for await (const onsets of onsetSlices(source, header, collector)) {
    for (const [record, stamp] of onsets) {
      if (Number.isNaN(stamp)) untold++;
      const isDrifting = told !== null && last !== null;
      const after: number = last ? last.onset + last.records * seconds : record === 0 ? 0 : Number.NaN;
      const follows: number = isDrifting ? before + seconds : after;
      const onset: number = Number.isNaN(stamp) ? follows : stamp;
      before = onset;
      if (!(Math.abs(onset - (stretches[0]?.onset ?? 0)) <= longestSpanSeconds)) {
        impossible++;
        last = null;
        continue;
      }
      if (last && Math.abs(onset - follows) <= tolerance) {
        last.records++;
        if (isDrifting) drift = Math.max(drift, Math.abs(onset - after));
        continue;
      }
      last = { firstRecord: record, records: 1, onset, from: 0, to: seconds, isSeam: false };
      stretches.push(last);
      if (stretches.length > mostStretches)
        throw new SourceRefused("The recording is broken into too many pieces to be read.");
    }
  }
  if (untold > 0)
    repairs.add(`${counted(untold, "record")} did not tell their start; they were joined to the record before.`);
  if (impossible > 0) repairs.add(`${counted(impossible, "record")} with an impossible start were left out.`);
  if (drift > Math.max(leastDriftSeconds, seconds * 0.01)) {
    const by = drift.toLocaleString("en-US", { maximumFractionDigits: 3 });
    repairs.add(
      `Between the gaps the time stamps differ by up to ${by} s from gap-free time; the gap-free time was used there.`,
    );
  }
  if (stretches.length === 0) throw new SourceRefused("No record tells a possible start time: no data.");
  for (const stretch of stretches) stretch.to = stretch.records * seconds;
  tellStrays(stretches, tolerance, repairs);
  return inOrder(stretches, tolerance, repairs);
}

const inSeconds = (value: number) => `${value.toLocaleString("en-US", { maximumFractionDigits: 6 })} s`;
const recordsOf = ({ firstRecord, records }: Stretch) =>
  records === 1 ? `record ${firstRecord + 1}` : `records ${firstRecord + 1} to ${firstRecord + records}`;

/** Records that stand elsewhere while those before and behind them lead on without a gap: most likely a damaged stamp. */
function tellStrays(stretches: readonly Stretch[], tolerance: number, repairs: Repairs): void {
  const strays = stretches.filter((stray, k) => {
    const [before, behind] = [stretches[k - 1], stretches[k + 1]];
    if (before === undefined || behind === undefined) return false;
    const isWhole = before.firstRecord + before.records + stray.records === behind.firstRecord;
    return isWhole && Math.abs(before.onset + before.to + stray.to - behind.onset) <= tolerance;
  });
  for (const stray of strays.slice(0, namedStrays)) {
    const { onset, to } = stretches[stretches.indexOf(stray) - 1];
    repairs.add(
      `The time stamp of ${recordsOf(stray)} reads ${inSeconds(stray.onset)}, where the records before and behind lead on at ${inSeconds(onset + to)}; it may be damaged, and was followed.`,
    );
  }
  const more = strays.length - namedStrays;
  if (more > 0) repairs.add(`${counted(more, "more time stamp reads", "more time stamps read")} so.`);
}

function inOrder(stretches: Stretch[], tolerance: number, repairs: Repairs): Stretch[] {
  const end = (s: Stretch) => s.onset + s.to;
  const back = stretches.findIndex((s, i) => i > 0 && s.onset < stretches[i - 1].onset);
  const isSorted = back < 0;
  if (!isSorted) {
    const last = stretches[back - 1];
    const record = stretches[back].firstRecord + 1;
    repairs.add(
      `The records are not in order of time, first where record ${record} reads ${inSeconds(stretches[back].onset)} and the one before it ends at ${inSeconds(last.onset + last.to)}; they were put in order.`,
    );
  }
  const sorted = isSorted ? stretches : [...stretches].sort((a, b) => a.onset - b.onset);
  const overlaps = sorted.some((s, i) => i > 0 && s.onset < end(sorted[i - 1]) - tolerance);
  if (!overlaps) return sorted;
  repairs.add("Records overlap in time; where they do, the one that comes later in the file was used.");
  return paint(stretches, tolerance);
}

/** Onsets of all records, [record, seconds or NaN], some thousands at a time. */
async function* onsetSlices(source: ByteSource, header: EdfHeader, collector: AnnotationCollector) {
  const signals = annotationSignals(header);
  const { recordBytes, headerBytes } = header;
  if (recordBytes > sliceBytes / 16) {
    for (let record = 0; record < header.records; record++) {
      const onset = await stampOf(source, header, record);
      for await (const bytes of annotationBytes(source, header, record)) collector.collectOne(bytes);
      yield [[record, onset]] as [number, number][];
    }
    return;
  }
  const perSlice = Math.min(mostOnsetsAtOnce, Math.floor(sliceBytes / recordBytes));
  const buffer = new Uint8Array(perSlice * recordBytes);
  const keeper = signals[0];
  for (let first = 0; first < header.records; first += perSlice) {
    const count = Math.min(perSlice, header.records - first);
    const bytes = await readFully(source, buffer.subarray(0, count * recordBytes), headerBytes + first * recordBytes);
    collector.collect(bytes, header, first, null);
    const onsetOf = (r: number) => (keeper ? readTals(annotationArea(bytes, header, r, keeper), null) : Number.NaN);
    yield Array.from({ length: count }, (_, r): [number, number] => [first + r, onsetOf(r)]);
  }
}

/** The annotation signals of one record, each read on its own when it is asked for, so large records need not be held. */
export async function* annotationBytes(
  source: ByteSource,
  header: EdfHeader,
  record: number,
): AsyncGenerator<Uint8Array> {
  for (const signal of annotationSignals(header)) {
    const bytes = new Uint8Array(Math.min(largestTalBytes, signal.samplesPerRecord * header.sampleBytes));
    yield await readFully(source, bytes, header.headerBytes + record * header.recordBytes + signal.byteOffset);
  }
}
