/** Reads a whole CNS directory into memory, and makes directories that are gone after the test. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileAnnotation, Segment } from "../../src/protocol/recordings.ts";
import { type CnsReader, openCns } from "../../src/server/ingest/cns/index.ts";
import { TimeGrid } from "../../src/server/recordings/time-grid.ts";
import {
  type CnsDirectory,
  ramp,
  startUs,
  type WrittenEntry,
  type WrittenStream,
  writeCns,
} from "../support/cns-writer.ts";

export interface WholeCns {
  reader: CnsReader;
  /** By modality: stored values of each channel in the order read, and the segments the store would make. */
  groups: Map<string, { values: number[][]; segments: Segment[]; hz: number }>;
  annotations: FileAnnotation[];
  repairs: string[];
}

export const startMs = startUs / 1000;
/** Three electrodes of 1,000 samples at 256 Hz. */
export const eeg = (more: Partial<WrittenStream> = {}): WrittenStream => ({
  base: "EEG,Composite,SampleSeries,Composite,Amp1020",
  values: [ramp(1000, 0), ramp(1000, 1), ramp(1000, 2)],
  index: [{ first: 0, timeUs: startUs, intervalUs: 3906.25 }],
  channels: ["Fp1", "Fp2", "F3"],
  conversion: "-8388607,8388607,-400000,400000",
  ...more,
});
/** So many entries of an index. */
export const every = (count: number, entry: (k: number) => WrittenEntry): WrittenEntry[] =>
  Array.from({ length: count }, (_, k) => entry(k));

export async function readCns(path: string, timezone = "UTC"): Promise<WholeCns> {
  const reader = await openCns(path, { timezone });
  const groups: WholeCns["groups"] = new Map();
  const grids = reader.head.groups.map((group) => new TimeGrid(reader.head.startMs, group.sampling_hz));
  for (const { modality, channels, sampling_hz } of reader.head.groups) {
    groups.set(modality, { values: channels.map(() => []), segments: [], hz: sampling_hz });
  }
  let bytesRead = 0;
  for await (const block of reader.blocks()) {
    const { modality } = reader.head.groups[block.group];
    const group = groups.get(modality);
    if (!group || block.data.length !== block.count * group.values.length) throw new Error("a block of another form");
    if (grids[block.group].isBefore(block.startMs)) throw new Error("a block before the start");
    if (block.bytesRead < bytesRead) throw new Error("progress went back");
    bytesRead = block.bytesRead;
    grids[block.group].place(block.startMs, block.count, block);
    group.values.forEach((row, c) => {
      for (const value of block.data.subarray(c * block.count, (c + 1) * block.count)) row.push(value);
    });
  }
  for (const [g, { modality }] of reader.head.groups.entries()) {
    const group = groups.get(modality);
    if (group) group.segments = grids[g].segments;
  }
  return { reader, groups, ...reader.finish() };
}

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "connect-cns-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes a directory and reads it back. */
export const roundTrip = (directory: CnsDirectory, timezone?: string): Promise<WholeCns> =>
  inFolder((folder) => readCns(writeCns(folder, directory), timezone));

/** The sentence with which the directory is refused; fails when it is read. */
export async function refusalOf(directory: CnsDirectory): Promise<string> {
  const outcome = await roundTrip(directory).catch((error: unknown) => error);
  if (outcome instanceof Error && outcome.name === "SourceRefused") return outcome.message;
  throw outcome instanceof Error ? outcome : new Error("the directory was read");
}

/** Segments as [milliseconds after the start of the archive, samples]. */
export const spans = (segments: readonly { start_ms: number; count: number }[] = []) =>
  segments.map(({ start_ms, count }) => [Math.round((start_ms - startUs / 1000) * 1e3) / 1e3, count]);
