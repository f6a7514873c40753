/** Gathers the annotations of a file while its records pass by, within limits that a flood cannot exceed. */

import type { EdfHeader, EdfSignal } from "../../../domain/edf/header.ts";
import { counted, type Repairs } from "../../../domain/edf/repairs.ts";
import { StampCheck } from "../../../domain/edf/stamp-check.ts";
import { annotationText, readTals, type TalVisitor } from "../../../domain/edf/tal.ts";
import type { FileAnnotation } from "../../../protocol/recordings.ts";
import { ingestText } from "../../../protocol/text/ingest-text.ts";

const limits = { count: 500_000, bytesOfAll: 48 * 2 ** 20, bytesOfOne: 4096 };
const longestSeconds = 3_155_760_000;
/** Marks can stand before the start, but not by years. */
const earliestSeconds = -5 * 366 * 86_400;

export interface TimedText {
  /** Seconds from the header's start second. */
  onset: number;
  /** Null where it cannot be read. */
  duration: number | null;
  text: string;
}

export class AnnotationCollector implements TalVisitor {
  readonly #found: TimedText[] = [];
  #bytes = 0;
  #left = 0;
  #shortened = 0;
  #malformed = 0;
  #lenient = 0;
  #unreadDurations = 0;
  /** Of an EDF+C file. */
  readonly #stamps = new StampCheck();

  /** `records`: whole records from `firstRecord` on. Signals are looked at in header order, the first keeps time. */
  collect(
    records: Uint8Array,
    header: EdfHeader,
    firstRecord: number,
    check: ((record: number) => number) | null,
  ): void {
    const signals = annotationSignals(header);
    if (signals.length === 0) return;
    const count = Math.floor(records.length / header.recordBytes);
    for (let r = 0; r < count; r++) {
      for (const signal of signals) {
        const onset = readTals(annotationArea(records, header, r, signal), this);
        if (signal === signals[0] && check) this.compare(onset, firstRecord + r, header, check);
      }
    }
  }

  /** The bytes of one annotation signal of one record; gives its time stamp. */
  collectOne(bytes: Uint8Array): number {
    return readTals(bytes, this);
  }

  /** Of a file without gaps: its stamp beside what the record's place says. */
  compare(stamp: number, record: number, { recordSeconds }: EdfHeader, expectedOf: (record: number) => number): void {
    this.#stamps.add(stamp, { record, expected: expectedOf(record), recordSeconds });
  }

  text(onset: number, duration: number, text: Uint8Array): void {
    const kept = text.subarray(0, wholeCharacters(text, limits.bytesOfOne));
    if (onset < earliestSeconds || onset > longestSeconds) {
      this.#malformed++;
    } else if (this.#found.length >= limits.count || this.#bytes + kept.length > limits.bytesOfAll) {
      this.#left++;
    } else {
      if (kept.length < text.length) this.#shortened++;
      this.#bytes += kept.length;
      const told = duration <= longestSeconds ? duration : null;
      if (told === null) this.#unreadDurations++;
      this.#found.push({ onset, duration: told, text: annotationText(kept) });
    }
  }

  malformed(): void {
    this.#malformed++;
  }

  lenient(): void {
    this.#lenient++;
  }

  report(header: EdfHeader, repairs: Repairs): void {
    if (this.#left > 0) {
      const kept = counted(this.#found.length, "annotation");
      repairs.add(`There are too many annotations: ${kept} were read, ${this.#left.toLocaleString("en-US")} left out.`);
    }
    if (this.#shortened > 0) {
      repairs.add(`Very long texts were shortened in ${counted(this.#shortened, "annotation")}.`);
    }
    if (this.#malformed > 0) {
      repairs.add(`Skipped as damaged: ${counted(this.#malformed, "annotation entry", "annotation entries")}.`);
    }
    if (this.#lenient > 0) {
      repairs.add(
        `Read though they lack a sign or digits, or have a comma: the times of ${counted(this.#lenient, "annotation list")}.`,
      );
    }
    if (this.#unreadDurations > 0) {
      repairs.add(
        `The duration cannot be read in ${counted(this.#unreadDurations, "annotation")}; they stand at their start and say so.`,
      );
    }
    this.#stamps.report(header, repairs);
  }

  /** In order of time; those of one moment in file order. */
  inOrder(): TimedText[] {
    return [...this.#found].sort((a, b) => a.onset - b.onset);
  }

  /** In order of time, as epoch milliseconds. `headerMs`: the moment that onsets count from. */
  list(headerMs: number): FileAnnotation[] {
    return this.inOrder().map(({ onset, duration, text }) => {
      const start = headerMs + onset * 1000;
      if (duration === null) return { start_time: start, end_time: start, text: ingestText.durationUnread(text) };
      return { start_time: start, end_time: start + duration * 1000, text };
    });
  }
}

/** `most`, or a little less where it would cut a character of UTF-8 in two, which would turn the whole text into Latin-1. */
function wholeCharacters(text: Uint8Array, most: number): number {
  let end = Math.min(most, text.length);
  if (end < text.length) for (let k = 0; k < 3 && (text[end] & 0xc0) === 0x80; k++) end--;
  return end;
}

/** One without bytes cannot keep time; the next one does. */
export const annotationSignals = (header: EdfHeader): EdfSignal[] =>
  header.signals.filter((s) => s.isAnnotation && s.samplesPerRecord > 0);

/** The bytes of an annotation signal in record `r` of whole records side by side. */
export function annotationArea(records: Uint8Array, header: EdfHeader, r: number, signal: EdfSignal): Uint8Array {
  const from = r * header.recordBytes + signal.byteOffset;
  return records.subarray(from, from + signal.samplesPerRecord * header.sampleBytes);
}
