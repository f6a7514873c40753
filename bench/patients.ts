/** The patients list: 5,000 patients with 15,000 recordings, one page over HTTP, by identifier and by sums. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { getPatients } from "../src/protocol/patients.ts";
import { ensureAdministrator, ensureWorkspace } from "../src/server/admin/bootstrap.ts";
import { type Database, openDatabase } from "../src/server/platform/database/database.ts";
import { answerAs, signIn, testAdmin } from "../tests/support/calls.ts";
import { startServer } from "./server.ts";
import { median, percentile } from "./statistics.ts";
import type { BenchContext, BenchGroup, BenchResult } from "./types.ts";

const patients = 5000;
const recordingsEach = 3;
const calls = 100;

export const patientBenches: BenchGroup = {
  ids: ["patients.page.p50", "patients.page.p95", "patients.page.sums.p95", "patients.page.search.p95"],
  async run(context) {
    const dataDir = await filledFolder(context);
    const server = await startServer({ dataDir });
    try {
      const { token } = await signIn(server.url);
      const timed = async (query: (n: number) => object) => {
        const times: number[] = [];
        for (let n = 0; n < calls; n++) {
          const begun = performance.now();
          await answerAs(server.url, token, getPatients, query(n));
          times.push(performance.now() - begun);
        }
        return times;
      };
      await timed((n) => ({ page_index: 1 + n })); // the first calls compile
      const pages = await timed((n) => ({ page_index: 1 + n * 5 }));
      const sums = await timed((n) => ({
        order_by: ["total_monitoring_time", "data_file_size", "timestamp", "uploaded_by"][n % 4],
        order_direction: n % 8 < 4 ? "desc" : "asc",
      }));
      const search = await timed((n) => ({ filters: [{ field: "id", operator: "contains", value: String(100 + n) }] }));
      const note = `10 rows of ${patients} patients with ${patients * recordingsEach} recordings over HTTP, ${calls} calls one after another`;
      return [
        ms("patients.page.p50", median(pages), `by identifier, pages 1 to 496; ${note}`),
        ms("patients.page.p95", percentile(pages, 95), `the same; goal 40`),
        ms("patients.page.sums.p95", percentile(sums, 95), `by time, size, upload and uploader; ${note}; goal 40`),
        ms("patients.page.search.p95", percentile(search, 95), `searched by identifier; ${note}; goal 40`),
      ];
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};

const ms = (id: string, value: number, note: string): BenchResult => ({ id, value, unit: "ms", better: "lower", note });

async function filledFolder({ cacheDir, log }: BenchContext): Promise<string> {
  const dataDir = join(cacheDir, "patients");
  rmSync(dataDir, { recursive: true, force: true });
  log(`filling ${patients} patients ...`);
  const database = await openDatabase({ dataDir, mustOwn: true });
  try {
    const { workspaceId } = await ensureWorkspace(database.drizzle, "DEMO");
    await ensureAdministrator({ db: database.drizzle, workspaceId, ...testAdmin });
    await fill(database.pool, workspaceId);
  } finally {
    await database.close();
  }
  return dataDir;
}

/** Recordings of four hours, overlapping, of three kinds; the numbers decide everything. */
async function fill(pool: Database["pool"], workspaceId: number): Promise<void> {
  await pool.query(
    `insert into patient (workspace_id, project_id, site_id, identifier)
     select $1, (select min(id) from project where workspace_id = $1), (select min(id) from site where workspace_id = $1),
       lpad(n::text, 4, '0') from generate_series(1, ${patients}) as n`,
    [workspaceId],
  );
  await pool.query(
    `insert into recording (patient_key, patient_id, obj_name, obj_type, state, start_ms, end_ms, is_start_known, timezone,
       channel_count, size_bytes, annotation_count, uploaded_by)
     select p.id, p.identifier, 'night ' || k, (array['EDF', 'CNS', 'Natus'])[k], 'ready', 1.7e12 + p.id * 1e6 + k * 1e7,
       1.7e12 + p.id * 1e6 + k * 1e7 + 14.4e6, true, 'UTC', 22, p.id * 1000 + k, p.id % 7, (select min(id) from app_user)
     from patient p, generate_series(1, ${recordingsEach}) as k`,
  );
  await pool.query("vacuum analyze");
}
