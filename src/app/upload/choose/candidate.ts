/** Builds what the wizard shows and sends. */
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { sentName } from "../../../domain/upload/names.ts";
import type { BytePatch } from "../../../domain/upload/patches.ts";
import type { UploadKind } from "../../../protocol/uploads.ts";
import type { SourceContent, SourceFile, UploadSource } from "../types.ts";
import type { Candidate, CandidateFacts, ChosenEntry, Finding } from "./types.ts";

export const noFacts: CandidateFacts = { startMs: null, endMs: null, timezone: null, isWallTime: false };

interface Looked {
  kind: UploadKind;
  chosenName: string;
  warnings: readonly string[];
  facts: CandidateFacts;
  findings: readonly Finding[];
  /** As it is, and without what was found. */
  plain: UploadSource;
  cleaned: UploadSource;
}

export function candidate({ plain, cleaned, ...looked }: Looked): Candidate {
  return {
    ...looked,
    size: plain.size,
    fileCount: plain.files.length,
    error: null,
    source: (isCleaned) => (isCleaned && looked.findings.length > 0 ? cleaned : plain),
  };
}

/** What is refused: `error` says why, and nothing of it can be sent. */
export function refused(kind: UploadKind, chosenName: string, error: string, facts = noFacts): Candidate {
  const source = () => {
    throw new SourceRefused(error);
  };
  return { kind, chosenName, size: 0, fileCount: 0, error, warnings: [], facts, findings: [], source };
}

/** Looks at something; what its parsers refuse becomes the candidate's error. Aborting and defects go on to the caller. */
export async function orRefused(
  kind: UploadKind,
  chosenName: string,
  look: () => Promise<Candidate>,
): Promise<Candidate> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof SourceRefused) return refused(kind, chosenName, error.message);
    throw error;
  }
}

/** A file as it lies on the disk, but for the patches. */
export function diskFile(
  path: string,
  { path: chosenPath, file }: ChosenEntry,
  patches: readonly BytePatch[] = [],
): SourceFile {
  const content: SourceContent = { kind: "file", file, patches };
  return { path: sentName(path), chosenPath, size: file.size, modifiedAt: file.lastModified, content, isInfo: false };
}

export const sourceOf = (source: Omit<UploadSource, "size">): UploadSource => ({
  ...source,
  name: sentName(source.name),
  size: source.files.reduce((sum, { size }) => sum + size, 0),
});
