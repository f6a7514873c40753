/** Where the records lie in time: one gap-free stretch, or the stretches of a discontinuous file (formats.md 1.4). */

import { type FirstStamp, stampOf } from "../../../domain/edf/first-stamp.ts";
import type { EdfHeader } from "../../../domain/edf/header.ts";
import type { Repairs } from "../../../domain/edf/repairs.ts";
import { type Stretch, StretchBuilder } from "../../../domain/edf/stretches.ts";
import { readTals } from "../../../domain/edf/tal.ts";
import { annotationArea, annotationBytes, annotationSignals } from "../../../domain/edf/tal-places.ts";
import type { ToldGaps } from "../../../domain/edf/told-gaps.ts";
import { type ByteSource, readFully } from "../byte-source.ts";
import type { AnnotationCollector } from "./annotations.ts";

export type { Stretch } from "../../../domain/edf/stretches.ts";

export const sliceBytes = 4 * 2 ** 20;
const mostOnsetsAtOnce = 16_384;

/** The whole file as one stretch from its first stamp on. */
export function continuousTimeline(header: EdfHeader, { onset }: FirstStamp): Stretch[] {
  const to = header.records * header.recordSeconds;
  return [{ firstRecord: 0, records: header.records, onset, from: 0, to, isSeam: false }];
}

/**
 * Reads the time of every record of a discontinuous file, and all its annotations on the way. Of a file that is not
 * marked as one, `told` has what its stamps were found to tell.
 */
export async function discontinuousTimeline(
  source: ByteSource,
  header: EdfHeader,
  collector: AnnotationCollector,
  repairs: Repairs,
  told: ToldGaps | null,
): Promise<Stretch[]> {
  const builder = new StretchBuilder(header, told?.leastSeconds ?? null);
  for await (const onsets of onsetSlices(source, header, collector))
    for (const [record, stamp] of onsets) builder.add(record, stamp);
  return builder.finish(repairs);
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
