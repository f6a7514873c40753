/** Admission: a stream that is open, or what people have set, and who may. Times of files and the union of their signals. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getAdmissionInfo, setAdmission } from "../../../src/protocol/admission.ts";
import { getModalitiesUnion, getPatientFileTimes } from "../../../src/protocol/patients.ts";
import { addProject, addSite, addToken, addWorkspace } from "../../support/accounts.ts";
import { makeWorld, type World } from "../accounts/accounts-world.ts";

let world: World;
let viewer: string;
let uploader: string;
let own: number;
let foreign: number;

async function addPatient(workspaceId: number, project: number, site: number): Promise<number> {
  const { rows } = await world.pool.query<{ id: number }>(
    "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, 'made') returning id",
    [workspaceId, project, site],
  );
  return rows[0].id;
}

interface Made {
  name: string;
  groups?: readonly { modality: string; kind: string }[];
  isStartKnown?: boolean;
  state?: string;
}

async function addRecording(key: number, { name, groups = [], isStartKnown = true, state = "ready" }: Made) {
  const { rows } = await world.pool.query<{ id: number }>(
    `insert into recording (patient_key, patient_id, obj_name, obj_type, state, start_ms, end_ms, is_start_known, timezone,
       channel_count, size_bytes, annotation_count, groups)
     values ($1, 'p', $2, 'EDF', $3, 1000, 61000, $4, 'Europe/Berlin', 1, 1000, 0, $5) returning id`,
    [key, name, state, isStartKnown, JSON.stringify(groups)],
  );
  return rows[0].id;
}

beforeAll(async () => {
  world = await makeWorld();
  const { pool, workspaceId } = world;
  const [project, site] = [await addProject(pool, workspaceId), await addSite(pool, workspaceId)];
  const scope = { projectIds: [project], siteIds: [site] };
  viewer = await addToken(pool, await world.person(["access_data_visualize"], scope));
  uploader = await addToken(pool, await world.person(["upload_data"], scope));
  own = await addPatient(workspaceId, project, site);
  const other = await addWorkspace(pool);
  foreign = await addPatient(other, await addProject(pool, other), await addSite(pool, other));
}, 120_000);
afterAll(() => world?.close());

const infoOf = (patient_id: number) => world.answer(getAdmissionInfo, { patient_id }, { token: viewer });

describe("admission", () => {
  it("is what people have set, as long as they leave it", async () => {
    const before = Date.now();
    expect(await infoOf(own)).toMatchObject({ is_admitted: false, is_recording: false, is_set: false });
    expect(await world.answer(setAdmission, { patient_id: own, is_admitted: true }, { token: uploader })).toEqual({});
    const { server_time, ...info } = await infoOf(own);
    expect(info).toEqual({ is_admitted: true, is_recording: false, is_set: true });
    expect(server_time).toBeGreaterThanOrEqual(before);
    expect(server_time).toBeLessThanOrEqual(Date.now());
    await world.answer(setAdmission, { patient_id: own, is_admitted: false }, { token: uploader });
    expect(await infoOf(own)).toMatchObject({ is_admitted: false });
    const { rows } = await world.pool.query("select facts from user_action where action = $1 order by id", [
      setAdmission.path,
    ]);
    expect(rows.map(({ facts }) => facts)).toEqual([
      { patient_key: own, is_admitted: true },
      { patient_key: own, is_admitted: false },
    ]);
  });

  it("is an open stream, until it ends or another recording takes its place", async () => {
    const id = await addRecording(own, { name: "growing" });
    await world.pool.query(`update recording set tail = '{"revision": 1}' where id = $1`, [id]);
    expect(await infoOf(own)).toMatchObject({ is_admitted: true, is_recording: true, is_set: false });
    await world.pool.query("update recording set superseded_at = now() where id = $1", [id]);
    expect(await infoOf(own)).toMatchObject({ is_admitted: false, is_recording: false });
  });

  it("is nobody's business but of those who may, of patients that are theirs", async () => {
    const set = (patient_id: number, token: string) =>
      world.call(setAdmission, { patient_id, is_admitted: true }, { token });
    expect((await set(own, viewer)).status).toBe(403);
    expect((await set(foreign, uploader)).status).toBe(404);
    expect((await world.call(getAdmissionInfo, { patient_id: foreign }, { token: viewer })).status).toBe(404);
    expect((await world.call(getAdmissionInfo, { patient_id: own }, { token: uploader })).status).toBe(403);
    const { rows } = await world.pool.query("select is_admitted from patient where id = $1", [foreign]);
    expect(rows).toEqual([{ is_admitted: false }]);
  });
});

describe("files of a patient", () => {
  it("have their times by id, unknown ones null, and none while they are imported", async () => {
    const known = await addRecording(own, { name: "known" });
    const unknown = await addRecording(own, { name: "unknown", isStartKnown: false });
    const importing = await addRecording(own, { name: "importing", state: "importing" });
    const files = await world.answer(getPatientFileTimes, { patient_ids: [own] }, { token: viewer });
    const stay = { timezone: "Europe/Berlin", admission_time: null, discharge_time: null };
    expect(files[known]).toEqual({ ...stay, monitoring_start_time: 1000, monitoring_end_time: 61_000 });
    expect(files[unknown]).toEqual({ ...stay, monitoring_start_time: null, monitoring_end_time: null });
    expect(files[importing]).toBeUndefined();
    const refused = await world.call(getPatientFileTimes, { patient_ids: [own, foreign] }, { token: viewer });
    expect(refused.status).toBe(404);
  });

  it("have the union of their signals, of one patient and of all that the caller sees", async () => {
    await addRecording(own, {
      name: "older",
      groups: [
        { modality: "EEG", kind: "eeg" },
        { modality: "ABP", kind: "waveform" },
      ],
    });
    await addRecording(own, {
      name: "newer",
      groups: [
        { modality: "EEG", kind: "eeg" },
        { modality: "HR", kind: "numeric" },
      ],
    });
    await addRecording(foreign, { name: "theirs", groups: [{ modality: "ICP", kind: "waveform" }] });
    const union = {
      ABP: { type: "SampleSeries", file_name: "older" },
      EEG: { type: "SampleSeries", file_name: "newer" },
      HR: { type: "Numeric", file_name: "newer" },
    };
    const ask = (patient_ids: number[]) => world.answer(getModalitiesUnion, { patient_ids }, { token: viewer });
    expect(await ask([own])).toEqual(union);
    expect(await ask([])).toEqual(union);
    const refused = await world.call(getModalitiesUnion, { patient_ids: [foreign] }, { token: viewer });
    expect(refused.status).toBe(404);
  });
});
