/** How much one user may have declared and not finished: nobody takes all the room there is by announcing files. */
import { sql } from "drizzle-orm";
import { fileSize } from "../../domain/files/file-size.ts";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import type { UploadItem } from "../../protocol/uploads.ts";
import type { Queries } from "../platform/database/sql.ts";
import { Refused } from "../platform/http/routes.ts";
import { folderScheme } from "../platform/storage/types.ts";
import { recordingBytes, recordingFactor } from "./recording-room.ts";

export interface QuotaOrder {
  userId: number;
  /** What is being declared. */
  declared: { items: readonly Pick<UploadItem, "kind" | "name">[]; files: readonly { item: number; size: number }[] };
  quotaBytes: number;
  room: Room;
}

export interface Room {
  /** Of the data folder, where recordings are written. */
  bytes: number;
  /** The files of the upload themselves come there too. */
  hasOriginals: boolean;
  /** Recordings stay there; otherwise each is written there, and then moved. */
  hasRecordings: boolean;
}

/** An upload that was silent for longer does not keep others from beginning theirs. */
const silentMinutes = 60;

/**
 * Two uploads of a user are declared one after the other. To be called before the row of an upload is locked: whoever
 * deletes a user locks in this order too.
 */
export async function lockDeclarations(tx: Queries, userId: number): Promise<void> {
  await tx.execute(sql`select 1 from app_user where id = ${userId} for no key update`);
}

const roomLockKey = 7_265_003;

/**
 * Until the transaction ends nobody else is admitted to the room there is: what is declared at the same time on another
 * connection would not be seen. To be called last of all locks.
 */
export async function lockRoom(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${roomLockKey})`);
}

/**
 * After `lockDeclarations` and `lockRoom` where something is declared. What has arrived counts until its upload is finished; of a file in parts nothing has arrived
 * before it is whole. There must be room for what is awaited, of everybody, and for the recordings that will be read of
 * it: nobody sends for hours what cannot be read then. @throws Refused 409
 */
export async function demandQuota(
  tx: Queries,
  { userId, declared: { items, files }, quotaBytes, room }: QuotaOrder,
): Promise<void> {
  const declaredBytes = files.reduce((sum, { size }) => sum + size, 0);
  if (declaredBytes > quotaBytes) throw new Refused(409, uploadServiceText.declared.tooLarge(fileSize(quotaBytes)));
  const isAwaited = sql`(u.status in ('CREATED', 'UPLOADING')
    and (u.user_id = ${userId} or u.seen_at > now() - ${silentMinutes} * interval '1 minute'))`;
  const isRead = sql`(i.state in ('waiting', 'ingesting') and (${isAwaited} or u.status = 'PROCESSING'))`;
  const { rows } = await tx.execute<{ open: number; originals: number; recordings: number }>(sql`
    select coalesce(sum(f.size_bytes) filter (where u.user_id = ${userId} and u.status <> 'PROCESSING'), 0)::float8 as open,
      coalesce(sum(f.size_bytes) filter (where ${isAwaited} and f.state = 'declared'
        and starts_with(b.endpoint, ${folderScheme})), 0)::float8 as originals,
      coalesce(sum(${recordingBytes}) filter (where ${isRead}), 0)::float8 as recordings
    from upload u join bucket b on b.id = u.bucket_id join upload_item i on i.upload_id = u.id
      join upload_file f on f.item_id = i.id
    where u.status in ('CREATED', 'UPLOADING', 'PROCESSING')`);
  const [{ open, originals, recordings }] = rows;
  if (open + declaredBytes > quotaBytes)
    throw new Refused(409, uploadServiceText.declared.overQuota(fileSize(quotaBytes)));
  const written = items.map(() => 0);
  for (const { item, size } of files) written[item] += size * recordingFactor(items[item]);
  const own = room.hasRecordings
    ? recordings + written.reduce((sum, bytes) => sum + bytes, 0)
    : written.reduce((most, bytes) => Math.max(most, bytes), 0);
  if (own + originals + (room.hasOriginals ? declaredBytes : 0) > room.bytes)
    throw new Refused(409, uploadServiceText.declared.noRoom);
}
