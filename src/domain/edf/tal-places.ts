/** Where the annotation lists of a file stand, and whether they are sound, for whoever looks at it before it is sent. */
import { type ByteSource, readFully } from "../files/byte-source.ts";
import type { EdfHeader, EdfSignal } from "./header.ts";
import type { Repairs } from "./repairs.ts";
import { isLarge, isLong, mostLookedAt, sliceBytes, spreadRecord } from "./stamps.ts";
import { readTals } from "./tal.ts";
import { TalCheck } from "./tal-check.ts";

const largestTalBytes = 16 * 2 ** 20;

/** One without bytes cannot keep time; the next one does. */
export const annotationSignals = (header: EdfHeader): EdfSignal[] =>
  header.signals.filter((s) => s.isAnnotation && s.samplesPerRecord > 0);

/** The bytes of an annotation signal in record `r` of whole records side by side. */
export function annotationArea(records: Uint8Array, header: EdfHeader, r: number, signal: EdfSignal): Uint8Array {
  const from = r * header.recordBytes + signal.byteOffset;
  return records.subarray(from, from + signal.samplesPerRecord * header.sampleBytes);
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

/**
 * What is told is what ingest tells. Of a long file lists are looked at that are spread over it, and all of them only where one of these is
 * damaged. `isWhole`: all are, as all time stamps were.
 */
export async function lookAtLists(
  source: ByteSource,
  header: EdfHeader,
  repairs: Repairs,
  { isWhole, rest }: { isWhole: boolean; rest: () => Promise<void> },
): Promise<void> {
  if (annotationSignals(header).length === 0) return;
  if (!isWhole && isLong(header)) {
    const some = new TalCheck();
    for (let k = 0; k < mostLookedAt && some.isSound; k++) {
      await rest();
      for await (const bytes of annotationBytes(source, header, spreadRecord(header, k))) readTals(bytes, some);
    }
    if (some.isSound) return;
  }
  const check = new TalCheck();
  for await (const bytes of allLists(source, header, rest)) readTals(bytes, check);
  check.report(repairs);
}

/** In the way that reads least. */
async function* allLists(source: ByteSource, header: EdfHeader, rest: () => Promise<void>): AsyncGenerator<Uint8Array> {
  const { records, recordBytes, headerBytes } = header;
  const signals = annotationSignals(header);
  const perSlice = Math.floor(sliceBytes / recordBytes);
  if (perSlice < 16 || (isLarge(header) && records <= mostLookedAt)) {
    for (let record = 0; record < records; record++) {
      await rest();
      yield* annotationBytes(source, header, record);
    }
    return;
  }
  const buffer = new Uint8Array(Math.min(perSlice, records) * recordBytes);
  for (let done = 0; done < records; done += perSlice) {
    await rest();
    const count = Math.min(perSlice, records - done);
    const bytes = await readFully(source, buffer.subarray(0, count * recordBytes), headerBytes + done * recordBytes);
    for (let r = 0; r < count; r++) for (const signal of signals) yield annotationArea(bytes, header, r, signal);
  }
}
