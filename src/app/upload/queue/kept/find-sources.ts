/** Files that were chosen again, looked at as the wizard did: what identifies is removed as it was the first time. */
import { fileKindOf } from "../../../../domain/files/upload-kinds.ts";
import {
  type Candidate,
  type ChosenEntry,
  directoriesIn,
  inspectDirectory,
  inspectFile,
  looseFiles,
} from "../../choose/index.ts";
import type { UploadSource } from "../../types.ts";

/** Those of the chosen directories and files that could be sent. */
export async function sourcesIn(entries: readonly ChosenEntry[], signal: AbortSignal): Promise<UploadSource[]> {
  const options = { signal };
  const looks: (() => Promise<Candidate>)[] = [
    ...directoriesIn(entries).map(
      (directory) => () => inspectDirectory[directory.kind === "unknown" ? "cns" : directory.kind](directory, options),
    ),
    ...looseFiles(entries).map(
      (entry) => () => inspectFile[fileKindOf(entry.file.name) ?? "medications"](entry, options),
    ),
  ];
  const sources: UploadSource[] = [];
  for (const look of looks) {
    const candidate = await look();
    if (candidate.error === null) sources.push(candidate.source(true));
  }
  return sources;
}
