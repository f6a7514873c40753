/** Results of analyses among the files of a patient: listed, searched, downloaded, archived, and told when they are lost. */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  downloadFile,
  getDirectoryStructure,
  getDownloadAddress,
  getFileContent,
} from "../../../src/protocol/files.ts";
import { downloadRun } from "../../../src/protocol/pipelines.ts";
import { pipelineText } from "../../../src/protocol/text/pipeline-text.ts";
import { type OpenedStores, openStores } from "../../../src/server/platform/storage/index.ts";
import { storeOf } from "../../../src/server/platform/storage/settings.ts";
import { setScope } from "../../support/accounts.ts";
import { type FilesTestWorld, makeFilesWorld, monitored } from "./files-world.ts";

let files: FilesTestWorld;
let stores: OpenedStores;
const made = Date.UTC(2026, 5, 9, 8, 30);
const keyOf = (run: number) => `pipelines/${run}/1-1.h5`;

beforeAll(async () => {
  files = await makeFilesWorld();
  await files.store(monitored);
  stores = await openStores({ dataDir: files.world.dataDir, store: storeOf({}) });
}, 120_000);
afterAll(async () => {
  await stores?.close();
  await files?.world.close();
});

/** A run that is done, with a file in the store. */
async function addRun(name: string, content: string | null, state = "done"): Promise<number> {
  const { pool, world, patient_id } = files;
  const { rows } = await pool.query<{ id: number }>(
    `insert into pipeline_run (workspace_id, patient_key, name, analysis, fingerprint, state, finished_at)
     values ($1, $2, $3, '{}', 'f', $4, $5) returning id`,
    [world.workspaceId, patient_id, name, state, new Date(made)],
  );
  const [{ id }] = rows;
  if (content === null) return id;
  const bytes = Buffer.from(content);
  await stores.own.put(keyOf(id), bytes, bytes.length);
  await pool.query(
    "update pipeline_run set file_key = $2, file_name = $3, size_bytes = $4, file_sha256 = $5 where id = $1",
    [id, keyOf(id), `${name} ${id}.h5`, bytes.length, createHash("sha256").update(bytes).digest("hex")],
  );
  return id;
}

const list = (patient_path = "", more: object = {}) => files.ask(getDirectoryStructure, { patient_path, ...more });
const names = async (path = "", more: object = {}) => (await list(path, more)).data.map(({ name }) => name);

it("lie in a directory of their own, beside what was uploaded, and are downloaded like it", async () => {
  expect(await names()).toEqual(["Patient_2026", "Drugs.csv", "night.edf"]);
  const run = await addRun("PRx", "a result");
  await addRun("Waiting", null, "waiting");
  await addRun("Failed", null, "failed");
  expect(await names()).toEqual(["Analyses", "Patient_2026", "Drugs.csv", "night.edf"]);
  const path = `Analyses/PRx ${run}.h5`;
  expect((await list("Analyses")).data).toEqual([
    {
      ...{ id: `run ${run}`, name: `PRx ${run}.h5`, path, type: "file", expanded: false },
      ...{ createtime: made, modtime: made, size: 8 },
    },
  ]);
  const filters = [{ field: "name", operator: "contains" as const, value: "prx" }];
  expect(await names("", { filters })).toEqual([`PRx ${run}.h5`]);
  const { url, file_name } = await files.ask(getDownloadAddress, { file_path: path });
  const { status, headers, bytes } = await files.fetchBytes(url);
  expect([status, headers["content-type"], bytes.toString(), file_name]).toEqual([
    ...[200, "application/x-hdf5", "a result", `PRx ${run}.h5`],
  ]);
  const { rows } = await files.pool.query(
    "select kind, facts from user_action where user_id = $1 and token_id is null order by id desc limit 1",
    [files.userId],
  );
  expect(rows).toEqual([{ kind: "reading", facts: { patient_key: files.patient_id, run_id: run } }]);
  const archive = await files.fetchBytes((await files.ask(getDownloadAddress, { file_path: "Analyses" })).url);
  expect([
    archive.status,
    archive.bytes.includes(`Analyses/PRx ${run}.h5`),
    archive.bytes.includes("a result"),
  ]).toEqual([200, true, true]);
  expect(await files.refusal(getFileContent, { file_path: path })).toMatchObject({ status: 400 });
});

it("are for who sees the patient's files, and for nobody else", async () => {
  const { world, pool, userId, project_id, site_id } = files;
  const run = await addRun("Seen", "x");
  const order = { file_path: `Analyses/Seen ${run}.h5` };
  const stranger = await world.person(["access_data_upload_patient_subpage"], { projectIds: [], siteIds: [] });
  const runner = await world.person(["visualize_data"], { projectIds: [project_id], siteIds: [site_id] });
  const { addToken } = await import("../../support/accounts.ts");
  const strange = await addToken(pool, stranger, { lifeMs: 3_600_000 });
  for (const route of [downloadFile, getDownloadAddress]) {
    expect((await files.refusal(route, order, strange)).status).toBe(404);
    expect((await files.refusal(route, order, await addToken(pool, runner, { lifeMs: 3_600_000 }))).status).toBe(403);
  }
  const { url } = await files.ask(getDownloadAddress, order);
  await setScope(pool, userId, { projectIds: [project_id], siteIds: [] });
  expect((await files.fetchBytes(url)).status).toBe(404); // the place was lost since
  await setScope(pool, userId, { projectIds: [project_id], siteIds: [site_id] });
  // The panel of a review has its own permission.
  expect((await files.refusal(downloadRun, { run_id: run })).status).toBe(403);
});

it("say in a sentence that one is lost, alone and in an archive, and are not listed any more then", async () => {
  const run = await addRun("Lost", "soon gone");
  rmSync(join(files.world.dataDir, "objects", ...keyOf(run).split("/")));
  const { missing } = pipelineText.file;
  const lost = { status: 409, text: missing };
  expect(await files.refusal(getDownloadAddress, { file_path: "Analyses" })).toMatchObject(lost);
  expect(await names("Analyses")).not.toContain(`Lost ${run}.h5`);
  const other = await addRun("Gone", "soon gone");
  rmSync(join(files.world.dataDir, "objects", ...keyOf(other).split("/")));
  for (const route of [getDownloadAddress, downloadFile]) {
    await files.pool.query("update pipeline_run set file_problem = null where id = $1", [other]);
    expect(await files.refusal(route, { file_path: `Analyses/Gone ${other}.h5` })).toMatchObject(lost);
  }
  // What is left is archived as a whole.
  expect((await files.fetchBytes((await files.ask(getDownloadAddress, { file_path: "Analyses" })).url)).status).toBe(
    200,
  );
});

it("have another name where something of theirs was uploaded", async () => {
  await files.store({ items: [{ name: "Analyses", files: [{ path: "Analyses", content: Buffer.from("mine") }] }] });
  expect(await names()).toEqual(["Analyses (results)", "Patient_2026", "Analyses", "Drugs.csv", "night.edf"]);
  expect((await files.world.call(downloadFile, { project_id: files.project_id, patient_id: files.patient_id, file_path: "Analyses" }, { token: files.token })).text).toBe("mine"); // biome-ignore format: one line
  expect((await list("Analyses (results)")).total).toBeGreaterThan(0);
});
