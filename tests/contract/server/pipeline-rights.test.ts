/** Analyses of people who lose their rights: asked again when the job of a run begins, when it ends, and before values are answered. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { expect, it, vi } from "vitest";
import { sampleAnalyses } from "../../../src/domain/pipelines/samples.ts";
import { executePipeline } from "../../../src/protocol/pipelines.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import { pipelineJob } from "../../../src/server/pipelines/index.ts";
import type { Queries } from "../../../src/server/platform/database/sql.ts";
import type { JobContext } from "../../../src/server/platform/jobs/index.ts";
import { openStores } from "../../../src/server/platform/storage/index.ts";
import { storeOf } from "../../../src/server/platform/storage/settings.ts";
import { openRecordings } from "../../../src/server/recordings/index.ts";
import type { SourceReader } from "../../../src/server/recordings/types.ts";
import {
  addProject,
  addSite,
  addToken,
  addUser,
  defaultPlace,
  setPermissions,
  setScope,
  type TestUser,
  withDatabase,
} from "../../support/accounts.ts";
import { makeWorld } from "../accounts/accounts-world.ts";

const startMs = Date.UTC(2026, 1, 2, 10);
const seconds = 3600;

/** An hour of two pressures. */
function pressures(): SourceReader {
  const labels = ["ABP", "ICP"];
  const head: SourceReader["head"] = {
    ...{ objType: "EDF", startMs, isStartKnown: true, timezone: "UTC", sizeBytes: 1e5 },
    groups: labels.map((label, k) => ({
      ...{ modality: `${label}_na`, kind: "numeric", sampling_hz: 1, sample_type: "float32", missing_code: null },
      channels: [
        {
          ...{ source_index: k, label, unit: "mmHg", gain: 1, offset: 0 },
          ...{ is_uncalibrated: false, prefilter: "", transducer: "" },
        },
      ],
    })),
  };
  async function* blocks() {
    for (const group of labels.keys())
      yield { group, startMs, count: seconds, data: new Float32Array(seconds).fill(90 - 78 * group), bytesRead: 0 };
  }
  return { head, blocks, finish: () => ({ annotations: [], repairs: [] }) };
}

/** What takes a right away, and the rest puts it back. */
const losses: Record<string, (tx: Queries, user: TestUser) => Promise<unknown>> = {
  "the permission": (tx, { roleId }) => tx.execute(sql`delete from role_permission where role_id = ${roleId}`),
  "the account": (tx, { id }) => tx.execute(sql`update app_user set is_verified = false where id = ${id}`),
  "the project": (tx, { id }) => tx.execute(sql`delete from user_project where user_id = ${id}`),
  "the site": (tx, { id }) => tx.execute(sql`delete from user_site where user_id = ${id}`),
};
const notAllowed = "Whoever started this analysis may not see its data any more, so it has no result.";

it("have no result, at whichever end of the job the right was lost", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "connect-rights-"));
  const stores = await openStores({ dataDir, store: storeOf({}) });
  try {
    await withDatabase(dataDir, async (pool, db) => {
      const place = await defaultPlace(db);
      const source = { kind: "reader", reader: pressures(), name: "Pressures" } as const;
      const recordingId = await importRecording({ source, db, dataDir, timezone: "UTC", place, patientId: "A" });
      const { rows } = await pool.query("select patient_key from recording where id = $1", [recordingId]);
      const recordings = openRecordings({ db, dataDir });
      const { workspaceId, projectId, siteId } = place;
      const analysis = { ...sampleAnalyses[0], patient_file_uid: recordingId };
      let jobId = 100;
      /** `lose` comes with the n-th question whether the job is still held: 1 as it begins, 2 as it ends. */
      const carryOut = async (lose: ((tx: Queries, user: TestUser) => Promise<unknown>) | null, n: number) => {
        const person = {
          workspaceId,
          projectIds: [projectId],
          siteIds: [siteId],
          permissions: ["visualize_data"],
        } as const;
        const user = await addUser(pool, person);
        const job = { id: jobId++, queue: "pipeline", key: null, payload: { runId: 0 }, attempt: 1, maxAttempts: 3 };
        const made = await pool.query(
          `insert into pipeline_run (workspace_id, patient_key, user_id, name, analysis, fingerprint, state, job_id)
           values ($1, $2, $3, 'CPP', $4, 'f', 'waiting', $5) returning id`,
          [workspaceId, rows[0].patient_key, user.id, JSON.stringify(analysis), job.id],
        );
        job.payload.runId = made.rows[0].id;
        let asked = 0;
        const context: JobContext = {
          signal: new AbortController().signal,
          progress: () => undefined,
          hold: { id: job.id, worker: "test", attempt: 1 },
          async isHeld(tx) {
            if (++asked === n) await lose?.(tx as Queries, user);
            return true;
          },
        };
        const definition = pipelineJob({
          ...{ db, stores, recordings, bus: { send: () => undefined } as never, core: "c" },
          ...{ home: { dataDir, store: storeOf({}), recordingCacheBytes: 0 }, masksOf: async () => ({}) as never },
        });
        const failure = await definition.run(job, context).then(
          () => null,
          (error: Error) => error.message,
        );
        const after = await pool.query("select state, file_key from pipeline_run where id = $1", [job.payload.runId]);
        const key = `pipelines/${job.payload.runId}/${job.id}-1.h5`;
        return { failure, state: after.rows[0].state, isKept: existsSync(join(dataDir, "objects", ...key.split("/"))) };
      };
      expect(await carryOut(null, 1)).toEqual({ failure: null, state: "done", isKept: true });
      for (const [what, lose] of Object.entries(losses))
        for (const n of [1, 2])
          expect(await carryOut(lose, n), `${what} ${n}`).toEqual({
            failure: notAllowed,
            state: "running",
            isKept: false,
          });
      recordings.close();
    });
  } finally {
    await stores.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 120_000);

it("answer no values to who lost the right while they were computed", async () => {
  const world = await makeWorld();
  const { pool, drizzle, dataDir, workspaceId } = world;
  /** Something is lost once the values are there, when it is asked whose they are. */
  const losingMeanwhile = (lose: () => Promise<unknown>) => {
    const execute = drizzle.execute.bind(drizzle);
    const dialect = new PgDialect();
    const spy = vi.spyOn(drizzle, "execute").mockImplementation((async (question: SQL) => {
      if (dialect.sqlToQuery(question).sql.includes("where t.id = $")) {
        spy.mockRestore();
        await lose();
      }
      return execute(question);
    }) as never);
  };
  try {
    const places = { projectIds: [await addProject(pool, workspaceId)], siteIds: [await addSite(pool, workspaceId)] };
    const source = { kind: "reader", reader: pressures(), name: "Pressures" } as const;
    const place = { workspaceId, projectId: places.projectIds[0], siteId: places.siteIds[0] };
    const id = await importRecording({ source, db: drizzle, dataDir, timezone: "UTC", place, patientId: "A" });
    const user = await world.person(["visualize_data"], places);
    const token = await addToken(pool, user);
    const ask = async () => {
      const { status, text } = await world.call(
        executePipeline,
        { ...sampleAnalyses[0], patient_file_uid: id },
        { token },
      );
      return [status, status === 200 ? JSON.parse(text).outputs.length : JSON.parse(text).outputs];
    };
    expect(await ask()).toEqual([200, 1]);
    losingMeanwhile(() => setScope(pool, user.id, { ...places, siteIds: [] }));
    expect(await ask()).toEqual([400, undefined]);
    await setScope(pool, user.id, places);
    losingMeanwhile(() => setPermissions(pool, user.roleId, []));
    expect(await ask()).toEqual([403, undefined]);
    await setPermissions(pool, user.roleId, ["visualize_data"]);
    losingMeanwhile(() => pool.query("delete from token where user_id = $1", [user.id]));
    expect(await ask()).toEqual([401, undefined]);
  } finally {
    await world.close();
  }
}, 120_000);
