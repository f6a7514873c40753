/** Reads a whole study into memory for comparison. */
import type { FileAnnotation } from "../../src/protocol/recordings.ts";
import { openNatus } from "../../src/server/ingest/natus/index.ts";
import type { SourceReader } from "../../src/server/recordings/types.ts";
import { memoryFolder, type NatusStudy, type StudyBytes, writeStudy } from "../support/natus-writer.ts";

export interface ReadBlock {
  group: number;
  startMs: number;
  count: number;
  isSeam: boolean;
}

export interface WholeStudy {
  reader: SourceReader;
  /** Stored values by channel number, gaps left out. */
  samples: Map<number, number[]>;
  blocks: ReadBlock[];
  annotations: FileAnnotation[];
  repairs: string[];
}

export async function readStudy(study: string | StudyBytes, timezone = "America/New_York"): Promise<WholeStudy> {
  const reader = await openNatus(typeof study === "string" ? study : memoryFolder(study), { timezone });
  const samples = new Map<number, number[]>();
  const blocks: ReadBlock[] = [];
  for await (const { group, startMs, count, data, isSeam } of reader.blocks()) {
    blocks.push({ group, startMs, count, isSeam: isSeam ?? false });
    reader.head.groups[group].channels.forEach(({ source_index }, row) => {
      const known = samples.get(source_index) ?? [];
      for (let i = row * count; i < (row + 1) * count; i++) known.push(data[i]);
      samples.set(source_index, known);
    });
  }
  return { reader, samples, blocks, ...reader.finish() };
}

/** Writes the study in memory and reads it back. */
export const roundTrip = (study: NatusStudy): Promise<WholeStudy> => readStudy(writeStudy(study));

/** The sentence with which the study is refused; fails when it is read. */
export async function refusalOf(study: StudyBytes): Promise<string> {
  const outcome = await readStudy(study).catch((error: unknown) => error);
  if (outcome instanceof Error && outcome.name === "SourceRefused") return outcome.message;
  throw outcome instanceof Error ? outcome : new Error("the study was read");
}
