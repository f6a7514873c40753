/** Files that were uploaded, and whether the store still has the whole of them. */
import { filesText } from "../../protocol/text/files-text.ts";
import type { ResultDeps } from "../pipelines/index.ts";
import { Refused } from "../platform/http/routes.ts";
import { ObjectDamaged, ObjectMissing, type ObjectStore, uploadKey, uploadPrefix } from "../platform/storage/index.ts";
import type { StoredFile } from "./file-store.ts";

export type UploadedFile = StoredFile & { upload_id: number; item_id: number };
export const isUploaded = (file: StoredFile): file is UploadedFile => file.upload_id !== null;
export const keyOf = ({ upload_id, id }: UploadedFile) => uploadKey(upload_id, id);

/** Waits for something that reads a file. @throws Refused 409 where the file is gone, or a part of it */
export async function reading<T>({ log }: Pick<ResultDeps, "log">, fileId: number, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ObjectDamaged || error instanceof ObjectMissing)) throw error;
    log.warn({ file_id: fileId }, "files.damaged");
    throw new Refused(409, filesText.refused.damaged);
  }
}

/** @throws Refused 409 where the store has not the whole of what was sent */
export const demandWhole = (
  log: Pick<ResultDeps, "log">,
  { file, store }: { file: UploadedFile; store: ObjectStore },
): Promise<void> =>
  reading(
    log,
    file.id,
    store.head(keyOf(file)).then((facts) => {
      if (facts === null) throw new ObjectMissing();
      if (facts.size !== file.size) throw new ObjectDamaged();
    }),
  );

/** Of more files than these in one upload the store is asked for a list, and not one by one. */
const mostHeads = 16;

/**
 * Before a directory is sent as an archive, which would break off in the middle and not say why. @throws Refused 409 with the name of the first file of which the store has
 * not the whole, by `nameOf`
 */
export async function demandWholeFiles(
  { log }: Pick<ResultDeps, "log">,
  { files, storeOf }: { files: readonly UploadedFile[]; storeOf: (file: UploadedFile) => ObjectStore },
  nameOf: (file: UploadedFile) => string,
): Promise<void> {
  const lost: UploadedFile[] = [];
  for (const uploadId of new Set(files.map(({ upload_id }) => upload_id))) {
    const together = files.filter(({ upload_id }) => upload_id === uploadId);
    const sizes = await sizesOf(storeOf(together[0]), together);
    lost.push(...together.filter((file) => sizes.get(keyOf(file)) !== file.size));
  }
  if (lost.length === 0) return;
  for (const { id } of lost.slice(0, mostHeads)) log.warn({ file_id: id }, "files.damaged");
  throw new Refused(409, filesText.refused.damagedIn(nameOf(lost[0]), lost.length - 1));
}

/** What the store has of the files of one upload, by key; damaged ones have no size, or another than they should. */
async function sizesOf(store: ObjectStore, files: readonly UploadedFile[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const headOf = (file: UploadedFile) =>
    store.head(keyOf(file)).catch((error: unknown) => {
      if (error instanceof ObjectDamaged) return null;
      throw error;
    });
  if (files.length > mostHeads)
    for await (const { key, size } of store.list(uploadPrefix(files[0].upload_id))) sizes.set(key, size);
  else for (const facts of await Promise.all(files.map(headOf))) if (facts !== null) sizes.set(facts.key, facts.size);
  return sizes;
}
