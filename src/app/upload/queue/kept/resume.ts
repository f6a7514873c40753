/** The rest of an upload that was begun in a page that is no more: what the server has is not sent again. */

import { uploadQueueText } from "../../../../protocol/text/upload-queue-text.ts";
import { getUploadFiles, type ResumedFile } from "../../../../protocol/uploads.ts";
import type { SourceFile, UploadSource } from "../../types.ts";
import type { Hasher } from "../../worker/hasher.ts";
import type { UploadQueueDeps } from "../tools.ts";
import { ask } from "../transfer/ask.ts";
import { UploadFailed } from "../transfer/failures.ts";
import { hashFiles } from "../transfer/hash-files.ts";
import { demandPartSize, type Prepared, sendingOf } from "../transfer/prepare.ts";
import type { Stage } from "../transfer/stage.ts";
import type { Recipe } from "./recipe.ts";

export interface Rest {
  readonly uploadId: number;
  /** What the user chose again and what of it belongs to the upload. */
  readonly sources: readonly UploadSource[];
  readonly recipe: Recipe | null;
  readonly hasEncryption: boolean;
}

/** What encryption adds to an info file: the tag. */
const tagBytes = 16;

/** Files that are still to be sent, each with the chosen one; null where none of them is it. */
export function matchFiles(
  missing: readonly ResumedFile[],
  chosen: readonly SourceFile[],
): { known: ResumedFile; file: SourceFile | null }[] {
  const byPath = new Map(chosen.map((file) => [file.path, file]));
  return missing.map((known) => {
    const file = byPath.get(known.path);
    const isSame = file?.size === known.size || (file?.isInfo === true && file.size + tagBytes === known.size);
    return { known, file: file !== undefined && isSame ? file : null };
  });
}

/** @throws as `ask` and `hashFiles`; UploadFailed when a file is missing */
export async function prepareRest(
  { uploadId, sources, recipe }: Rest,
  { tools, hasher, stage, signal }: { tools: UploadQueueDeps; hasher: Hasher; stage: Stage; signal: AbortSignal },
): Promise<Prepared & { sent: { files: number; bytes: number } }> {
  const { files, part_size } = await ask(tools, getUploadFiles, { upload_id: uploadId }, signal);
  demandPartSize(part_size);
  const there = files.filter(({ is_verified }) => is_verified);
  const missing = files.filter(({ is_verified }) => !is_verified);
  const matched = matchFiles(
    missing,
    sources.flatMap((source) => source.files),
  ).map(({ known, file }) => {
    if (file === null) throw new UploadFailed(uploadQueueText.reasons.changed(known.path));
    return { known, file };
  });
  const kept = new Map(recipe?.files.map((one) => [one.path, one]));
  const knownDigest = ({ path, size, modifiedAt }: SourceFile) => {
    const old = kept.get(path);
    return old?.size === size && old.modifiedAt === modifiedAt ? old.md5 : undefined;
  };
  const digests = await hashFiles(
    matched.map(({ file }) => file),
    { hasher, stage, known: knownDigest },
  );
  return {
    uploadId,
    partSize: part_size,
    files: matched.map(({ known, file }, n) => sendingOf(file, known, digests[n], known.stored_bytes)),
    sent: { files: there.length, bytes: files.reduce((sum, { stored_bytes }) => sum + stored_bytes, 0) },
  };
}
