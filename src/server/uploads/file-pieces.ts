/** Changes of all files of an upload, of which there may be tens of thousands: a piece a transaction, so that others' calls get in between. */
import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";

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

/**
 * What was written down of an upload that has not begun: of all that is declared, or of these items alone. `db`: no
 * transaction. Safe to repeat. Where it begins meanwhile, what is left stays.
 */
export async function forgetDeclared(db: Queries, uploadId: number, itemIds?: readonly number[]): Promise<void> {
  const isOfThese = itemIds === undefined ? sql`true` : sql`f.item_id = any(${intArray(itemIds)})`;
  await untilNone(
    db,
    sql`with u as (select id from upload where id = ${uploadId} and status = 'CREATED' for update)
      delete from upload_file where id in (select f.id from upload_file f join u on u.id = f.upload_id
        where ${isOfThese} order by f.id limit ${filesAtOnce})`,
  );
}

async function untilNone(db: Queries, change: SQL): Promise<void> {
  for (let changed = filesAtOnce; changed === filesAtOnce; ) changed = (await db.execute(change)).rowCount ?? 0;
}
