/**
 * Whether a file that promises no gaps has some all the same. Tools that cut records out of an EDF+C file often leave the
 * mark and the time stamps as they were: the stamps then tell the truth (formats.md 1.3, 1.4), and annotations, which
 * count from the header's second, would lie beside the wrong samples without them.
 */
import type { ByteSource } from "../files/byte-source.ts";
import { mostStartSeconds, stampOf } from "./first-stamp.ts";
import type { EdfHeader } from "./header.ts";
import { counted, type Repairs } from "./repairs.ts";
import { keeperOf, stampsOf } from "./stamps.ts";

const longestSpanSeconds = 5 * 366 * 86_400;
/** One record in so many may have lost its stamp: it is taken to follow the one before it. */
const untoldOneIn = 100;
/** Records at the end that are asked for a stamp. */
const mostAtEnd = 8;
/** Recorders put their clocks right by leaps of some milliseconds between records, and no samples are missing there. */
const longestCorrectionSeconds = 0.5;
const mostStartBeforeSeconds = 1;

export interface ToldGaps {
  count: number;
  /** By how much more than a record a record comes later than the one before it, in seconds: from here on it is a gap. */
  leastSeconds: number;
}

/**
 * The gaps the time stamps tell of; null unless they are one plain story: every record has one (a few may have lost it), each follows the one before
 * it or comes later, none goes back, most of them follow, and samples of none overlap. Whatever contradicts itself is no
 * story, and the file is then without gaps as it says. Mostly costs two small reads, since without gaps the last record is
 * where it should be; `rest` is awaited now and then otherwise.
 */
export async function gapsTold(
  source: ByteSource,
  header: EdfHeader,
  rest: () => Promise<void> = async () => undefined,
): Promise<ToldGaps | null> {
  const { records, recordSeconds } = header;
  if (keeperOf(header) === undefined || records < 2 || recordSeconds === 0) return null;
  const tolerance = toldTolerance(header);
  const leastSeconds = Math.max(tolerance, Math.min(recordSeconds / 2, longestCorrectionSeconds));
  const first = await stampOf(source, header, 0);
  const last = await lastStamp(source, header);
  const surplus = last - first - (records - 1) * recordSeconds;
  // A start before the header's, or days behind it, is no part of a plain story.
  if (!(first > -mostStartBeforeSeconds && first < mostStartSeconds)) return null;
  if (!(surplus > leastSeconds && last - first < longestSpanSeconds)) return null;
  let [count, untold] = [0, 0];
  let before = Number.NaN;
  let end = first; // of the samples since the last gap
  for await (const told of stampsOf(source, header, rest)) {
    if (Number.isNaN(told) && ++untold * untoldOneIn > records) return null;
    const stamp = Number.isNaN(told) ? before + recordSeconds : told;
    const step = stamp - before - recordSeconds;
    if (step < -tolerance) return null;
    if (step > leastSeconds) {
      // A leap that only makes up for what a slow clock or rounding took away.
      if (stamp - end <= leastSeconds) return null;
      count++;
      end = stamp;
    }
    before = stamp;
    end += recordSeconds;
  }
  return count > 0 && 2 * count <= records ? { count, leastSeconds } : null;
}

/** When the last record begins, which may be told by one shortly before it; NaN where none of these tells. */
async function lastStamp(source: ByteSource, header: EdfHeader): Promise<number> {
  const { records, recordSeconds } = header;
  for (let back = 0; back < Math.min(mostAtEnd, records); back++) {
    const stamp = await stampOf(source, header, records - 1 - back);
    if (!Number.isNaN(stamp)) return stamp + back * recordSeconds;
  }
  return Number.NaN;
}

/** As much as clocks and rounded stamps differ: a hundredth of a record, but at least one sample of the fastest signal. */
function toldTolerance({ signals, recordSeconds }: EdfHeader): number {
  let fastest = 1;
  for (const s of signals) if (!s.isAnnotation) fastest = Math.max(fastest, s.samplesPerRecord);
  return Math.max(0.002, recordSeconds * 0.01, Math.min(recordSeconds / 2, recordSeconds / fastest));
}

/** Of a file that is not marked as one with gaps, but tells of some by the time stamps of its records, which is told. */
export async function unmarkedGaps(
  source: ByteSource,
  header: EdfHeader,
  repairs: Repairs,
  rest?: () => Promise<void>,
): Promise<ToldGaps | null> {
  const told = await gapsTold(source, header, rest);
  if (told !== null)
    repairs.add(
      `The file is marked as ${header.format}, without gaps, but the time stamps of its records tell of ${counted(told.count, "gap")}; the time stamps were used.`,
    );
  return told;
}
