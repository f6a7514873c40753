/** Where browsers put the bytes of an upload. */
import { setImmediate as others } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { storeText } from "../../protocol/text/store-text.ts";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import {
  type getFileAddresses,
  type getPartAddresses,
  largestPlainMd5Bytes,
  type ResumedFile,
} from "../../protocol/uploads.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type JsonText, Refused } from "../platform/http/routes.ts";
import { ObjectMissing, type ObjectStore, type StoredPart, uploadKey } from "../platform/storage/index.ts";
import { partCountOf, partSizeOf } from "./declaration.ts";
import { type FileRow, filesAnswer, filesOf, filesText } from "./file-rows.ts";
import { isAsDeclared, objectAt } from "./object-digest.ts";
import { ownOpenUpload, seeUpload, storeOf } from "./records.ts";
import type { UploadDeps } from "./types.ts";

/** Files that are looked at before others are answered: a few milliseconds of work. */
const filesAtOnce = 1000;

/** Long enough for a part on a slow line, and for a batch of small files. */
export const addressLifeMs = 45 * 60_000;

/**
 * @throws Refused 404 for foreign uploads and files, 409 for files that are there, come in parts, or must be encrypted
 *   first, 507 while the disk of a local store has no room for the largest of them
 */
export async function addressFiles(
  deps: UploadDeps,
  caller: Caller,
  { upload_id, file_ids }: BodyOf<typeof getFileAddresses>,
): Promise<AnswerOf<typeof getFileAddresses>> {
  const { db, stores } = deps;
  const upload = await ownOpenUpload(db, caller, upload_id);
  const wanted = [...new Set(file_ids)];
  const files = await filesOf(db, upload_id, sql`f.id = any(${intArray(wanted)})`);
  if (files.length < wanted.length) throw new Refused(404, uploadServiceText.fileMissing);
  for (const file of files) {
    demandToBeSent(deps, file);
    if (file.size > largestPlainMd5Bytes) throw new Refused(409, uploadServiceText.manyParts);
  }
  const store = storeOf(stores, upload.bucket);
  await demandRoomFor(
    store,
    files.map(({ size }) => size),
  );
  const addresses = await Promise.all(
    files.map(async ({ id, size, md5 }) => ({
      file_id: id,
      ...(await store.presignPut(uploadKey(upload_id, id), { size, md5, lifeMs: addressLifeMs })),
    })),
  );
  await seeUpload(db, upload_id);
  return { addresses };
}

/** @throws Refused as above; 400 for a part that the file does not have */
export async function addressParts(
  deps: UploadDeps,
  caller: Caller,
  body: BodyOf<typeof getPartAddresses>,
): Promise<AnswerOf<typeof getPartAddresses>> {
  const { db, stores } = deps;
  const { upload_id, file_id, parts } = body;
  const upload = await ownOpenUpload(db, caller, upload_id);
  const [file] = await filesOf(db, upload_id, sql`f.id = ${file_id}`);
  if (file === undefined) throw new Refused(404, uploadServiceText.fileMissing);
  demandToBeSent(deps, file);
  const count = partCountOf(file.size);
  if (count === 1) throw new Refused(409, uploadServiceText.onePart);
  if (parts.some((part) => part > count)) throw new Refused(400, uploadServiceText.noSuchPart);
  const store = storeOf(stores, upload.bucket);
  const key = uploadKey(upload_id, file_id);
  const open = await openParts({ db, store, file, key });
  if (open === null) return addressParts(deps, caller, body);
  await demandRoomFor(
    store,
    parts.filter((part) => !open.stored.includes(part)).map((part) => partSizeOf(file.size, part)),
  );
  const addresses = open.isWhole
    ? []
    : await Promise.all(
        [...new Set(parts)].map(async (part) => {
          const order = { part, size: partSizeOf(file.size, part), lifeMs: addressLifeMs };
          return { part, ...(await store.presignPart(key, open.multipartId, order)) };
        }),
      );
  await seeUpload(db, upload_id);
  return { multipart_upload_id: open.multipartId, addresses, stored_parts: open.stored };
}

/** @throws Refused 404 for foreign uploads */
export async function filesToResume({ db, stores }: UploadDeps, caller: Caller, uploadId: number): Promise<JsonText> {
  const { bucket } = await ownOpenUpload(db, caller, uploadId);
  const rows = await filesOf(db, uploadId);
  const told = filesAnswer(rows);
  const files: ResumedFile[] = [];
  // One after the other: the store is asked only about files whose parts are on their way.
  for (const [n, row] of rows.entries()) {
    files.push({ ...told[n], stored_bytes: await storedBytesOf(storeOf(stores, bucket), uploadId, row) });
    if (files.length % filesAtOnce === 0) await others();
  }
  return filesText(files);
}

/** What a full disk refuses at the end of each body is told before it is sent. @throws Refused 507 */
async function demandRoomFor(store: ObjectStore, sizes: readonly number[]): Promise<void> {
  if (sizes.length > 0 && Math.max(...sizes) > ((await store.room()) ?? Number.POSITIVE_INFINITY))
    throw new Refused(507, storeText.full);
}

function demandToBeSent({ config }: UploadDeps, file: FileRow): void {
  if (file.isVerified) throw new Refused(409, uploadServiceText.fileVerified);
  if (config.uploads.hasEncryption && file.isInfo && file.textMd5 === null)
    throw new Refused(409, uploadServiceText.notEncrypted);
}

interface OpenParts {
  multipartId: string;
  /** Numbers of the parts the store has. */
  stored: number[];
  /** The object was put together already, but nobody was told: check_md5 is next. */
  isWhole: boolean;
}

interface PartsOrder {
  db: Queries;
  store: ObjectStore;
  file: FileRow;
  key: string;
}

/** The multipart upload of a file, begun when there is none, or when the store does not know it any more. */
async function openParts(order: PartsOrder): Promise<OpenParts | null> {
  const { store, file, key } = order;
  const known = file.multipartId;
  const parts = known === null ? null : await partsOf(store, key, known);
  if (known !== null && parts !== null) {
    const stored = parts.filter((part) => isOf(file, part)).map(({ part }) => part);
    return { multipartId: known, stored, isWhole: false };
  }
  const object = known === null ? null : await objectAt(store, key);
  if (known !== null && object !== null && object !== "damaged" && (await isAsDeclared(store, object, file))) {
    const all = Array.from({ length: partCountOf(file.size) }, (_, k) => k + 1);
    return { multipartId: known, stored: all, isWhole: true };
  }
  return beginParts(order);
}

const isOf = (file: FileRow, { part, size }: StoredPart): boolean =>
  part <= partCountOf(file.size) && size === partSizeOf(file.size, part);

/**
 * Bytes of a file that need not be sent again: of one that is not verified its whole parts. @throws what the store throws
 */
async function storedBytesOf(store: ObjectStore, uploadId: number, file: FileRow): Promise<number> {
  if (file.isVerified) return file.size;
  if (file.multipartId === null) return 0;
  const key = uploadKey(uploadId, file.id);
  const parts = await partsOf(store, key, file.multipartId);
  if (parts !== null) return parts.filter((part) => isOf(file, part)).reduce((sum, { size }) => sum + size, 0);
  const object = await objectAt(store, key);
  return object !== null && object !== "damaged" && object.size === file.size ? file.size : 0;
}

/** Null when the multipart upload is no more. */
export const partsOf = (store: ObjectStore, key: string, multipartId: string): Promise<StoredPart[] | null> =>
  store.listParts(key, multipartId).catch((error: unknown) => {
    if (error instanceof ObjectMissing) return null;
    throw error;
  });

/** Null when another request was faster, or the upload ended: to be looked at again. */
async function beginParts({ db, store, file, key }: PartsOrder): Promise<OpenParts | null> {
  const multipartId = await store.createMultipart(key);
  const { rowCount } = await db.execute(sql`
    update upload_file f set multipart_id = ${multipartId} from upload u
    where f.id = ${file.id} and f.state = 'declared' and f.multipart_id is not distinct from ${file.multipartId}
      and u.id = f.upload_id and u.status = 'UPLOADING'`);
  if (rowCount === 1) return { multipartId, stored: [], isWhole: false };
  await store.abortMultipart(key, multipartId);
  return null;
}
