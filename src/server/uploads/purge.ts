/** Removes what was sent of uploads that were given up, and objects that belong to no upload. */
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import Type, { type Static } from "typebox";
import type { Queries } from "../platform/database/sql.ts";
import { enqueueJob, type JobDefinition, jobQueue } from "../platform/jobs/index.ts";
import { type BucketAddress, deleteAll, type Stores, uploadKey } from "../platform/storage/index.ts";
import { addressLifeMs } from "./addresses.ts";
import { markRemoved } from "./file-pieces.ts";

/** The bucket too, for the second job may find no upload any more. */
const Payload = Type.Object({ uploadId: Type.Integer(), bucketId: Type.Integer() });
type Payload = Static<typeof Payload>;
const purgeQueue = jobQueue("purge-upload", Payload);
/** After it no address of an upload that has ended can bring anything. */
const lateMs = addressLifeMs + 15 * 60_000;

interface Purge {
  id: number;
  bucketId: number;
}

/**
 * Removes the stored files of an upload soon, and again when the last address has expired: a browser may be sending at
 * this moment. Send "jobs-waiting" after the commit.
 */
export async function orderPurge(tx: Queries, { id: uploadId, bucketId }: Purge): Promise<void> {
  const payload: Payload = { uploadId, bucketId };
  const job = { queue: purgeQueue, payload, maxAttempts: 20 };
  await enqueueJob(tx, { ...job, key: String(uploadId) });
  await enqueueJob(tx, { ...job, key: `${uploadId}-late`, runAt: new Date(Date.now() + lateMs) });
}

export const purgeJob = (deps: PurgeDeps): JobDefinition<Payload> => ({
  queue: purgeQueue,
  run: ({ payload: { uploadId, bucketId } }) => purgeUpload(deps, { id: uploadId, bucketId }),
});

export interface PurgeDeps {
  db: NodePgDatabase;
  stores: Stores;
}

/** Of an upload that was given up, or whose row is gone; of another one nothing is touched. Safe to repeat. */
export async function purgeUpload({ db, stores }: PurgeDeps, { id, bucketId }: Purge): Promise<void> {
  const { rows: uploads } = await db.execute<{ is_given_up: boolean }>(
    sql`select ${isGivenUp} as is_given_up from upload where id = ${id}`,
  );
  if (uploads[0]?.is_given_up === false) return;
  const bucket = await bucketOf(db, bucketId);
  if (bucket === null) return;
  const store = stores.of(bucket);
  const { rows: parts } = await db.execute<{ id: number; multipart_id: string }>(
    sql`select id, multipart_id from upload_file where upload_id = ${id} and multipart_id is not null`,
  );
  for (const part of parts) await store.abortMultipart(uploadKey(id, part.id), part.multipart_id);
  await deleteAll(store, `uploads/${id}/`, () => true);
  await markRemoved(db, id);
  await db.execute(sql`update upload set is_purged = true where id = ${id}`);
}

/** Condition on `upload`: nothing of it was taken over, and nothing will be. */
export const isGivenUp = sql`(status in ('CANCELED', 'FAILED') and finished_at is null)`;

async function bucketOf(db: Queries, id: number): Promise<BucketAddress | null> {
  const { rows } = await db.execute<{ name: string; endpoint: string }>(
    sql`select name, endpoint from bucket where id = ${id}`,
  );
  return rows[0] ?? null;
}
