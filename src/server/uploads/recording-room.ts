/**
 * How much the reading of an upload will write: known by its size alone, before anything was sent. Samples are stored as
 * int16 (EDF) or float32 (BDF, CNS, Natus), levels add 2/16 + 2/256 + ... = 13.4 %, and blocks are filled up at their ends.
 * Measured with the sample files: EDF 1.11 to 1.44, BDF 1.64, CNS 2.5, Natus 3.6 times the source.
 */
import { type SQL, sql } from "drizzle-orm";
import { type UploadItem, type UploadKind, uploadKinds } from "../../protocol/uploads.ts";
import type { Queries } from "../platform/database/sql.ts";

/** Bytes written for a byte that was sent. Rows of medications are kept in the database, with what they were read from. */
const factors: Readonly<Record<UploadKind, number>> = { edf: 1.3, cns: 2.5, natus: 4, medications: 3 };
/** 24 bits become 32. */
const ofBdf = 1.7;

export const recordingFactor = ({ kind, name }: Pick<UploadItem, "kind" | "name">): number =>
  kind === "edf" && /\.bdf$/i.test(name) ? ofBdf : factors[kind];

/** The same of `upload_item i`, made of the same table. */
const factorOf: SQL = sql`case when i.kind = 'edf' and i.name ~* '\\.bdf$' then ${ofBdf}::float8 ${sql.join(
  uploadKinds.map((kind) => sql`when i.kind = ${kind} then ${factors[kind]}::float8`),
  sql` `,
)} end`;

/** Of the file `upload_file f` of `upload_item i`. */
export const recordingBytes: SQL = sql`(f.size_bytes * (${factorOf}))`;

/** Bytes that reading an item needs: what its size lets expect, or more where an attempt showed it. */
export async function roomNeeded(db: Queries, itemId: number): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(sql`
    select greatest(coalesce((select sum(${recordingBytes}) from upload_file f where f.item_id = i.id), 0),
      coalesce(i.room_needed, 0))::float8 as bytes
    from upload_item i where i.id = ${itemId}`);
  return rows[0]?.bytes ?? 0;
}

/** How many items of uploads wait for room. */
export async function itemsWithoutRoom(db: Queries): Promise<number> {
  const { rows } = await db.execute<{ items: number }>(
    sql`select count(*)::int as items from upload_item where waits_for = 'room' and state = 'waiting'`,
  );
  return rows[0].items;
}
