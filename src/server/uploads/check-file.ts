/** Whether a file arrived as it was declared (check_md5). Only what was checked here counts as sent. */
import { sql } from "drizzle-orm";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import type { checkMd5 } from "../../protocol/uploads.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import {
  ObjectMissing,
  type ObjectStore,
  PartsRefused,
  type StoredPart,
  uploadKey,
} from "../platform/storage/index.ts";
import { partsEtag } from "../platform/storage/parts.ts";
import { partsOf } from "./addresses.ts";
import { partCountOf, partSizeOf } from "./declaration.ts";
import { type FileRow, filesOf } from "./file-rows.ts";
import { hasPlainMd5, isAsDeclared, objectAt } from "./object-digest.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { ownOpenUpload, seeUpload, storeOf } from "./records.ts";
import type { UploadDeps } from "./types.ts";

/** Of two checks of a file at once, the second sees what the first one found. */
const inTurn = oneAtATime();

/**
 * Puts a file together where it came in parts, compares its size and etag with what was declared, and makes it verified
 * for good. What is wrong is removed from the store, so that it can be sent again.
 * @throws Refused 404 for foreign uploads and files, 409 when the upload is no longer open
 */
export async function checkFile(
  { db, stores }: UploadDeps,
  caller: Caller,
  { upload_id, filename, md5 }: BodyOf<typeof checkMd5>,
): Promise<AnswerOf<typeof checkMd5>> {
  const upload = await ownOpenUpload(db, caller, upload_id);
  const { id } = await fileCalled(db, upload_id, filename);
  const store = storeOf(stores, upload.bucket);
  return inTurn(id, async () => {
    const file = await fileCalled(db, upload_id, filename);
    if (file.isVerified) return { transmitted_properly: file.md5 === md5 };
    const found = await examine(store, uploadKey(upload_id, id), file, md5);
    await seeUpload(db, upload_id);
    if (found === "right" && (await verify(db, file))) return { transmitted_properly: true };
    await ownOpenUpload(db, caller, upload_id);
    if (found === "wrong") await remove(db, store, file, uploadKey(upload_id, id));
    return { transmitted_properly: false };
  });
}

async function fileCalled(db: Queries, uploadId: number, path: string): Promise<FileRow> {
  const [file] = await filesOf(db, uploadId, sql`f.path = ${path}`);
  if (file === undefined) throw new Refused(404, uploadServiceText.fileMissing);
  return file;
}

/** "absent": nothing, or not all of its parts, is there; what is there stays. */
type Finding = "right" | "wrong" | "absent";

async function examine(store: ObjectStore, key: string, file: FileRow, claimed: string): Promise<Finding> {
  if (file.multipartId !== null) {
    const parts = await partsOf(store, key, file.multipartId);
    const isBegun = parts !== null && (parts.length > 0 || !hasPlainMd5(file));
    if (isBegun) return putTogether({ store, key, file, claimed, parts, multipartId: file.multipartId });
  }
  const object = await objectAt(store, key);
  if (object === null) return "absent";
  if (object === "damaged") return "wrong";
  return file.md5 === claimed && (await isAsDeclared(store, object, file)) ? "right" : "wrong";
}

interface Parts {
  store: ObjectStore;
  key: string;
  file: FileRow;
  claimed: string;
  parts: readonly StoredPart[];
  multipartId: string;
}

/** The md5 of the whole is known before anything is put together; a plain one only afterwards. */
async function putTogether({ store, key, file, claimed, parts, multipartId }: Parts): Promise<Finding> {
  const isThere = (number: number) =>
    parts.some(({ part, size }) => part === number && size === partSizeOf(file.size, number));
  const numbers = Array.from({ length: partCountOf(file.size) }, (_, k) => k + 1);
  if (!numbers.every(isThere)) return "absent";
  if (parts.length > numbers.length || file.md5 !== claimed) return "wrong";
  if (!hasPlainMd5(file) && partsEtag(parts) !== file.md5) return "wrong";
  try {
    const object = await store.completeMultipart(key, multipartId, parts);
    return (await isAsDeclared(store, object, file)) ? "right" : "wrong";
  } catch (error) {
    // Another node puts it together at this moment, or a part is being sent again: the client asks once more.
    if (error instanceof ObjectMissing || error instanceof PartsRefused) return "absent";
    throw error;
  }
}

/** False when the upload ended, or the file was declared anew (encrypted), meanwhile. */
async function verify(db: Queries, { id, md5, size }: FileRow): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update upload_file f set state = 'verified', verified_at = now() from upload u
    where f.id = ${id} and f.md5 = ${md5} and f.size_bytes = ${size} and f.state <> 'removed'
      and u.id = f.upload_id and u.status = 'UPLOADING'`);
  return rowCount === 1;
}

/** The row forgets its parts first: whoever sends the file again begins with new ones. */
async function remove(db: Queries, store: ObjectStore, file: FileRow, key: string): Promise<void> {
  const { rowCount } = await db.execute(sql`
    update upload_file set multipart_id = null
    where id = ${file.id} and state = 'declared' and multipart_id is not distinct from ${file.multipartId}`);
  if (rowCount === 0) return;
  if (file.multipartId !== null) await store.abortMultipart(key, file.multipartId);
  await store.delete([key]);
  // Another node may have found a better one right before it was deleted: then it has to be sent again.
  await db.execute(sql`
    update upload_file f set state = 'declared', verified_at = null from upload u
    where f.id = ${file.id} and f.state = 'verified' and u.id = f.upload_id and u.status = 'UPLOADING'`);
}
