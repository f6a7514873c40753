/** Everything a file says and holds, computed by the importer's own reader, so that others can compare sample by sample. */
import { createHash, type Hash } from "node:crypto";
import type { EdfSignal } from "../../../domain/edf/header.ts";
import { calibration } from "../../../domain/edf/limits.ts";
import type { SourceBlock } from "../../recordings/types.ts";
import type { ByteSource } from "../byte-source.ts";
import { type EdfReader, openEdf } from "./reader.ts";
import type { Stretch } from "./timeline.ts";

export interface ValueFacts {
  min: number;
  max: number;
  mean: number;
  first: number[];
  last: number[];
}

export interface SignalFacts {
  index: number;
  label: string;
  unit: string;
  transducer: string;
  prefilter: string;
  physical_min: number | null;
  physical_max: number | null;
  digital_min: number | null;
  digital_max: number | null;
  samples_per_record: number;
  /** Null for annotation signals. */
  sampling_hz: number | null;
  is_annotation: boolean;
  is_uncalibrated: boolean;
  /** Group the samples are stored in; null when there are none. */
  modality: string | null;
  sample_count: number;
  digital: ValueFacts | null;
  /** In the unit of the file. */
  physical: ValueFacts | null;
  /** Of the digital values as little-endian int32, in order of time. */
  sha256: string | null;
}

interface SignalExtent {
  /** Seconds from the header's start second, and epoch milliseconds. */
  start_s: number;
  end_s: number;
  duration_s: number;
  start_ms: number;
  end_ms: number;
}

export interface Inspection {
  format: string;
  size_bytes: number;
  header_bytes: number;
  start: {
    date_written: string;
    time_written: string;
    is_known: boolean;
    header_ms: number;
    first_sample_ms: number;
    timezone: string;
  };
  records_written: number | null;
  records: number;
  record_seconds: number;
  record_bytes: number;
  /** Seconds with samples, and from the first sample to the end of the last one. */
  duration_s: number;
  span_s: number;
  signals: SignalFacts[];
  /** Gap-free. `first_record`: of the one that begins it. */
  segments: (SignalExtent & { first_record: number; records: number })[];
  gaps: SignalExtent[];
  annotations: { onset_s: number; duration_s: number | null; text: string }[];
  repairs: string[];
}

const shown = 5;
const leastGapSeconds = 1e-6;

/** Running facts of one signal's digital values. */
class Tally {
  count = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #sum = 0;
  readonly #first: number[] = [];
  #last: number[] = [];
  readonly #hash: Hash = createHash("sha256");

  add(values: Int16Array | Float32Array): void {
    const whole = new Int32Array(values);
    for (let i = 0; i < whole.length; i++) {
      const value = whole[i];
      if (value < this.#min) this.#min = value;
      if (value > this.#max) this.#max = value;
      this.#sum += value;
    }
    if (this.#first.length < shown) this.#first.push(...whole.subarray(0, shown - this.#first.length));
    this.#last = [...this.#last, ...whole.subarray(-shown)].slice(-shown);
    this.count += whole.length;
    this.#hash.update(new Uint8Array(whole.buffer));
  }

  facts(): ValueFacts {
    return { min: this.#min, max: this.#max, mean: this.#sum / this.count, first: this.#first, last: this.#last };
  }

  sha256(): string {
    return this.#hash.copy().digest("hex");
  }
}

/** Reads the whole file once. @throws SourceRefused as `openEdf` does. */
export async function inspectEdf(file: string | ByteSource, timezone: string): Promise<Inspection> {
  const reader = await openEdf(file, { timezone });
  const { head, header, headerMs } = reader;
  const tallies = new Map<number, Tally>();
  for (const group of head.groups)
    for (const { source_index } of group.channels) tallies.set(source_index, new Tally());
  for await (const block of reader.blocks()) addBlock(block, reader, tallies);
  const { repairs } = reader.finish();

  const segments = gapFree(reader.timeline).map((s) => {
    const span = spanOf(s.onset + s.from, s.onset + s.to, headerMs);
    return { ...span, first_record: s.firstRecord, records: s.records };
  });
  return {
    format: header.format,
    size_bytes: header.sizeBytes,
    header_bytes: header.headerBytes,
    start: {
      date_written: header.startDate,
      time_written: header.startTime,
      is_known: head.isStartKnown,
      header_ms: headerMs,
      first_sample_ms: head.startMs,
      timezone,
    },
    records_written: header.declaredRecords,
    records: header.records,
    record_seconds: header.recordSeconds,
    record_bytes: header.recordBytes,
    duration_s: segments.reduce((sum, s) => sum + s.duration_s, 0),
    span_s: (segments.at(-1)?.end_s ?? 0) - (segments[0]?.start_s ?? 0),
    signals: header.signals.map((signal) => signalFacts(signal, reader, tallies.get(signal.index))),
    segments,
    gaps: gapsBetween(segments, headerMs),
    annotations: reader.texts().map(({ onset, duration, text }) => ({ onset_s: onset, duration_s: duration, text })),
    repairs,
  };
}

function addBlock({ group, count, data }: SourceBlock, { head }: EdfReader, tallies: Map<number, Tally>): void {
  head.groups[group].channels.forEach(({ source_index }, row) => {
    tallies.get(source_index)?.add(data.subarray(row * count, (row + 1) * count));
  });
}

/** Records that were told out of order can follow each other all the same: such stretches are one segment, as in the store. */
function gapFree(timeline: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  for (const stretch of timeline) {
    const last = joined.at(-1);
    const isNext =
      last !== undefined && Math.abs(stretch.onset + stretch.from - last.onset - last.to) <= leastGapSeconds;
    if (last === undefined || !isNext || stretch.isSeam) joined.push({ ...stretch });
    else {
      last.to = stretch.onset + stretch.to - last.onset;
      last.records += stretch.records;
    }
  }
  return joined;
}

const tidy = (seconds: number) => Math.round(seconds * 1e7) / 1e7;

function spanOf(start: number, end: number, headerMs: number): SignalExtent {
  return {
    start_s: tidy(start),
    end_s: tidy(end),
    duration_s: tidy(end - start),
    start_ms: headerMs + start * 1000,
    end_ms: headerMs + end * 1000,
  };
}

function gapsBetween(segments: readonly SignalExtent[], headerMs: number): SignalExtent[] {
  const gaps: SignalExtent[] = [];
  for (let i = 1; i < segments.length; i++) {
    const [end, start] = [segments[i - 1].end_s, segments[i].start_s];
    if (start - end > leastGapSeconds) gaps.push(spanOf(end, start, headerMs));
  }
  return gaps;
}

function signalFacts(signal: EdfSignal, { head }: EdfReader, tally: Tally | undefined): SignalFacts {
  const group = head.groups.find((g) => g.channels.some((c) => c.source_index === signal.index));
  const limits = calibration(signal);
  const digital = tally && tally.count > 0 ? tally.facts() : null;
  return {
    index: signal.index,
    label: signal.label,
    unit: signal.unit,
    transducer: signal.transducer,
    prefilter: signal.prefilter,
    physical_min: signal.physicalMin,
    physical_max: signal.physicalMax,
    digital_min: signal.digitalMin,
    digital_max: signal.digitalMax,
    samples_per_record: signal.samplesPerRecord,
    sampling_hz: group?.sampling_hz ?? null,
    is_annotation: signal.isAnnotation,
    is_uncalibrated: !signal.isAnnotation && limits === null,
    modality: group?.modality ?? null,
    sample_count: tally?.count ?? 0,
    digital,
    physical: digital && limits && toPhysical(digital, limits),
    sha256: tally && digital ? tally.sha256() : null,
  };
}

function toPhysical(d: ValueFacts, { gain, offset }: { gain: number; offset: number }): ValueFacts {
  const at = (value: number) => value * gain + offset;
  const ends = [at(d.min), at(d.max)];
  return {
    min: Math.min(...ends),
    max: Math.max(...ends),
    mean: at(d.mean),
    first: d.first.map(at),
    last: d.last.map(at),
  };
}
