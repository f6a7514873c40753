/** Every call that shows what a patient has leaves a row of audit. Made from the declarations: a new call has to be named here. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openAnnotations } from "../../../src/protocol/annotation-log.ts";
import { addAnnotation } from "../../../src/protocol/annotations.ts";
import { allRoutes } from "../../../src/protocol/catalogue.ts";
import { permissionNames } from "../../../src/protocol/permissions.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import type { Route } from "../../../src/protocol/route.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import { createUpload } from "../../../src/protocol/uploads.ts";
import { sha256Hex } from "../../../src/server/identity/tokens.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import {
  addToken,
  addUser,
  answerAs,
  callAs,
  defaultPlace,
  openTestDatabase,
  type TestUser,
} from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { blockReader } from "../ingest/import-fixtures.ts";
import { content } from "../patients/annotations-world.ts";

const dataDir = mkdtempSync(join(tmpdir(), "connect-readings-calls-"));
let server: RunningServer;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let reader: TestUser;
/** Bodies of the calls by their path, in a world with one patient, their recording, an annotation and an upload. */
let bodies: ReadonlyMap<string, object>;

/** Members by which calls name a patient or what is of one. */
const naming = new Set([
  ...["patient_id", "patient_ids", "patient_primary_key", "patient_key", "data_object_id", "upload_id", "run_id"],
  ...[
    "file_path",
    "form_id",
    "annotation_group_id",
    "annotation_group_ids",
    "annotation_id",
    "annotation_ids",
    "source",
  ],
  ...["analysis"],
]);
const showing = /\/(get|open|describe|export|download)_\w+$/;

/** Their rows are looked at where their worlds are. */
const elsewhere: Readonly<Record<string, string>> = {
  "/v1/annotations/get_annotation_reviews": "patients/event-reviews.test.ts",
  "/v1/files/download_file": "patients/files-downloads.test.ts",
  "/v1/files/get_download_address": "patients/files-downloads.test.ts",
  "/v1/files/get_csv_columns": "patients/files-csv.test.ts",
  "/v1/files/get_file_content": "patients/files-csv.test.ts",
  "/v1/forms/get_patient_form": "patients/forms.test.ts",
  "/v1/pipelines/download_run": "patients/files-results.test.ts",
  "/v1/pipelines/get_run": "pages/pipelines.test.ts",
  "/v1/recordings/export_trends": "recordings/trend-export.test.ts",
  "/v1/recordings/describe_analysis": "pages/analysis.test.ts",
};

/** They show nothing that was recorded or written of a patient. */
const ofNobody: Readonly<Record<string, string>> = {
  "/v1/gateways/get_gateways": "machines",
  "/v1/shared_views/get_own_links": "the caller's own links",
  "/v1/shared_views/get_shared_view": "a display and its times",
  "/v1/upload/get_encryption_key": "a step of the caller's own upload",
  "/v1/upload/get_file_addresses": "a step of the caller's own upload",
  "/v1/upload/get_part_addresses": "a step of the caller's own upload",
  "/v1/upload/get_upload_files": "a step of the caller's own upload",
};

const found: readonly Route[] = allRoutes.filter(({ path, needs, body }) => {
  const members = Object.keys((body as { properties?: object }).properties ?? {});
  return needs !== "gateway" && showing.test(path) && members.some((member) => naming.has(member));
});

beforeAll(async () => {
  server = await startServer({ dataDir });
  database = await openTestDatabase(dataDir);
  const { drizzle: db, pool } = database;
  const place = await defaultPlace(db);
  const blocks = blockReader([{ ms: 0, count: 5000 }], { annotations: 2 });
  const source = { kind: "reader", reader: blocks, name: "m.edf" } as const;
  const data_object_id = await importRecording({ source, db, dataDir, timezone: "UTC", place, patientId: "R-1" });
  const { projectId: project_id, siteId: site_id, workspaceId } = place;
  const where = { projectIds: [project_id], siteIds: [site_id] };
  reader = await addUser(pool, { workspaceId, permissions: permissionNames, ...where });
  const token = await addToken(pool, reader);
  const recording: RecordingDetail = await answerAs(server.url, token, getRecording, { data_object_id });
  const { patient_key, start_ms } = recording;
  const { groups } = await answerAs(server.url, token, openAnnotations, { data_object_id });
  const group = groups[0].id;
  const annotation = content({ start_time: start_ms, end_time: start_ms + 10 });
  const made = await answerAs(server.url, token, addAnnotation, { annotation_group_id: group, annotation });
  const annotation_id =
    (made as { id?: number; annotation?: { id: number } }).annotation?.id ?? (made as { id: number }).id;
  const order = { project_id, site_id, patient_id: "R-1", is_new_patient: false, timezone: "UTC" };
  const { upload_id } = await answerAs(server.url, token, createUpload, order);
  await pool.query("update upload set patient_key = $1 where id = $2", [patient_key, upload_id]);
  const at = { project_id, site_id, patient_id: patient_key };
  const shapes: readonly [RegExp, object][] = [
    [/\/annotations\/(get_annotations)$/, { annotation_group_ids: [group] }],
    [/\/annotations\/(get_annotation_columns|export_)/, { annotation_group_id: group, after_id: 0, format: "csv" }],
    [/\/annotations\/get_annotation_history$/, { annotation_id }],
    [/\/annotations\/get_annotation_reviews$/, { annotation_ids: [annotation_id] }],
    [/\/annotations\/get_review_agreement$/, { annotation_group_id: group }],
    [/\/annotations\//, { data_object_id, after: 0 }],
    [/\/files\/get_directory_structure$/, { patient_id: patient_key, patient_path: "" }],
    [/\/patients\/get_patient$/, { patient_primary_key: patient_key }],
    [/\/patients\/get_patient_file_type$/, { patient_id: [patient_key] }],
    [/\/patients\/(get_modalities_union|get_patient_file_start_end_timestamps)$/, { patient_ids: [patient_key] }],
    [/\/pipelines\/get_runs$/, { patient_key }],
    [/\/upload\/get_existing_data$/, { ...at, data_type: "edf" }],
    [/\/upload\/(get_upload|get_log_files)$/, { upload_id }],
    [/\/(patients|forms|upload)\//, at],
    [/./, { data_object_id }],
  ];
  bodies = new Map(
    found.map(({ path }) => [path, (shapes.find(([form]) => form.test(path)) as [RegExp, object])[1]] as const),
  );
}, 120_000);
afterAll(async () => {
  await database?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

it("names no call that is not there", () => {
  const paths = found.map(({ path }) => path);
  for (const path of Object.keys({ ...elsewhere, ...ofNobody })) expect(paths).toContain(path);
  expect(paths.length).toBeGreaterThan(35);
});

it("is a row of each, in a session of its own, that says whose it was", async () => {
  const asked = found.filter(({ path }) => !(path in elsewhere) && !(path in ofNobody));
  const sessions = new Map<string, string>();
  const refused: unknown[] = [];
  for (const route of asked) {
    const token = await addToken(database.pool, reader);
    const { status, text } = await callAs(server.url, token, route, bodies.get(route.path) as object);
    if (status !== 200) refused.push([route.path, status, text]);
    sessions.set(route.path, token);
  }
  expect(refused).toEqual([]);
  const silent = async () => {
    const { rows } = await database.pool.query<{ hash: string }>(`
      select t.hash from token t join user_action a on a.token_id = t.id and a.kind = 'reading' and a.facts ? 'patient_key'`);
    const { rows: taken } = await database.pool.query<{ action: string }>(
      "select action from user_action where kind = 'reading' and token_id is null and facts ? 'patient_key'",
    );
    const told = new Set(rows.map(({ hash }) => hash));
    const downloads = new Set(taken.map(({ action }) => action));
    return [...sessions]
      .filter(([path, token]) => !told.has(sha256Hex(token)) && !downloads.has(path))
      .map(([path]) => path);
  };
  await expect.poll(silent, { timeout: 20_000 }).toEqual([]);
});
