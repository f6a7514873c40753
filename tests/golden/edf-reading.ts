/** Reads a whole recording into memory for comparison. */
import type { FileAnnotation } from "../../src/protocol/recordings.ts";
import { bytesSource } from "../../src/server/ingest/byte-source.ts";
import { type EdfReader, openEdf } from "../../src/server/ingest/edf/index.ts";
import { type EdfFile, writeEdf } from "../support/edf-writer.ts";

export interface WholeRecording {
  reader: EdfReader;
  /** Digital values by signal number, gaps left out. */
  samples: Map<number, number[]>;
  /** Start of every block by group, epoch ms, and its length. */
  blocks: { group: number; startMs: number; count: number }[];
  annotations: FileAnnotation[];
  repairs: string[];
}

export async function readWhole(file: string | Uint8Array, timezone = "America/New_York"): Promise<WholeRecording> {
  const reader = await openEdf(typeof file === "string" ? file : bytesSource(file), { timezone });
  const samples = new Map<number, number[]>();
  const blocks: WholeRecording["blocks"] = [];
  for await (const { group, startMs, count, data } of reader.blocks()) {
    blocks.push({ group, startMs, count });
    reader.head.groups[group].channels.forEach(({ source_index }, row) => {
      const known = samples.get(source_index) ?? [];
      for (let i = row * count; i < (row + 1) * count; i++) known.push(data[i]);
      samples.set(source_index, known);
    });
  }
  return { reader, samples, blocks, ...reader.finish() };
}

/** Writes the file in memory and reads it back. */
export const roundTrip = (file: EdfFile, timezone?: string): Promise<WholeRecording> =>
  readWhole(writeEdf(file), timezone);

/** The sentence with which the file is refused; fails when it is read. */
export async function refusalOf(bytes: Uint8Array): Promise<string> {
  const outcome = await readWhole(bytes).catch((error: unknown) => error);
  if (outcome instanceof Error && outcome.name === "SourceRefused") return outcome.message;
  throw outcome instanceof Error ? outcome : new Error("the file was read");
}
