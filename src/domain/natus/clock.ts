/**
 * When a sample was taken. Stamps count samples over the whole study; the clock table tells the moments of some of them
 * (formats.md 4.6). The true rate differs a little from the header's, so it is measured; what the clock does beyond that
 * (jitter, setting it) must not tear samples apart.
 */

import type { Repairs } from "../edf/repairs.ts";
import { firstWhere } from "../time/runs.ts";
import { frequencyDivisors } from "./header.ts";
import type { ClockTable } from "./tables.ts";

/** From here on a difference between the clock and the samples is a jump of the clock, not jitter. */
const jumpMs = 1000;
/** Deviations of the clock below this are not worth a sentence. */
const toldMs = 100;
/** A measured rate further from the header's than this part is not believed. */
const believedPart = 0.01;
const shortestBaselineMs = 10_000;
const slowestDivisor = Math.max(...frequencyDivisors);

interface Piece {
  stamp: number;
  ms: number;
}

export class StudyClock {
  /** Rate that spaces samples: measured where the table allows it. */
  readonly samplingHz: number;
  readonly #nominalPeriod: number;
  readonly #table: ClockTable;
  /** Entries in front of which the clock jumped, and their stamps. */
  readonly #jumps: Set<number>;
  readonly #jumpStamps: number[];
  readonly #pieces: Piece[] = [];

  /** `stamps`: first and last stamp of the samples. The table must not be empty. */
  constructor(table: ClockTable, nominalHz: number, stamps: { first: number; last: number }, repairs: Repairs) {
    this.#table = table;
    this.#nominalPeriod = 1000 / nominalHz;
    this.samplingHz = measuredRate(table, nominalHz, stamps, repairs);
    const jumps = jumpsIn(table, this.#period);
    this.#jumps = new Set(jumps);
    this.#jumpStamps = jumps.map((k) => table.stamps[k]);
  }

  get #period(): number {
    return 1000 / this.samplingHz;
  }

  /** Epoch milliseconds by the clock alone. */
  at(stamp: number): number {
    const { stamps, times } = this.#table;
    const k = firstAtLeast(stamps, stamp);
    if (k < stamps.length && stamps[k] === stamp) return times[k];
    if (k === 0) return times[0] - (stamps[0] - stamp) * this.#nominalPeriod;
    if (k === stamps.length) return times[k - 1] + (stamp - stamps[k - 1]) * this.#nominalPeriod;
    if (this.#jumps.has(k)) return times[k] - (stamps[k] - stamp) * this.#period;
    const part = (stamp - stamps[k - 1]) / (stamps[k] - stamps[k - 1]);
    return times[k - 1] + part * (times[k] - times[k - 1]);
  }

  /**
   * Begins a stretch of samples behind a gap (or the first one); `previousEnd`: stamp behind the samples before it. The
   * clock tells how wide the gap is, but not narrower than one period of the slowest channels, or than its stamps say.
   */
  begin(stamp: number, previousEnd: number | null): void {
    const byClock = this.at(stamp);
    const least = previousEnd === null ? 0 : Math.min(stamp - previousEnd, slowestDivisor) * this.#period;
    const earliest = previousEnd === null ? byClock : this.timeOf(previousEnd) + least;
    this.#pieces.push({ stamp, ms: Math.max(byClock, earliest) });
  }

  /** First stamp above `stamp` at which the clock jumps; Infinity when there is none. */
  nextJump(stamp: number): number {
    return this.#jumpStamps[firstAtLeast(this.#jumpStamps, stamp + 1)] ?? Number.POSITIVE_INFINITY;
  }

  /** At a jump: follows the clock where it went forward. Back in time samples are never moved, none would survive it. */
  follow(stamp: number): void {
    const byClock = this.at(stamp);
    if (byClock - this.timeOf(stamp) > jumpMs) this.#pieces.push({ stamp, ms: byClock });
  }

  /** Time of a sample as it is stored: evenly spaced from the beginning of its stretch. */
  timeOf(stamp: number): number {
    const pieces = this.#pieces;
    const behind = firstWhere(pieces.length, (k) => pieces[k].stamp > stamp);
    if (behind === 0) return this.at(stamp);
    const piece = pieces[behind - 1];
    return piece.ms + (stamp - piece.stamp) * this.#period;
  }

  /** To be called when all stretches are known. `isSampled`: whether a stamp lies within samples. */
  report(isSampled: (stamp: number) => boolean, repairs: Repairs): void {
    const { stamps, times } = this.#table;
    let largest = 0;
    stamps.forEach((stamp, k) => {
      if (isSampled(stamp)) largest = Math.max(largest, Math.abs(times[k] - this.timeOf(stamp)));
    });
    if (this.#jumps.size > 0) {
      repairs.add(
        "The clock of the recorder was set during the study; forward, the time between is a gap, and samples were never moved back.",
      );
    }
    if (largest > toldMs) {
      const seconds = (largest / 1000).toLocaleString("en-US", { maximumFractionDigits: 3 });
      repairs.add(
        `The clock of the recorder and its samples differ by up to ${seconds} s; the samples were spaced evenly.`,
      );
    }
  }
}

/** Entries in front of which the clock went more than `jumpMs` further, or less far, than the samples. */
function jumpsIn({ stamps, times }: ClockTable, period: number): number[] {
  const jumps: number[] = [];
  for (let k = 1; k < stamps.length; k++) {
    const expected = (stamps[k] - stamps[k - 1]) * period;
    if (Math.abs(times[k] - times[k - 1] - expected) > jumpMs) jumps.push(k);
  }
  return jumps;
}

/**
 * Samples a second by the clock: the median over entries a quarter of the table apart, so that single jumps do not
 * matter. Only where the table covers at least half of the study; the median of a part proves nothing about the rest.
 */
function measuredRate(
  { stamps, times }: ClockTable,
  nominalHz: number,
  { first, last }: { first: number; last: number },
  repairs: Repairs,
): number {
  const n = stamps.length;
  if (n < 2 || times[n - 1] - times[0] < shortestBaselineMs) return nominalHz;
  const covered = Math.min(last, stamps[n - 1]) - Math.max(first, stamps[0]);
  if (covered < (last - first) / 2) return nominalHz;
  const apart = Math.max(1, n >> 2);
  const rates = Float64Array.from({ length: n - apart }, (_, k) => {
    return ((stamps[k + apart] - stamps[k]) * 1000) / (times[k + apart] - times[k]);
  }).sort();
  const rate = Number(rates[rates.length >> 1].toPrecision(9));
  if (Math.abs(rate / nominalHz - 1) <= believedPart) return rate;
  repairs.add("The clock table and the sampling rate contradict each other; the rate of the header was used.");
  return nominalHz;
}

const firstAtLeast = (ascending: readonly number[], value: number): number =>
  firstWhere(ascending.length, (k) => ascending[k] >= value);
