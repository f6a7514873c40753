/** Where the records of a discontinuous file lie in time, by the time stamp of each (formats.md 1.4). */
import { SourceRefused } from "../files/source-refused.ts";
import type { EdfHeader } from "./header.ts";
import { paint } from "./paint.ts";
import { counted, type Repairs } from "./repairs.ts";

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

const longestSpanSeconds = 5 * 366 * 86_400;
const mostStretches = 500_000;
/** As where a gap-free file is compared with its time stamps. */
const leastDriftSeconds = 0.002;
/** Stray time stamps that have a sentence each. */
const namedStrays = 5;

/**
 * Two records follow each other without a gap when the later one starts less than a sample of the fastest signal off
 * (algorithms.md 5); onsets are decimal text, so a millisecond is always forgiven and 1.0039 s may mean 1 + 1/256 s, and as much as the stamps are rounded.
 */
export function toleranceSeconds(header: EdfHeader): number {
  let fastest = 1;
  for (const s of header.signals) if (!s.isAnnotation) fastest = Math.max(fastest, s.samplesPerRecord);
  const interval = header.recordSeconds / fastest;
  return Math.max(0.001, Math.min(Math.max(0.99 * interval, header.stampSeconds), header.recordSeconds / 2));
}

/** Takes the time stamps of all records in order. */
export class StretchBuilder {
  readonly #seconds: number;
  readonly #tolerance: number;
  /** The file is not marked as one with gaps: a clock that is a little off makes none there. */
  readonly #isUnmarked: boolean;
  readonly #stretches: Stretch[] = [];
  #last: Stretch | null = null;
  #before = Number.NaN;
  #untold = 0;
  #impossible = 0;
  #drift = 0;

  /** `leastSeconds`: from here on a leap is a gap, in a file that is not marked as one with gaps; null in one that is. */
  constructor(header: EdfHeader, leastSeconds: number | null) {
    this.#seconds = header.recordSeconds;
    this.#isUnmarked = leastSeconds !== null;
    this.#tolerance = leastSeconds ?? toleranceSeconds(header);
  }

  /** `stamp`: seconds from the header's start, NaN where the record does not tell. @throws SourceRefused */
  add(record: number, stamp: number): void {
    const [seconds, last] = [this.#seconds, this.#last];
    if (Number.isNaN(stamp)) this.#untold++;
    const isDrifting = this.#isUnmarked && last !== null;
    const after = last ? last.onset + last.records * seconds : record === 0 ? 0 : Number.NaN;
    const follows = isDrifting ? this.#before + seconds : after;
    const onset = Number.isNaN(stamp) ? follows : stamp;
    this.#before = onset;
    if (!(Math.abs(onset - (this.#stretches[0]?.onset ?? 0)) <= longestSpanSeconds)) {
      this.#impossible++;
      this.#last = null;
      return;
    }
    if (last && Math.abs(onset - follows) <= this.#tolerance) {
      last.records++;
      if (isDrifting) this.#drift = Math.max(this.#drift, Math.abs(onset - after));
      return;
    }
    this.#last = { firstRecord: record, records: 1, onset, from: 0, to: seconds, isSeam: false };
    this.#stretches.push(this.#last);
    if (this.#stretches.length > mostStretches)
      throw new SourceRefused("The recording is broken into too many pieces to be read.");
  }

  /** In order of time, and where they overlap cut. @throws SourceRefused */
  finish(repairs: Repairs): Stretch[] {
    const [stretches, seconds, tolerance] = [this.#stretches, this.#seconds, this.#tolerance];
    if (this.#untold > 0)
      repairs.add(
        `${counted(this.#untold, "record")} did not tell ${this.#untold === 1 ? "its start; it was" : "their start; they were"} joined to the record before.`,
      );
    if (this.#impossible > 0)
      repairs.add(`${counted(this.#impossible, "record")} with an impossible start were left out.`);
    if (this.#drift > Math.max(leastDriftSeconds, seconds * 0.01)) {
      const by = this.#drift.toLocaleString("en-US", { maximumFractionDigits: 3 });
      repairs.add(
        `Between the gaps the time stamps differ by up to ${by} s from gap-free time; the gap-free time was used there.`,
      );
    }
    if (stretches.length === 0) throw new SourceRefused("No record tells a possible start time: no data.");
    for (const stretch of stretches) stretch.to = stretch.records * seconds;
    tellStrays(stretches, tolerance, repairs);
    return inOrder(stretches, tolerance, repairs);
  }
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
