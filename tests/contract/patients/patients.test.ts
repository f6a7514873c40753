/** The calls about patients: what their recordings add up to, searching and sorting, and whose patients they are. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  checkPatientIdentifier,
  getModalityTimeByPatient,
  getPatient,
  getPatientDataObjects,
  getPatientFileType,
  getPatients,
  getProjectPatientsBySite,
} from "../../../src/protocol/patients.ts";
import type { Permission } from "../../../src/protocol/permissions.ts";
import type { AnswerOf, BodyOf, Route } from "../../../src/protocol/route.ts";
import { addProject, addSite, addToken, addWorkspace, setScope, type TestUser } from "../../support/accounts.ts";
import { makeWorld, type World } from "../accounts/accounts-world.ts";
import { signalGroup as group, insertRecording, type RecordingFacts } from "./recording-rows.ts";

const viewing: readonly Permission[] = ["access_data_visualize", "access_data_upload_patient_subpage", "upload_data"];
const hour = 3_600_000;
const unknownKey = 999_999;
const gone = (key: number) => ({ status: 404, text: `Patient id=${key} does not exist.` });

let world: World;
let viewer: TestUser;
let token: string;
let place: { project_id: number; site_id: number };
const keys: Record<"many" | "none" | "clockless" | "failed", number> = { many: 0, none: 0, clockless: 0, failed: 0 };
let foreign: Record<"project" | "site" | "workspace", number>;

async function addPatient(identifier: string, at = place, workspaceId = world.workspaceId): Promise<number> {
  const { rows } = await world.pool.query<{ id: number }>(
    "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, $4) returning id",
    [workspaceId, at.project_id, at.site_id, identifier],
  );
  return rows[0].id;
}

const addRecording = (patientKey: number, facts?: RecordingFacts) => insertRecording(world.pool, patientKey, facts);

const ask = <R extends Route>(route: R, body: BodyOf<R>): Promise<AnswerOf<R>> => world.answer(route, body, { token });
const refusal = async (route: Route, body: unknown) => {
  const { status, text } = await world.call(route, body, { token });
  return { status, text };
};
const listed = async (body: BodyOf<typeof getPatients>) =>
  (await ask(getPatients, body)).data.map(({ patient_id }) => patient_id);

beforeAll(async () => {
  world = await makeWorld();
  const { pool, workspaceId } = world;
  place = { project_id: await addProject(pool, workspaceId), site_id: await addSite(pool, workspaceId, "NGMC") };
  viewer = await world.person(viewing, { projectIds: [place.project_id], siteIds: [place.site_id] });
  token = await addToken(pool, viewer);

  keys.many = await addPatient("1042");
  await addRecording(keys.many, {
    obj_name: "second.edf",
    start_ms: 5 * hour,
    end_ms: 7 * hour,
    annotation_count: 3,
    created_at: "2026-02-03T04:05:06.789Z",
    uploaded_by: viewer.id,
    groups: JSON.stringify([
      group("EEG", "eeg", 22, 100, [{ first: 0, count: 100 * 3600, start_ms: 5 * hour }]),
      group("SpO2", "numeric", 1, 1, [{ first: 0, count: 3600, start_ms: 5 * hour }]),
    ]),
  });
  await addRecording(keys.many, {
    obj_name: "first.edf",
    start_ms: hour,
    end_ms: 4 * hour,
    timezone: "Europe/Helsinki",
    annotation_count: 4,
    size_bytes: 2_000_000_000_000,
    groups: JSON.stringify([
      group("EEG", "eeg", 19, 200, [
        { first: 0, count: 200 * 60, start_ms: hour },
        { first: 200 * 600, count: 200 * 60, start_ms: 2 * hour },
        { first: 200 * 900, count: 200 * 60, start_ms: 3 * hour + 30_000 },
      ]),
    ]),
  });
  const minute = (start_ms: number) =>
    JSON.stringify([group("EEG", "eeg", 22, 100, [{ first: 0, count: 6000, start_ms }])]);
  const overlapping = { start_ms: 3 * hour, end_ms: 4.5 * hour, groups: minute(3 * hour) };
  await addRecording(keys.many, { obj_name: "overlapping.edf", ...overlapping });
  const clockless = { is_start_known: false, end_ms: 0.5 * hour, groups: minute(0) };
  await addRecording(keys.many, { obj_name: "clockless.edf", ...clockless });
  await addRecording(keys.many, {
    obj_name: "coming.edf",
    state: "importing",
    progress: 0.5,
    start_ms: 9 * hour,
    end_ms: 9 * hour,
    heartbeat_at: "2100-01-01T00:00:00Z",
  });
  await addRecording(keys.many, { obj_name: "dead.edf", state: "importing", size_bytes: 7 });
  keys.none = await addPatient("1043");
  keys.clockless = await addPatient("0042");
  await addRecording(keys.clockless, { is_start_known: false, end_ms: 60_000, size_bytes: 5 });
  keys.failed = await addPatient("A%_b");
  await addRecording(keys.failed, { state: "failed", error: "The file ends in the middle of a record." });

  const other = await addWorkspace(pool);
  foreign = {
    project: await addPatient("1042", { ...place, project_id: await addProject(pool, workspaceId) }),
    site: await addPatient("1042", { ...place, site_id: await addSite(pool, workspaceId) }),
    workspace: await addPatient(
      "1042",
      { project_id: await addProject(pool, other), site_id: await addSite(pool, other) },
      other,
    ),
  };
}, 120_000);
afterAll(() => world?.close());

describe("a patient", () => {
  it("is what its recordings add up to", async () => {
    const patient = await ask(getPatient, { patient_primary_key: keys.many });
    expect(patient).toMatchObject({
      patient_key: keys.many,
      patient_id: "1042",
      patient_identifier: "1042",
      ...place,
      site_identifier: "NGMC",
      site_name: "Site NGMC",
      data_file_size: 2_000_000_000_000 + 4 * 1000,
      file_count: 5,
      files_loaded: 4,
      files_failed: 0,
      status: "importing",
      annotation_count: 7,
      start_time: hour,
      end_time: 7 * hour,
      timezone: "Europe/Helsinki",
      timestamp: Date.parse("2026-02-03T04:05:06.789Z"),
      first_name: "Test",
      last_name: "User",
      admission_time: null,
      discharge_time: null,
    });
    // 1 to 4.5 h, where two files overlap, then 5 to 7 h, and half an hour of unknown time.
    expect(patient.total_monitoring_time).toBe(6 * hour);
  });

  it("says what is unknown", async () => {
    expect(await ask(getPatient, { patient_primary_key: keys.none })).toMatchObject({
      data_file_size: 0,
      file_count: 0,
      files_loaded: 0,
      status: "empty",
      annotation_count: 0,
      start_time: null,
      end_time: null,
      timezone: "America/New_York",
      total_monitoring_time: null,
      timestamp: null,
      first_name: null,
      last_name: null,
    });
    expect(await ask(getPatient, { patient_primary_key: keys.clockless })).toMatchObject({
      status: "ready",
      start_time: null,
      end_time: null,
      total_monitoring_time: 60_000,
      first_name: null,
    });
    expect(await ask(getPatient, { patient_primary_key: keys.failed })).toMatchObject({
      status: "failed",
      files_failed: 1,
      total_monitoring_time: null,
    });
  });

  it("keeps its recordings when the account that uploaded them is deleted", async () => {
    const uploader = await world.person();
    const key = await addPatient("left");
    await addRecording(key, { uploaded_by: uploader.id });
    expect(await ask(getPatient, { patient_primary_key: key })).toMatchObject({ first_name: "Test" });
    await world.pool.query("delete from app_user where id = $1", [uploader.id]);
    expect(await ask(getPatient, { patient_primary_key: key })).toMatchObject({ first_name: null, file_count: 1 });
    await world.pool.query("delete from recording where patient_key = $1", [key]);
    await world.pool.query("delete from patient where id = $1", [key]);
  });
});

describe("the list", () => {
  it("shows the patients of the caller's projects and sites by identifier", async () => {
    const page = await ask(getPatients, {});
    expect(page.data.map(({ patient_key }) => patient_key)).toEqual([
      keys.clockless,
      keys.many,
      keys.none,
      keys.failed,
    ]);
    expect(page).toMatchObject({ total: 4, filters: ["id", "name"] });
    expect(page.data[1]).toEqual(await ask(getPatient, { patient_primary_key: keys.many }));
    expect(await ask(getPatients, { page_index: 2, rows_per_page: 3 })).toMatchObject({
      data: [{ patient_key: keys.failed }],
      total: 4,
    });
    expect(await ask(getPatients, { page_index: 9 })).toMatchObject({ data: [], total: 4 });
  });

  it("searches by id and name", async () => {
    const by = (field: string, operator: "contains" | "equals", value: string | number) =>
      listed({ filters: [{ field, operator, value }] });
    expect(await by("id", "contains", "42")).toEqual(["0042", "1042"]);
    expect(await by("id", "equals", "1042")).toEqual(["1042"]);
    expect(await by("id", "equals", "42")).toEqual([]);
    expect(await by("id", "contains", "%_B")).toEqual(["A%_b"]);
    expect(await by("name", "equals", "site ngmc")).toHaveLength(4);
    expect(await by("name", "contains", "elsewhere")).toEqual([]);
    // By the names that the members of a row have, too; numbers as they are.
    expect(await by("patient_id", "equals", 1042)).toEqual(["1042"]);
    expect(await by("site_name", "equals", "site ngmc")).toHaveLength(4);
    for (const field of ["data_file_size", "start_time", "uploaded_by", "__proto__"])
      expect(await refusal(getPatients, { filters: [{ field, operator: "contains", value: "x" }] })).toEqual({
        status: 400,
        text: "This table has no such field.",
      });
  });

  it("sorts by every column, what is unknown last", async () => {
    const fields = [
      ...["id", "name", "project_name", "data_file_size", "files_loaded", "annotation_count"],
      ...["start_time", "end_time", "total_monitoring_time", "timestamp", "uploaded_by"],
    ];
    for (const order_by of fields)
      for (const order_direction of ["asc", "desc"] as const)
        expect(await listed({ order_by, order_direction }), `${order_by} ${order_direction}`).toHaveLength(4);
    expect((await listed({ order_by: "start_time", order_direction: "desc" }))[0]).toBe("1042");
    for (const [alias, field] of [
      ["patient_id", "id"],
      ["patient_identifier", "id"],
      ["site_name", "name"],
    ])
      expect(await listed({ order_by: alias, sort: "desc" })).toEqual(
        await listed({ order_by: field, order_direction: "desc" }),
      );
    expect(await listed({ order_by: "total_monitoring_time", order_direction: "desc" })).toEqual([
      ...["1042", "0042"],
      ...["A%_b", "1043"],
    ]);
    expect(await listed({ order_by: "data_file_size", order_direction: "asc" })).toEqual([
      ...["1043", "0042", "A%_b", "1042"],
    ]);
    expect((await refusal(getPatients, { order_by: "patient_key; drop table patient" })).status).toBe(400);
  });
});

describe("files of a patient", () => {
  it("are told in order of time, with how far they are", async () => {
    const { files } = await ask(getPatientFileType, { patient_id: [keys.many] });
    expect(files.map(({ obj_name, preload_status: { status } }) => [obj_name, status])).toEqual([
      ["first.edf", "ready"],
      ["overlapping.edf", "ready"],
      ["second.edf", "ready"],
      ["coming.edf", "importing"],
      ["clockless.edf", "ready"],
    ]);
    expect(files[3].progress).toBe(0.5);
    expect((await ask(getPatientFileType, { patient_id: [keys.failed, keys.none] })).files).toMatchObject([
      { preload_status: { status: "failed" }, error: "The file ends in the middle of a record." },
    ]);
    const { names } = await ask(getPatientDataObjects, { ...place, patient_id: keys.clockless });
    expect(names).toEqual(["made.edf"]);
  });

  it("hold modalities, each with the time it covers without its gaps, once where files overlap", async () => {
    const page = await ask(getModalityTimeByPatient, { ...place, patient_id: keys.many });
    expect(page.data).toEqual([
      {
        modality: "EEG",
        type: "eeg",
        file_count: 4,
        channel_count: 22,
        start_time: hour,
        end_time: 6 * hour,
        // 30 s of two files are the same; one of unknown start adds its minute.
        recorded_time: hour + 120_000 + 90_000 + 60_000,
      },
      {
        modality: "SpO2",
        type: "numeric",
        file_count: 1,
        channel_count: 1,
        start_time: 5 * hour,
        end_time: 6 * hour,
        recorded_time: hour,
      },
    ]);
    expect(page).toMatchObject({ total: 2, filters: ["modality", "type"] });
    // By what the site calls the patient, too: a text is no key.
    const [{ identifier }] = (
      await world.pool.query<{ identifier: string }>("select identifier from patient where id = $1", [keys.many])
    ).rows;
    expect(await ask(getModalityTimeByPatient, { ...place, patient_id: identifier })).toEqual(page);
    expect(await refusal(getPatientDataObjects, { ...place, patient_id: String(keys.many) })).toMatchObject({
      status: 404,
    });
    for (const order_by of ["modality", "type", "file_count", "channel_count", "start_time", "recorded_time"])
      expect(
        (await ask(getModalityTimeByPatient, { ...place, patient_id: keys.many, order_by, order_direction: "desc" }))
          .total,
      ).toBe(2);
    expect((await ask(getModalityTimeByPatient, { ...place, patient_id: keys.none })).data).toEqual([]);
  });
});

describe("identifiers", () => {
  it("are listed by project and site", async () => {
    const { data } = await ask(getProjectPatientsBySite, place);
    expect(data).toEqual(
      (["clockless", "many", "none", "failed"] as const).map((name, k) => ({
        patient_key: keys[name],
        patient_id: ["0042", "1042", "1043", "A%_b"][k],
      })),
    );
  });

  it("are taken or free in one project at one site", async () => {
    const check = (patient_identifier: string) => ask(checkPatientIdentifier, { ...place, patient_identifier });
    expect(await check("1042")).toEqual({ exist: true, patient_key: keys.many });
    expect(await check(" 1042 ")).toEqual({ exist: true, patient_key: keys.many });
    expect(await check("7")).toEqual({ exist: false, patient_key: null });
  });
});

describe("patients of others", () => {
  it("are as patients that do not exist", async () => {
    for (const key of [...Object.values(foreign), unknownKey]) {
      expect(await refusal(getPatient, { patient_primary_key: key })).toEqual(gone(key));
      expect(await refusal(getPatientFileType, { patient_id: [keys.many, key] })).toEqual(gone(key));
      for (const route of [getPatientDataObjects, getModalityTimeByPatient])
        expect(await refusal(route, { ...place, patient_id: key })).toEqual(gone(key));
    }
  });

  it("are not found by a wrong project or site of the caller's own", async () => {
    const otherSite = await addSite(world.pool, world.workspaceId);
    await setScope(world.pool, viewer.id, { projectIds: [place.project_id], siteIds: [place.site_id, otherSite] });
    for (const route of [getPatientDataObjects, getModalityTimeByPatient])
      expect(await refusal(route, { ...place, site_id: otherSite, patient_id: keys.many })).toEqual(gone(keys.many));
  });

  it("do not show that a foreign project or site has them", async () => {
    const { rows } = await world.pool.query<{ project_id: number; site_id: number }>(
      "select project_id, site_id from patient where id = any($1) order by id",
      [[foreign.project, foreign.site, foreign.workspace]],
    );
    for (const [k, at] of rows.entries())
      for (const [route, body] of [
        [getProjectPatientsBySite, at],
        [checkPatientIdentifier, { ...at, patient_identifier: "1042" }],
      ] as const)
        expect(await refusal(route, body)).toEqual({
          status: 404,
          text: k === 1 ? "This site does not exist." : "This project does not exist.",
        });
  });

  it("are seen as soon as project and site are the user's, and no longer", async () => {
    await setScope(world.pool, viewer.id, { projectIds: [place.project_id], siteIds: [] });
    expect(await listed({})).toEqual([]);
    expect(await refusal(getPatient, { patient_primary_key: keys.many })).toEqual(gone(keys.many));
    await setScope(world.pool, viewer.id, { projectIds: [place.project_id], siteIds: [place.site_id] });
    expect(await listed({})).toHaveLength(4);
  });
});
