/** Everything a directory holds, computed by the importer's own reader, so that others can compare sample by sample. */
import { createHash, type Hash } from "node:crypto";
import { isSeam } from "../../domain/time/runs.ts";
import { endOfSegment } from "../../domain/time/sample-time.ts";
import type { FileAnnotation, Segment } from "../../protocol/recordings.ts";
import { TimeGrid } from "../recordings/time-grid.ts";
import type { SourceBlock, SourceHead, SourceReader } from "../recordings/types.ts";
import type { Deadline } from "./deadline.ts";

interface ValueFacts {
  min: number;
  max: number;
  mean: number;
  first: number[];
  last: number[];
}

export interface SourceSignalFacts {
  index: number;
  label: string;
  unit: string;
  modality: string;
  kind: string;
  sampling_hz: number;
  gain: number;
  offset: number;
  transducer: string;
  is_uncalibrated: boolean;
  /** Samples that were read, and those of them that are no number. */
  sample_count: number;
  missing_count: number;
  /** As stored, and in `unit`; null when there is no finite sample. First and last count those only. */
  digital: ValueFacts | null;
  physical: ValueFacts | null;
  /** Of the stored values as little-endian float32 (int16 for int16 sources), in the order read. */
  sha256: string;
}

interface ModalityExtent {
  modality: string;
  start_ms: number;
  end_ms: number;
  duration_s: number;
}

export interface SourceInspection {
  format: string;
  size_bytes: number;
  start: { is_known: boolean; first_sample_ms: number; timezone: string };
  /** From the first sample to the end of the last one. */
  span_s: number;
  signals: SourceSignalFacts[];
  segments: (ModalityExtent & { first: number; count: number; is_seam: boolean })[];
  gaps: ModalityExtent[];
  annotations: FileAnnotation[];
  repairs: string[];
}

const shown = 5;

/** Running facts of one channel. */
class Tally {
  count = 0;
  missing = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #sum = 0;
  readonly #first: number[] = [];
  #last: number[] = [];
  readonly #hash: Hash = createHash("sha256");

  add(values: Int16Array | Float32Array): void {
    const kept: number[] = [];
    for (const value of values) {
      if (Number.isNaN(value)) {
        this.missing++;
        continue;
      }
      if (value < this.#min) this.#min = value;
      if (value > this.#max) this.#max = value;
      this.#sum += value;
      if (this.#first.length < shown) this.#first.push(value);
    }
    for (let i = values.length - 1; i >= 0 && kept.length < shown; i--) {
      if (!Number.isNaN(values[i])) kept.unshift(values[i]);
    }
    this.#last = [...this.#last, ...kept].slice(-shown);
    this.count += values.length;
    this.#hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  }

  facts(): ValueFacts | null {
    const finite = this.count - this.missing;
    if (finite === 0) return null;
    return { min: this.#min, max: this.#max, mean: this.#sum / finite, first: this.#first, last: this.#last };
  }

  sha256(): string {
    return this.#hash.digest("hex");
  }
}

/** Reads the source to its end. @throws SourceRefused as its reader does, and when the time for it is over. */
export async function inspectSource(reader: SourceReader, deadline?: Deadline): Promise<SourceInspection> {
  const { head } = reader;
  const tallies = head.groups.map(({ channels }) => channels.map(() => new Tally()));
  const grids = head.groups.map(({ sampling_hz }) => new TimeGrid(head.startMs, sampling_hz));
  for await (const block of reader.blocks()) {
    deadline?.check();
    addBlock(block, tallies[block.group], grids[block.group]);
  }
  const { annotations, repairs } = reader.finish();

  const segments = head.groups.flatMap((group, g) =>
    grids[g].segments.map((segment, k) => ({
      ...spanOf(group, segment),
      first: segment.first,
      count: segment.count,
      is_seam: isSeam(grids[g].segments, k),
    })),
  );
  const gaps = segments.flatMap((segment, k): ModalityExtent[] => {
    const before = segments[k - 1];
    if (before?.modality !== segment.modality || segment.is_seam) return [];
    const [start_ms, end_ms] = [before.end_ms, segment.start_ms];
    return [{ modality: segment.modality, start_ms, end_ms, duration_s: (end_ms - start_ms) / 1000 }];
  });
  return {
    format: head.objType,
    size_bytes: head.sizeBytes,
    start: { is_known: head.isStartKnown, first_sample_ms: head.startMs, timezone: head.timezone },
    span_s: (segments.reduce((end, { end_ms }) => Math.max(end, end_ms), head.startMs) - head.startMs) / 1000,
    signals: head.groups.flatMap((group, g) => signalsOf(group, tallies[g])),
    segments,
    gaps,
    annotations,
    repairs,
  };
}

function addBlock({ startMs, count, data, isSeam, isGap }: SourceBlock, tallies: Tally[], grid: TimeGrid): void {
  grid.place(startMs, count, { isSeam, isGap });
  tallies.forEach((tally, row) => {
    tally.add(data.subarray(row * count, (row + 1) * count));
  });
}

type Group = SourceHead["groups"][number];

function spanOf({ modality, sampling_hz }: Group, segment: Segment): ModalityExtent {
  const { start_ms, count } = segment;
  return { modality, start_ms, end_ms: endOfSegment(segment, sampling_hz), duration_s: count / sampling_hz };
}

function signalsOf({ modality, kind, sampling_hz, channels }: Group, tallies: Tally[]): SourceSignalFacts[] {
  return channels.map(({ source_index, label, unit, gain, offset, transducer, is_uncalibrated }, row) => {
    const digital = tallies[row].facts();
    return {
      index: source_index,
      label,
      unit,
      modality,
      kind,
      sampling_hz,
      gain,
      offset,
      transducer,
      is_uncalibrated,
      sample_count: tallies[row].count,
      missing_count: tallies[row].missing,
      digital,
      physical: digital && toPhysical(digital, gain, offset),
      sha256: tallies[row].sha256(),
    };
  });
}

function toPhysical(digital: ValueFacts, gain: number, offset: number): ValueFacts {
  const at = (value: number) => value * gain + offset;
  const ends = [at(digital.min), at(digital.max)];
  return {
    min: Math.min(...ends),
    max: Math.max(...ends),
    mean: at(digital.mean),
    first: digital.first.map(at),
    last: digital.last.map(at),
  };
}
