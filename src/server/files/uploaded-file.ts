/** A file that was uploaded, and whether the store still has the whole of it. */
import { filesText } from "../../protocol/text/files-text.ts";
import type { ResultDeps } from "../pipelines/index.ts";
import { Refused } from "../platform/http/routes.ts";
import { ObjectDamaged, ObjectMissing, type ObjectStore, uploadKey } from "../platform/storage/index.ts";
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
