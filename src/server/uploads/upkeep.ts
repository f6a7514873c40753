/** Keeps uploads tidy: gives up abandoned ones, and removes objects that nobody will ask for. Every node may do it. */
import { sql } from "drizzle-orm";
import Type from "typebox";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import { abandonedUploadDays } from "../../protocol/upload-limits.ts";
import { enqueueJob, type JobDefinition, jobQueue } from "../platform/jobs/index.ts";
import { type BucketAddress, deleteAll, StoreUnavailable } from "../platform/storage/index.ts";
import { cancelUploadRow } from "./give-up.ts";
import { isGivenUp, orderPurge, type PurgeDeps } from "./purge.ts";

const everyMs = 3_600_000;
/** Objects younger than this may belong to an upload that this sweep does not know yet. */
const sweptAgeMs = 2 * 24 * 3_600_000;
const sweepQueue = jobQueue("sweep-uploads", Type.Object({}));

export interface UpkeepOptions extends Pick<PurgeDeps, "db"> {
  log: { warn(facts: object, event: string): void };
}

/** Once now and then every hour. Returns the function that ends it and waits for a running round. */
export function startUploadUpkeep({ db, log }: UpkeepOptions): () => Promise<void> {
  const round = () => keepUploadsTidy({ db }).catch((err) => log.warn({ err }, "uploads.untidy")); // tried again next time
  let running = round();
  const timer = setInterval(() => {
    running = running.then(round);
  }, everyMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/**
 * Cancels uploads of which nothing was heard for a week, asks again for removals that did not come to pass, and for one
 * sweep of the buckets a day.
 */
export async function keepUploadsTidy({ db }: Pick<PurgeDeps, "db">): Promise<void> {
  const isAbandoned = sql`status in ('CREATED', 'UPLOADING') and seen_at < now() - ${abandonedUploadDays} * interval '1 day'`;
  const { rows: abandoned } = await db.execute<{ id: number }>(sql`select id from upload where ${isAbandoned}`);
  for (const { id } of abandoned)
    await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ bucketId: number }>(
        sql`select bucket_id as "bucketId" from upload where id = ${id} and ${isAbandoned} for update`,
      );
      for (const { bucketId } of rows)
        await cancelUploadRow(tx, { id, bucketId }, uploadServiceText.abandoned(abandonedUploadDays));
    });
  const { rows: unpurged } = await db.execute<{ id: number; bucketId: number }>(sql`
    select id, bucket_id as "bucketId" from upload
    where ${isGivenUp} and not is_purged and completed_at < now() - interval '1 day'`);
  for (const upload of unpurged) await orderPurge(db, upload);
  const { rows: swept } = await db.execute(sql`
    select 1 from job where queue = ${sweepQueue.name} and state = 'done' and finished_at > now() - interval '1 day' limit 1`);
  if (swept.length === 0) await enqueueJob(db, { queue: sweepQueue, key: "all", payload: {} });
}

/** Removes objects of a slice that no row of it speaks of, unless they are younger than `youngest` (epoch ms). */
export type Sweep = (youngest: number, signal: AbortSignal) => Promise<number>;

/** `others`: of the slices that keep objects besides; one that fails keeps none from being done. */
export const sweepJob = (deps: PurgeDeps, others: readonly Sweep[]): JobDefinition => ({
  queue: sweepQueue,
  async run(_job, { signal }) {
    const own: Sweep = (_youngest, signal) => sweepObjects(deps, signal);
    const failures: unknown[] = [];
    for (const sweep of [own, ...others])
      await sweep(Date.now() - sweptAgeMs, signal).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  },
});

/** Removes what no row of a file speaks of, such as objects that came in after their upload was deleted. Returns how many. */
export async function sweepObjects({ db, stores }: PurgeDeps, signal?: AbortSignal): Promise<number> {
  const { rows: buckets } = await db.execute<BucketAddress & Record<string, unknown>>(
    sql`select min(name) as name, endpoint from bucket group by endpoint`,
  );
  const oldest = Date.now() - sweptAgeMs;
  let deleted = 0;
  const isUnwanted = async ({ key, modifiedAt }: { key: string; modifiedAt: number }) => {
    signal?.throwIfAborted();
    if (modifiedAt > oldest) return false;
    const [, uploadId, fileId] = key.split("/").map(Number);
    const { rows } = await db.execute(sql`
      select 1 from upload_file where id = ${fileId || 0} and upload_id = ${uploadId || 0} and state <> 'removed'`);
    return rows.length === 0;
  };
  for (const bucket of buckets)
    try {
      deleted += await deleteAll(stores.of(bucket), "uploads/", isUnwanted);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error; // of another installation: not ours to sweep
    }
  return deleted;
}
