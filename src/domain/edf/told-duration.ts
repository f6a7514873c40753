/** How long a record lasts whose header does not tell (formats.md 1.3). */
import type { ByteSource } from "../files/byte-source.ts";
import { SourceRefused } from "../files/source-refused.ts";
import { stampOf } from "./first-stamp.ts";
import { type EdfHeader, fastestHz } from "./header.ts";
import type { Repairs } from "./repairs.ts";

const stepsLookedAt = 256;

/**
 * Sets the duration of records that say they last 0 s but hold samples: two time-keeping lists tell the truth, or nothing does. @throws SourceRefused
 */
export async function tellDuration(source: ByteSource, header: EdfHeader, repairs: Repairs): Promise<void> {
  const hasSamples = header.signals.some((s) => !s.isAnnotation && s.samplesPerRecord > 0);
  if (!hasSamples || header.recordSeconds > 0) return;
  const steps: number[] = [];
  let before = await stampOf(source, header, 0);
  for (let record = 1; record < Math.min(header.records, stepsLookedAt); record++) {
    const onset = await stampOf(source, header, record);
    if (onset - before > 0) steps.push(onset - before);
    before = onset;
  }
  // The lower median: a gap is no duration.
  const step = steps.sort((a, b) => a - b)[(steps.length - 1) >> 1] ?? Number.NaN;
  const isTooFast = header.signals.some((s) => !s.isAnnotation && s.samplesPerRecord / step > fastestHz);
  if (!(step < 86_400) || isTooFast) {
    throw new SourceRefused("The header gives data records a duration of 0 s, so the samples have no time.");
  }
  repairs.add(`The header gives data records a duration of 0 s; ${step} s was taken from their time stamps.`);
  header.recordSeconds = step;
}
