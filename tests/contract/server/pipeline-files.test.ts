/** Files of runs in the store: what no run has any more is swept, what one has or may yet have stays. */
import { mkdtempSync, rmSync, truncateSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { expect, it } from "vitest";
import type { Place } from "../../../src/server/patients/patients.ts";
import { resultKey, sweepResults } from "../../../src/server/pipelines/sweep-results.ts";
import { openStores } from "../../../src/server/platform/storage/index.ts";
import { storeOf } from "../../../src/server/platform/storage/settings.ts";
import { sweepJob } from "../../../src/server/uploads/upkeep.ts";
import { defaultPlace, withDatabase } from "../../support/accounts.ts";

const bytes = Buffer.from("result");

async function addRun(
  pool: Pool,
  { workspaceId, patientKey }: { workspaceId: number; patientKey: number },
  run: { state: string; jobId: number; fileKey?: string },
): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into pipeline_run (workspace_id, patient_key, name, analysis, fingerprint, state, job_id, file_key)
     values ($1, $2, 'A', '{}', 'f', $3, $4, $5) returning id`,
    [workspaceId, patientKey, run.state, run.jobId, run.fileKey ?? null],
  );
  return rows[0].id;
}

async function addPatient(pool: Pool, { workspaceId, projectId, siteId }: Place, identifier: string): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, $4) returning id",
    [workspaceId, projectId, siteId, identifier],
  );
  return rows[0].id;
}

it("are swept when no run has them, old enough to be sure of, and damaged ones with them", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "connect-results-"));
  const stores = await openStores({ dataDir, store: storeOf({}) });
  const { own } = stores;
  const pathOf = (key: string) => join(dataDir, "objects", ...key.split("/"));
  try {
    await withDatabase(dataDir, async (pool, db) => {
      const place = await defaultPlace(db);
      const patientKey = await addPatient(pool, place, "P");
      const goneKey = await addPatient(pool, place, "Q");
      const { workspaceId } = place;
      const done = await addRun(
        pool,
        { workspaceId, patientKey },
        { state: "done", jobId: 11, fileKey: "pipelines/1/11-2.h5" },
      );
      const running = await addRun(pool, { workspaceId, patientKey }, { state: "running", jobId: 12 });
      const failed = await addRun(pool, { workspaceId, patientKey }, { state: "failed", jobId: 13 });
      const cascaded = resultKey(3, 14, 1);
      await addRun(pool, { workspaceId, patientKey: goneKey }, { state: "done", jobId: 14, fileKey: cascaded });
      await pool.query("update pipeline_run set file_key = $1 where id = $2", [resultKey(done, 11, 2), done]);
      const kept = [resultKey(done, 11, 2), resultKey(running, 12, 1), resultKey(running, 12, 2)];
      const orphans = [
        resultKey(done, 11, 1),
        resultKey(failed, 13, 1),
        resultKey(running, 9, 1),
        resultKey(999, 1, 1),
      ];
      const damaged = resultKey(998, 1, 1);
      const young = resultKey(997, 1, 1);
      for (const key of [...kept, ...orphans, cascaded, damaged, young]) await own.put(key, bytes, bytes.length);
      truncateSync(pathOf(damaged), 3);
      for (const key of [...kept, ...orphans, cascaded, damaged]) utimesSync(pathOf(key), 0, 0);
      const sweep = () => sweepResults({ db, stores }, Date.now() - 3_600_000);
      expect(await sweep()).toBe(orphans.length + 1); // the run of the other patient still has its file
      await pool.query("delete from patient where id = $1", [goneKey]);
      // As the job of every day does it, also where the sweep before it fails.
      const job = sweepJob(
        {
          db,
          stores: {
            ...stores,
            of: () => {
              throw new Error("No bucket.");
            },
          },
        },
        [
          // biome-ignore format: one line
          (youngest) => sweepResults({ db, stores }, youngest),
        ],
      );
      await expect(job.run({} as never, { signal: new AbortController().signal } as never)).rejects.toThrow(
        "No bucket.",
      );
      const left: string[] = [];
      for await (const { key } of own.list("pipelines/")) left.push(key);
      expect(left.sort()).toEqual([...kept, young].sort());
      expect(await sweep()).toBe(0);
    });
  } finally {
    await stores.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
