/** Declaring what an upload holds. */
import { sql } from "drizzle-orm";
import { formText } from "../../protocol/forms.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import type { checkUploadRoom, startUpload, UploadFile, UploadItem, UploadKind } from "../../protocol/uploads.ts";
import { recordAction } from "../identity/audit.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray, textArray } from "../platform/database/sql-arrays.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type JsonText, Refused } from "../platform/http/routes.ts";
import { roomIn } from "../platform/storage/room.ts";
import type { BucketAddress } from "../platform/storage/types.ts";
import { type Declaration, demandDeclaration } from "./declaration.ts";
import { forgetDeclared } from "./file-pieces.ts";
import { type DeclaredRow, filesAnswer, filesOf, filesText } from "./file-rows.ts";
import { addUploadMessage } from "./messages.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { bucketFor } from "./places.ts";
import { demandQuota, lockDeclarations, lockRoom, type QuotaOrder } from "./quota.ts";
import { demandStatus, epochMs, ownUpload, scopeOf, storeOf } from "./records.ts";
import type { UploadDeps } from "./types.ts";
import { wholeDeclaration } from "./whole-declaration.ts";

/** Its files are many: it is written down a piece at a time (`filesText`). */
type Answer = JsonText;

/**
 * Of what is to be declared later: its digests take longer than the answer. Nothing is kept for it, so declaring asks again.
 * @throws Refused 404 for a project that is not the caller's, 409 as `demandQuota`
 */
export async function checkRoom(
  deps: Pick<UploadDeps, "db" | "config" | "stores">,
  caller: Caller,
  { project_id, items }: BodyOf<typeof checkUploadRoom>,
): Promise<AnswerOf<typeof checkUploadRoom>> {
  const { bucket: name, endpoint } = await bucketFor(deps.db, scopeOf(caller), { project_id });
  const files = items.map(({ size }, item) => ({ item, size }));
  await demandQuota(deps.db, await orderOf(deps, caller, { items, files }, { name, endpoint }));
  return {};
}

async function orderOf(
  { config, stores }: Pick<UploadDeps, "config" | "stores">,
  caller: Caller,
  declared: QuotaOrder["declared"],
  bucket: BucketAddress,
): Promise<QuotaOrder> {
  return {
    userId: caller.session.userId,
    declared,
    quotaBytes: config.uploads.quotaBytes,
    room: {
      bytes: await roomIn(config.dataDir),
      hasOriginals: storeOf(stores, bucket).kind === "fs",
      hasRecordings: stores.own.kind === "fs",
    },
  };
}

/** Declarations of a user in this process: one that is written down in pieces is over before the next is weighed. */
const inTurn = oneAtATime();

/**
 * Writes down every item and file, many of them in pieces: others' calls get in between, and until the last piece is there
 * the upload has not begun. The same again answers the same.
 * @throws Refused 404, 409 when it was started with something else, is no longer open, or is more than the user may
 *   have open, 400 and 403 by `demandDeclaration`
 */
export async function declareFiles(
  deps: Pick<UploadDeps, "db" | "config" | "stores">,
  caller: Caller,
  { upload_id, ...told }: BodyOf<typeof startUpload>,
): Promise<Answer> {
  const declaration = wholeDeclaration(told);
  await demandDeclaration(declaration, deps.config.uploads);
  const { bucket } = await ownUpload(deps.db, scopeOf(caller), upload_id);
  const order = await orderOf(deps, caller, declaration, bucket);
  const files = await inTurn(order.userId, () => declare(deps.db, caller, { upload_id, declaration, order }));
  return filesText(files);
}

interface DeclareOrder {
  upload_id: number;
  declaration: Declaration;
  order: QuotaOrder;
}

async function declare(db: UploadDeps["db"], caller: Caller, declare: DeclareOrder): Promise<UploadFile[]> {
  const { upload_id, declaration, order } = declare;
  const [first = [], ...others] = piecesOf(declaration.files);
  await forgetDeclared(db, upload_id); // of a declaration that was cut off
  const begun = await db.transaction(async (tx) => {
    await lockDeclarations(tx, order.userId);
    const upload = await ownUpload(tx, scopeOf(caller), upload_id, { isLocked: true });
    demandStatus(upload, ["CREATED", "UPLOADING"]);
    if (upload.status === "UPLOADING") {
      const form = upload.form === null ? null : formText(upload.form);
      const isSame =
        form === (declaration.form && formText(declaration.form)) && (await isDeclared(tx, upload_id, declaration));
      if (!isSame) throw new Refused(409, uploadServiceText.declared.otherwise);
      return filesAnswer(await filesOf(tx, upload_id));
    }
    await tx.execute(sql`delete from upload_item where upload_id = ${upload_id}`);
    await lockRoom(tx);
    await demandQuota(tx, order);
    const itemIds = await addItems(tx, upload_id, declaration.items);
    const fileIds = await addFiles(tx, upload_id, first, itemIds);
    if (others.length === 0) await begin(tx, caller, declare);
    return { itemIds, fileIds };
  });
  if (!("itemIds" in begun)) return begun;
  const { itemIds, fileIds } = begun;
  try {
    for (const [k, files] of others.entries())
      await db.transaction(async (tx) => {
        const isLast = k === others.length - 1;
        if (isLast) await lockDeclarations(tx, order.userId);
        await demandBegun(tx, caller, upload_id, { itemIds, fileIds, isLast });
        fileIds.push(...(await addFiles(tx, upload_id, files, itemIds)));
        if (!isLast) return;
        // Another node may have admitted something else meanwhile. What is declared here stands already.
        await lockRoom(tx);
        await demandQuota(tx, { ...order, declared: { items: [], files: [] } });
        await begin(tx, caller, declare);
      });
  } catch (error) {
    await forget(db, upload_id, itemIds).catch(() => undefined); // whoever declares it again does so
    throw error;
  }
  return filesAnswer(declaration.files.map(({ path, size }, k) => ({ id: fileIds[k], path, size, isVerified: false })));
}

/** @throws Refused 404, 409 when it is no longer open, or another node began to declare it anew */
async function demandBegun(
  tx: Queries,
  caller: Caller,
  uploadId: number,
  { itemIds, fileIds, isLast }: { itemIds: readonly number[]; fileIds: readonly number[]; isLast: boolean },
): Promise<void> {
  demandStatus(await ownUpload(tx, scopeOf(caller), uploadId, { isLocked: true }), ["CREATED"]);
  // The files are counted once: whoever declares anew takes them away first, and the items after them.
  const files = isLast
    ? sql`(select count(*)::int from upload_file where upload_id = ${uploadId} and item_id = any(${intArray(itemIds)}))`
    : sql`${fileIds.length}::int`;
  const { rows } = await tx.execute<{ items: number; files: number }>(sql`
    select count(*)::int as items, ${files} as files from upload_item where id = any(${intArray(itemIds)})`);
  if (rows[0].items < itemIds.length || rows[0].files < fileIds.length)
    throw new Refused(409, uploadServiceText.declared.otherwise);
}

/** Everything it holds is written down: now it is under way. */
async function begin(tx: Queries, caller: Caller, { upload_id, declaration }: DeclareOrder): Promise<void> {
  const form = declaration.form === null ? null : formText(declaration.form);
  await tx.execute(sql`
    update upload set status = 'UPLOADING', form = ${form}::jsonb, seen_at = now() where id = ${upload_id}`);
  await addUploadMessage(tx, upload_id, "info", uploadServiceText.began(kindCounts(declaration.items), form !== null));
  await recordAction(tx, caller, { upload_id, items: declaration.items.length, files: declaration.files.length });
}

/** Of a declaration that did not come to its end. */
async function forget(db: Queries, uploadId: number, itemIds: readonly number[]): Promise<void> {
  await forgetDeclared(db, uploadId, itemIds);
  await db.execute(sql`
    delete from upload_item using upload u
    where upload_item.id = any(${intArray(itemIds)}) and u.id = upload_item.upload_id and u.status = 'CREATED'`);
}

function kindCounts(items: readonly UploadItem[]): Partial<Record<UploadKind, number>> {
  const counts: Partial<Record<UploadKind, number>> = {};
  for (const { kind } of items) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Ids in the order of the items; their names differ. */
async function addItems(tx: Queries, uploadId: number, items: readonly UploadItem[]): Promise<number[]> {
  if (items.length === 0) return [];
  const { rows } = await tx.execute<{ id: number; name: string }>(sql`
    insert into upload_item (upload_id, kind, name, removed)
    select ${uploadId}::int, kind, name, removed::jsonb
    from unnest(${textArray(items.map(({ kind }) => kind))}, ${textArray(items.map(({ name }) => name))},
      ${textArray(items.map(({ removed }) => JSON.stringify(removed)))}) with ordinality as i (kind, name, removed, at)
    order by at returning id, name`);
  const ids = new Map(rows.map(({ id, name }) => [name, id]));
  return items.map(({ name }) => ids.get(name) as number);
}

/** Put in by one transaction: a tenth of a second of the embedded database. */
const filesAtOnce = 1000;

function piecesOf<T>(all: readonly T[]): (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / filesAtOnce) }, (_, k) =>
    all.slice(k * filesAtOnce, (k + 1) * filesAtOnce),
  );
}

/** Ids in the order of the files. */
async function addFiles(
  tx: Queries,
  uploadId: number,
  files: Declaration["files"],
  itemIds: readonly number[],
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into upload_file (upload_id, item_id, path, size_bytes, md5, modified_at)
    select ${uploadId}::int, item_id, path, size_bytes, md5, to_timestamp(modified_ms / 1000)
    from unnest(${intArray(files.map(({ item }) => itemIds[item]))}, ${textArray(files.map(({ path }) => path))},
      ${sql.param(files.map(({ size }) => size))}::bigint[], ${textArray(files.map(({ md5 }) => md5))},
      ${sql.param(files.map(({ modified_at }) => modifiedMs(modified_at)))}::float8[]) with ordinality
      as f (item_id, path, size_bytes, md5, modified_ms, at)
    order by at returning id`);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

const earliestMs = Date.UTC(1900, 0, 1);
const latestMs = Date.UTC(9999, 0, 1);

/** Clocks of computers may say anything; what no calendar shows is left out. */
const modifiedMs = (ms: number | null): number | null =>
  ms !== null && ms >= earliestMs && ms <= latestMs ? Math.floor(ms) : null;

/** Whether the rows hold just this declaration. Files that were encrypted since count as what they were. */
async function isDeclared(tx: Queries, uploadId: number, { items, files }: Declaration): Promise<boolean> {
  const { rows: knownItems } = await tx.execute<{ kind: string; name: string; removed: string[] }>(
    sql`select kind, name, removed from upload_item where upload_id = ${uploadId} order by id`,
  );
  const { rows: knownFiles } = await tx.execute<DeclaredRow & Record<string, unknown>>(sql`
    select i.name as item, f.path, (f.size_bytes - case when f.text_md5 is null then 0 else 16 end)::float8 as size,
      coalesce(f.text_md5, f.md5) as md5, ${epochMs(sql`f.modified_at`)} as modified
    from upload_file f join upload_item i on i.id = f.item_id where f.upload_id = ${uploadId}`);
  if (knownItems.length !== items.length || knownFiles.length !== files.length) return false;
  const ofItem = ({ kind, name, removed }: UploadItem) => JSON.stringify([kind, name, removed]);
  const known = new Set((knownItems as UploadItem[]).map(ofItem));
  // By path, of which each is there once: many files are compared while others wait.
  const byPath = new Map(knownFiles.map((file) => [file.path, file]));
  return (
    items.every((item) => known.has(ofItem(item))) &&
    files.every(({ item, path, size, md5, modified_at }) => {
      const file = byPath.get(path);
      return (
        file?.item === items[item].name &&
        file.size === size &&
        file.md5 === md5 &&
        file.modified === modifiedMs(modified_at)
      );
    })
  );
}
