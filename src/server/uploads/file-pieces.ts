/** Changes of all files of an upload, of which there may be tens of thousands: a piece a transaction, so that others' calls get in between. */
import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../platform/database/sql.ts";

/** Some hundredths of a second of the embedded database. */
const filesAtOnce = 1000;

/** Files of an upload that `which` admits, taken in their order by whoever else changes them, too. */
const some = (uploadId: number, which: SQL): SQL => sql`id in (
  select id from upload_file where upload_id = ${uploadId} and ${which} order by id limit ${filesAtOnce} for update)`;

/** `db`: no transaction. Safe to repeat. */
export async function markRemoved(db: Queries, uploadId: number): Promise<void> {
  const isLeft = some(uploadId, sql`(state <> 'removed' or multipart_id is not null)`);
  await untilNone(db, sql`update upload_file set state = 'removed', multipart_id = null where ${isLeft}`);
}

/** The rows go for good; `db`: no transaction. Safe to repeat. */
export async function forgetFiles(db: Queries, uploadId: number): Promise<void> {
  await untilNone(db, sql`delete from upload_file where ${some(uploadId, sql`true`)}`);
}

async function untilNone(db: Queries, change: SQL): Promise<void> {
  for (let changed = filesAtOnce; changed === filesAtOnce; ) changed = (await db.execute(change)).rowCount ?? 0;
}
