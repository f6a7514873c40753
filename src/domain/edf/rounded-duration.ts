/**
 * The duration of a record where the header rounds it: eight characters hold 0.333333 and not a third, and writers put fewer digits there ("0.9766" for 250 samples at 256 Hz).
 * Kept as it is written, it leads a sample away from the time stamps about once an hour, or sooner (formats.md 1.2, 1.4).
 */
import type { ByteSource } from "../files/byte-source.ts";
import { stampOf } from "./first-stamp.ts";
import type { EdfHeader } from "./header.ts";
import type { Repairs } from "./repairs.ts";
import { keeperOf } from "./stamps.ts";
import { toleranceSeconds } from "./stretches.ts";

/** A duration of whole seconds is taken at its word. */
const leastDecimals = 1;
/** With fewer decimals many numbers are none that was rounded, as "0.5": those have to lead to no rate that anything is sampled at. */
const manyDecimals = 3;
/** Places, spread over the file, from which records without a gap are followed. */
const beginnings = 8;
/** Of the tolerance: how far stamps may lie from a line. */
const straight = 0.25;

interface Line {
  records: number;
  seconds: number;
}

/** One unit of the last decimal of a number, since some round and some cut off; null where it has few. */
function unitOf(seconds: number): number | null {
  const decimals = decimalsOf(seconds);
  return decimals < leastDecimals ? null : 10 ** -decimals;
}

const decimalsOf = (value: number): number => /\.(\d+)$/.exec(String(value))?.[1].length ?? 0;

/**
 * Sets the duration that the time stamps tell where the header's is the same but for its last digit, and how coarse the stamps are. A hundred small reads or so, and
 * none where the header has whole seconds. Told where it is used.
 */
export async function mendDuration(source: ByteSource, header: EdfHeader, repairs: Repairs): Promise<void> {
  const { records, recordSeconds: written } = header;
  const unit = unitOf(written);
  if (unit === null || records < 3 || keeperOf(header) === undefined) return;
  const lines = new Lines(source, header, unit);
  for (let k = 0; k < beginnings; k++) await lines.follow(Math.floor((k * (records - 1)) / beginnings));
  if (decimalsOf(written) >= manyDecimals) header.stampSeconds = lines.coarseness();
  const told = lines.told();
  if (told === null) return;
  repairs.add(
    `The header gives data records a duration of ${written} s, which is rounded; ${told} s was taken from their time stamps.`,
  );
  header.recordSeconds = told;
}

class Lines {
  readonly #source: ByteSource;
  readonly #header: EdfHeader;
  readonly #unit: number;
  #longest: Line | null = null;
  /** Decimals that stamps were seen to have. */
  #decimals = 0;

  constructor(source: ByteSource, header: EdfHeader, unit: number) {
    this.#source = source;
    this.#header = header;
    this.#unit = unit;
  }

  /** From a record on in steps that double, as long as all stamps can lie on one line. */
  async follow(from: number): Promise<void> {
    const { records, recordSeconds } = this.#header;
    const first = await this.#stamp(from);
    let [low, high] = [recordSeconds - this.#unit, recordSeconds + this.#unit];
    for (let step = 1; from + step < records; step *= 2) {
      const seconds = (await this.#stamp(from + step)) - first;
      const slack = this.#slack();
      low = Math.max(low, (seconds - slack) / step);
      high = Math.min(high, (seconds + slack) / step);
      if (!(low <= high)) return;
      if (step > (this.#longest?.records ?? 0)) this.#longest = { records: step, seconds };
    }
  }

  async #stamp(record: number): Promise<number> {
    const stamp = await stampOf(this.#source, this.#header, record);
    this.#decimals = Math.max(this.#decimals, decimalsOf(stamp));
    return stamp;
  }

  /** Seconds by which stamps may be off their line: they are rounded, too. */
  #slack(): number {
    return Math.max(
      straight * toleranceSeconds(this.#header),
      Math.min(this.coarseness(), this.#header.recordSeconds / 2),
    );
  }

  /** Seconds of the last decimal of stamps that have fewer of them than the duration; 0 where they have not. */
  coarseness(): number {
    return this.#decimals < decimalsOf(this.#header.recordSeconds) ? 10 ** -this.#decimals : 0;
  }

  /** The duration along the longest line; null where the header's leads along it as well. */
  told(): number | null {
    const { recordSeconds } = this.#header;
    if (this.#longest === null) return null;
    const { records, seconds } = this.#longest;
    const slack = this.#slack();
    const own = seconds / records;
    if (records * Math.abs(own - recordSeconds) <= slack || Math.abs(own - recordSeconds) > this.#unit) return null;
    const whole = this.#ofWholeRate(own);
    const isWhole = records * Math.abs(whole - own) <= slack && Math.abs(whole - recordSeconds) <= this.#unit;
    if (decimalsOf(recordSeconds) < manyDecimals) return isWhole && this.#isNoDuration(own) ? whole : null;
    return isWhole ? whole : own;
  }

  /** Whether the header's number cannot be meant: with it records would overlap, or have part of a sample in a second. */
  #isNoDuration(own: number): boolean {
    const { recordSeconds } = this.#header;
    return own < recordSeconds || Math.abs(this.#ofWholeRate(recordSeconds) - recordSeconds) > 1e-9 * recordSeconds;
  }

  /** The duration with which the fastest signal has a whole number of samples a second. */
  #ofWholeRate(seconds: number): number {
    const counts = this.#header.signals.filter((s) => !s.isAnnotation).map((s) => s.samplesPerRecord);
    const fastest = Math.max(1, ...counts);
    return fastest / Math.max(1, Math.round(fastest / seconds));
  }
}
