/** Removes files of runs that no run has: what a deletion could not take away, and those whose runs went with their patient. */
import { sql } from "drizzle-orm";
import type { Queries } from "../platform/database/sql.ts";
import { deleteAll } from "../platform/storage/delete-all.ts";
import type { Stores } from "../platform/storage/types.ts";

/** Where an attempt of a job puts what it made: no two share a key. */
export const resultKey = (runId: number, jobId: number, attempt: number): string =>
  `${resultFolder}${runId}/${jobId}-${attempt}.h5`;
const resultFolder = "pipelines/";
const ofJob = /^pipelines\/\d{1,15}\/(\d{1,15})-\d+\.h5$/;

/** Returns how many. Of a run that has not ended everything that its job made stays. `youngest`: epoch ms. */
export async function sweepResults(
  { db, stores }: { db: Queries; stores: Pick<Stores, "own"> },
  youngest: number,
  signal?: AbortSignal,
): Promise<number> {
  return deleteAll(stores.own, resultFolder, async ({ key, modifiedAt }) => {
    signal?.throwIfAborted();
    if (modifiedAt > youngest) return false;
    const { rows } = await db.execute(sql`
      select 1 from pipeline_run
      where file_key = ${key} or (state in ('waiting', 'running') and job_id = ${Number(ofJob.exec(key)?.[1] ?? 0)})
      limit 1`);
    return rows.length === 0;
  });
}
