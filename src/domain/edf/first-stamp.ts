/** The start of a recording without gaps, as its first time stamp has it, and whether that can be believed (formats.md 1.3). */
import { type ByteSource, readFully } from "../files/byte-source.ts";
import type { EdfHeader } from "./header.ts";
import type { Repairs } from "./repairs.ts";
import { readTals } from "./tal.ts";

/** From here on a first time stamp moves the recording to another day, and one of the two starts is wrong. */
export const mostStartSeconds = 86_400;
const stampBytes = 4096;
const taken = "it was taken to begin with the header's second";

export interface FirstStamp {
  /** Start of the first sample, in seconds from the header's start second. */
  onset: number;
  /** What the other time stamps of the file count from, in seconds: not 0 where all of them lie days from the header. */
  origin: number;
}

/** Time stamp of a record in seconds from the header's start second; NaN where it has none. */
export async function stampOf(source: ByteSource, header: EdfHeader, record: number): Promise<number> {
  const keeper = header.signals.find(({ isAnnotation, samplesPerRecord }) => isAnnotation && samplesPerRecord > 0);
  if (keeper === undefined) return Number.NaN;
  const bytes = new Uint8Array(Math.min(stampBytes, keeper.samplesPerRecord * header.sampleBytes));
  const at = header.headerBytes + record * header.recordBytes + keeper.byteOffset;
  return readTals(await readFully(source, bytes, at), null);
}

/**
 * Of a file without gaps. Mostly one small read; where the stamp lies outside of the header's second, the records behind it
 * are asked too. What was not believed is told.
 */
export async function firstStamp(source: ByteSource, header: EdfHeader, repairs: Repairs): Promise<FirstStamp> {
  const first = await stampOf(source, header, 0);
  if (first >= 0 && first < 1) return { onset: first, origin: 0 };
  const hasStamps = header.signals.some((signal) => signal.isAnnotation && signal.samplesPerRecord > 0);
  if (Number.isNaN(first)) {
    if (header.format.includes("+") && hasStamps) repairs.add(`The first record does not tell its start; ${taken}.`);
    return { onset: 0, origin: 0 };
  }
  const others = await startByOthers(source, header);
  const tolerance = Math.max(0.002, header.recordSeconds * 0.01);
  const agree = others !== null && Math.abs(others - first) <= tolerance;
  const seconds = (value: number) => `${value.toLocaleString("en-US", { maximumFractionDigits: 6 })} s`;
  if (others !== null && !agree && Math.abs(others) < mostStartSeconds) {
    repairs.add(
      `The first record begins ${seconds(first)} after the start in the header, those behind it tell ${seconds(others)}; theirs was used.`,
    );
    return { onset: others, origin: 0 };
  }
  if (Math.abs(first) < mostStartSeconds) {
    repairs.add(`The first record begins ${seconds(first)} after the start in the header.`);
    return { onset: first, origin: 0 };
  }
  repairs.add(
    `The first record begins days away from the start in the header (${seconds(first)}), which cannot be believed; ${taken}.`,
  );
  return { onset: 0, origin: agree ? first : 0 };
}

/** The start of the file as the second and the last record have it, where these two agree; else null. */
async function startByOthers(source: ByteSource, header: EdfHeader): Promise<number | null> {
  const { records, recordSeconds } = header;
  if (records < 3 || recordSeconds === 0) return null;
  const second = (await stampOf(source, header, 1)) - recordSeconds;
  const last = (await stampOf(source, header, records - 1)) - (records - 1) * recordSeconds;
  return Math.abs(second - last) <= Math.max(0.002, recordSeconds * 0.01) ? second : null;
}
