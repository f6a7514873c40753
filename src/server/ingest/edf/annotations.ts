/** Gathers the annotations of a file while its records pass by. */

import type { EdfHeader } from "../../../domain/edf/header.ts";
import type { Repairs } from "../../../domain/edf/repairs.ts";
import { StampCheck } from "../../../domain/edf/stamp-check.ts";
import { annotationText, readTals, type TalVisitor } from "../../../domain/edf/tal.ts";
import { TalCheck } from "../../../domain/edf/tal-check.ts";
import { annotationArea, annotationSignals } from "../../../domain/edf/tal-places.ts";
import type { FileAnnotation } from "../../../protocol/recordings.ts";
import { ingestText } from "../../../protocol/text/ingest-text.ts";

export interface TimedText {
  /** Seconds from the header's start second. */
  onset: number;
  /** Null where it cannot be read. */
  duration: number | null;
  text: string;
}

export class AnnotationCollector implements TalVisitor {
  readonly #found: TimedText[] = [];
  readonly #lists = new TalCheck();
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
    const kept = this.#lists.keep(onset, duration, text);
    if (kept !== null) this.#found.push({ onset, duration: kept.duration, text: annotationText(kept.text) });
  }

  malformed(): void {
    this.#lists.malformed();
  }

  lenient(): void {
    this.#lists.lenient();
  }

  report(header: EdfHeader, repairs: Repairs): void {
    this.#lists.report(repairs);
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
