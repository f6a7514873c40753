/** The time stamps of the records of a file, one after the other, or some of them (formats.md 1.3). */
import { type ByteSource, readFully } from "../files/byte-source.ts";
import { type FirstStamp, stampOf } from "./first-stamp.ts";
import type { EdfHeader, EdfSignal } from "./header.ts";
import type { Repairs } from "./repairs.ts";
import { StampCheck } from "./stamp-check.ts";
import { type Stretch, StretchBuilder, toleranceSeconds } from "./stretches.ts";
import { readTals } from "./tal.ts";

export const sliceBytes = 4 * 2 ** 20;
/** Of a longer file so many stamps are looked at first, each a small read. */
export const mostLookedAt = 1024;
/** A file that is no larger is read through: that costs no more. */
const smallBytes = 16 * 2 ** 20;

/** The signal that keeps the time. */
export const keeperOf = ({ signals }: EdfHeader): EdfSignal | undefined =>
  signals.find(({ isAnnotation, samplesPerRecord }) => isAnnotation && samplesPerRecord > 0);

/** Seconds from the header's start to each record, NaN where it does not tell. */
export async function* stampsOf(
  source: ByteSource,
  header: EdfHeader,
  rest: () => Promise<void>,
): AsyncGenerator<number> {
  const { records, recordBytes, headerBytes, sampleBytes } = header;
  const keeper = keeperOf(header);
  if (keeper === undefined || recordBytes > sliceBytes / 16) {
    yield* eachStamp(source, header, rest);
    return;
  }
  const perSlice = Math.floor(sliceBytes / recordBytes);
  const buffer = new Uint8Array(Math.min(perSlice, records) * recordBytes);
  for (let done = 0; done < records; done += perSlice) {
    await rest();
    const count = Math.min(perSlice, records - done);
    const bytes = await readFully(source, buffer.subarray(0, count * recordBytes), headerBytes + done * recordBytes);
    for (let r = 0; r < count; r++) {
      const from = r * recordBytes + keeper.byteOffset;
      yield readTals(bytes.subarray(from, from + keeper.samplesPerRecord * sampleBytes), null);
    }
  }
}

/** The same, each read on its own. */
async function* eachStamp(source: ByteSource, header: EdfHeader, rest: () => Promise<void>): AsyncGenerator<number> {
  for (let record = 0; record < header.records; record++) {
    await rest();
    yield await stampOf(source, header, record);
  }
}

/**
 * Where the records of a discontinuous file lie, for whoever looks at it before it is sent: what is told is what ingest
 * tells. Of a long file stamps are looked at that are spread over it; only where these go back, overlap or are missing all are
 * read. Null where they do not: what lies between them is not known. `leastSeconds`: of a gap in a file that is not marked as one with gaps; all of its stamps are read.
 * @throws SourceRefused as ingest does
 */
export async function lookAtStamps(
  source: ByteSource,
  header: EdfHeader,
  repairs: Repairs,
  rest: () => Promise<void>,
  leastSeconds: number | null = null,
): Promise<Stretch[] | null> {
  if (leastSeconds === null && isLong(header) && (await isAscending(source, header, rest))) return null;
  const builder = new StretchBuilder(header, leastSeconds);
  let record = 0;
  for await (const stamp of allStamps(source, header, rest)) builder.add(record++, stamp);
  return builder.finish(repairs);
}

/**
 * Whether the records of a file without gaps tell their places, for whoever looks at it before it is sent; what is told is what ingest tells. Of a long file stamps are
 * looked at that are spread over it, and all of them only where one of these does not. True where all were.
 */
export async function lookAtPlaces(
  source: ByteSource,
  header: EdfHeader,
  { onset, origin }: FirstStamp,
  repairs: Repairs,
  rest: () => Promise<void>,
): Promise<boolean> {
  const { recordSeconds } = header;
  if (!header.format.endsWith("+C") || keeperOf(header) === undefined) return true;
  const placeOf = (record: number) => ({ record, expected: origin + onset + record * recordSeconds, recordSeconds });
  if (isLong(header)) {
    const some = new StampCheck();
    let areTold = true;
    for (let k = 0; k < mostLookedAt && areTold; k++) {
      await rest();
      const record = spreadRecord(header, k);
      areTold = some.add(await stampOf(source, header, record), placeOf(record)) || record === 0;
    }
    if (areTold) return false;
  }
  const check = new StampCheck();
  let record = 0;
  for await (const stamp of allStamps(source, header, rest)) check.add(stamp, placeOf(record++));
  check.report(header, repairs);
  return true;
}

export const isLarge = ({ sizeBytes }: EdfHeader): boolean => sizeBytes > smallBytes;
export const isLong = (header: EdfHeader): boolean => isLarge(header) && header.records > mostLookedAt;

/** One of `mostLookedAt` records of a long file, from the first to the last. */
export const spreadRecord = ({ records }: EdfHeader, k: number): number =>
  Math.floor((k * (records - 1)) / (mostLookedAt - 1));

/** In the way that reads least. */
const allStamps = (source: ByteSource, header: EdfHeader, rest: () => Promise<void>): AsyncGenerator<number> =>
  isLarge(header) && header.records <= mostLookedAt ? eachStamp(source, header, rest) : stampsOf(source, header, rest);

/** Whether stamps spread over the file leave room for the records between them. */
async function isAscending(source: ByteSource, header: EdfHeader, rest: () => Promise<void>): Promise<boolean> {
  const tolerance = toleranceSeconds(header);
  let [before, recordBefore] = [Number.NEGATIVE_INFINITY, 0];
  for (let k = 0; k < mostLookedAt; k++) {
    await rest();
    const record = spreadRecord(header, k);
    const stamp = await stampOf(source, header, record);
    if (!(stamp - before >= (record - recordBefore) * header.recordSeconds - tolerance)) return false;
    [before, recordBefore] = [stamp, record];
  }
  return true;
}
