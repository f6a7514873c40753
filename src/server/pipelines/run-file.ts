/** The file of a run, as it is answered and let go of. */
import { pipelineText } from "../../protocol/text/pipeline-text.ts";
import { recordAction } from "../identity/audit.ts";
import type { UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type BlobAnswer, Refused } from "../platform/http/routes.ts";
import { attachment } from "../platform/storage/disposition.ts";
import type { Stores } from "../platform/storage/types.ts";
import { problemOf, soundStream, type WrittenFile } from "./result-file.ts";
import { findRun, type StoredRun, setFileProblem } from "./rows.ts";

const { refused, file: fileText } = pipelineText;

export interface FileDeps {
  stores: Pick<Stores, "own">;
  log: { warn(facts: object, event: string): void };
}

export const refuse = (status: number, code: string, sentence: string): Refused =>
  new Refused(status, sentence, undefined, { code });
export const notFound = () => refuse(404, "run_not_found", refused.run);
export const scopeOf = ({ session: { workspaceId, userId } }: Caller): UserScope => ({ workspaceId, userId });

/** All of a file was read and is as it was written. */
export interface SoundFile extends WrittenFile {
  fileName: string;
}

/**
 * Reads the whole file of a run and compares it; one that is not as it was written is marked.
 * @throws Refused 404 where there is none, 409 for one that is lost, 503 while the store does not answer
 */
export async function demandSound(
  deps: FileDeps & { db: Queries },
  run: StoredRun | null,
  signal: AbortSignal,
): Promise<SoundFile> {
  if (run === null) throw notFound();
  const { id, fileKey, fileName, sizeBytes, sha256 } = run;
  if (fileKey === null || fileName === null || sizeBytes === null) throw refuse(404, "no_file", refused.noFile);
  const known = fileSentence(run);
  if (known !== null || sha256 === null) throw refuse(409, "file_lost", known ?? fileText.unchecked);
  const file = { fileKey, fileName, sha256, sizeBytes };
  const problem = await readable(deps, signal, () => problemOf(deps.stores.own, file, signal));
  if (problem === null) return file;
  await setFileProblem(deps.db, run, problem);
  deps.log.warn({ run_id: id, problem }, "pipelines.file-lost");
  throw refuse(409, "file_lost", fileText[problem]);
}

/** For whoever has found out that the caller may: the files of a patient hold this one. @throws as `demandSound` */
export const demandSoundResult = async (deps: FileDeps & { db: Queries }, id: number, signal: AbortSignal) =>
  demandSound(deps, await findRun(deps.db, "everything", id), signal);

/** Its file, and the row of audit before it is opened. @throws Refused as `demandSound` */
export async function runFile(
  deps: FileDeps & { db: Queries },
  caller: Caller,
  id: number,
  signal: AbortSignal,
): Promise<BlobAnswer> {
  const found = await findRun(deps.db, scopeOf(caller), id);
  const file = await demandSound(deps, found, signal);
  await recordAction(deps.db, caller, { run_id: id, patient_key: found?.patientKey }, "reading");
  return {
    stream: await readable(deps, signal, () => soundStream(deps.stores.own, file)),
    headers: {
      "content-type": "application/x-hdf5",
      "content-disposition": attachment(file.fileName),
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "content-length": String(file.sizeBytes),
    },
    demandAgain: async () => {
      if ((await findRun(deps.db, scopeOf(caller), id)) === null) throw notFound();
    },
  };
}

/** What a store does that is not there at the moment says nothing of a file. @throws Refused 503 */
export async function readable<T>({ log }: FileDeps, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (err) {
    signal.throwIfAborted();
    log.warn({ err }, "pipelines.store-silent");
    throw refuse(503, "store_silent", fileText.silent);
  }
}

/** Why the file of a run is not answered; null: nothing is known against it, or there is none. */
export function fileSentence({ fileKey, fileProblem, sha256 }: StoredRun): string | null {
  if (fileKey === null) return null;
  if (fileProblem !== null) return fileText[fileProblem];
  return sha256 === null ? fileText.unchecked : null;
}

/** Of no run any more. Where that fails, the sweep of the store does it (sweep-results.ts): nobody waits for it. */
export async function dropFile({ stores, log }: FileDeps, fileKey: string | null): Promise<void> {
  if (fileKey === null) return;
  await stores.own.delete([fileKey]).catch((err: unknown) => log.warn({ err }, "pipelines.file-left"));
}
