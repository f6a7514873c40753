/** Looks at one chosen directory or file: here, and a CNS directory by the server's check too. */
import { cnsDirectoryType, cnsSegmentPrefix, cnsStructureError } from "../../../../domain/files/cns.ts";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import { checkCns } from "../../../../protocol/uploads.ts";
import { reasonOf } from "../../../session/index.ts";
import {
  type Candidate,
  type ChosenDirectory,
  type InspectOptions,
  inspectDirectory,
  inspectFile,
} from "../../choose/index.ts";
import { callPatiently } from "../patient/patient-call.ts";
import type { Picked } from "./sort.ts";

export interface Inspected {
  readonly candidate: Candidate;
  /** Why it cannot be uploaded; null when it can. */
  readonly error: string | null;
  /** The server's check could not be made. */
  readonly isUnchecked: boolean;
}

/** Segment folders that are asked about at once. */
const together = 4;

/** Rejects only when it is aborted. */
export async function inspect(pick: Picked, options: InspectOptions & { signal: AbortSignal }): Promise<Inspected> {
  const candidate = await inspectPick(pick, options);
  if (candidate.error !== null || !("directory" in pick) || pick.kind !== "cns")
    return { candidate, error: candidate.error, isUnchecked: false };
  try {
    const isRight = await followsStructure(pick.directory, options.signal);
    return { candidate, error: isRight ? null : cnsStructureError, isUnchecked: false };
  } catch (error) {
    options.signal.throwIfAborted();
    return { candidate, error: uploadText.data.uncheckable(reasonOf(error)), isUnchecked: true };
  }
}

const inspectPick = (pick: Picked, options: InspectOptions): Promise<Candidate> =>
  "directory" in pick
    ? inspectDirectory[pick.kind](pick.directory, options)
    : inspectFile[pick.kind](pick.file, options);

/** Names of the files in each folder of a directory: of the top folder under "", of deeper ones not at all. */
function filesByFolder({ path, entries }: ChosenDirectory): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, string[]>([["", []]]);
  for (const entry of entries) {
    const parts = entry.path.slice(path.length + 1).split("/");
    if (parts.length > 2) continue;
    const folder = parts.length === 2 ? parts[0] : "";
    const names = folders.get(folder);
    if (names === undefined) folders.set(folder, [parts[parts.length - 1]]);
    else names.push(parts[parts.length - 1]);
  }
  return folders;
}

/** Whether the server finds nothing wrong with the top folder and, of a segmented directory, with any segment. */
async function followsStructure(directory: ChosenDirectory, signal: AbortSignal): Promise<boolean> {
  const folders = filesByFolder(directory);
  const top = folders.get("") ?? [];
  const isSegmented = cnsDirectoryType(top) === "Segmented";
  const checks = [
    { files: [...top], segment: null as string | null, is_segmented_root: isSegmented },
    ...[...folders]
      .filter(([folder]) => isSegmented && folder.startsWith(cnsSegmentPrefix))
      .map(([segment, names]) => ({ files: [...names], segment, is_segmented_root: isSegmented })),
  ];
  for (let k = 0; k < checks.length; k += together) {
    const reports = await Promise.all(
      checks.slice(k, k + together).map((check) => callPatiently(checkCns, check, signal)),
    );
    if (reports.some(({ errors }) => errors.length > 0)) return false;
  }
  return true;
}
