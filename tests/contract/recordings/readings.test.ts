/** The audit of reading: what calls and sockets leave behind, what administrators see of it, and that it is never in the way. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkBucket, getAllUsersActions, type UserAction } from "../../../src/protocol/admin.ts";
import { getAnnotationGroups } from "../../../src/protocol/annotations.ts";
import { getPatientForm } from "../../../src/protocol/forms.ts";
import { getPatient, getPatientFileType, getPatients } from "../../../src/protocol/patients.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getRecording } from "../../../src/protocol/routes.ts";
import { ReadingLog } from "../../../src/server/identity/reading-log.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import type { Place } from "../../../src/server/patients/index.ts";
import {
  addProject,
  addToken,
  addUser,
  answerAs,
  callAs,
  defaultPlace,
  openTestDatabase,
  signIn,
  type TestUser,
} from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { blockReader } from "../ingest/import-fixtures.ts";
import { connect, requestFor } from "../pages/page-world.ts";

const dataDir = mkdtempSync(join(tmpdir(), "connect-readings-"));
let server: RunningServer;
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let place: Place;
let own: number;
let foreign: number;
let reader: TestUser;
let token: string;
let recording: RecordingDetail;
let adminToken: string;

beforeAll(async () => {
  server = await startServer({ dataDir });
  database = await openTestDatabase(dataDir);
  const { drizzle: db, pool } = database;
  place = await defaultPlace(db);
  const importTo = (to: Place) => {
    const source = {
      kind: "reader",
      reader: blockReader([{ ms: 0, count: 5000 }], { annotations: 2 }),
      name: "m.edf",
    } as const;
    return importRecording({ source, db, dataDir, timezone: "UTC", place: to, patientId: "R-1" });
  };
  own = await importTo(place);
  foreign = await importTo({ ...place, projectId: await addProject(pool, place.workspaceId) });
  adminToken = (await signIn(server.url)).token;
}, 180_000);
beforeEach(async () => {
  reader = await addUser(database.pool, {
    workspaceId: place.workspaceId,
    permissions: ["access_data_visualize", "visualize_data"],
    projectIds: [place.projectId],
    siteIds: [place.siteId],
  });
  token = await addToken(database.pool, reader);
});
afterAll(async () => {
  await database?.close();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

/** What the administrator's table shows of the reader, oldest first. */
const shown = async (filters: readonly object[] = []): Promise<UserAction[]> => {
  const body = { user_ids: [reader.id], filters, rows_per_page: 100, order_by: "id", order_direction: "asc" };
  return (await answerAs(server.url, adminToken, getAllUsersActions, body)).data;
};
const pageOf = (first: number) =>
  requestFor(recording, recording.groups[0], { first, end: first + 100, form: { kind: "samples" } });

describe("the server", () => {
  it("tells a patient that was opened and a recording that was reviewed once, with how long", async () => {
    recording = await answerAs(server.url, token, getRecording, { data_object_id: own });
    const { patient_key } = recording;
    await answerAs(server.url, token, getPatients, {});
    await answerAs(server.url, token, getPatient, { patient_primary_key: patient_key });
    await answerAs(server.url, token, getPatientFileType, { patient_id: [patient_key] });
    const client = await connect(server.url, token);
    for (const first of [0, 100, 200]) await client.page(pageOf(first));
    client.close();
    await expect.poll(async () => (await shown()).length).toBe(2);
    expect(await shown()).toMatchObject([
      {
        kind: "reading",
        action: "review_recording",
        subject: `recording ${own}`,
        patient_key,
        permission: "visualize_data",
        email: reader.email,
        ip_address: expect.stringMatching(/127\.0\.0\.1|::1/),
      },
      { kind: "reading", action: "read_patient", subject: `patient ${patient_key}`, patient_key },
    ]);
  });

  it("does not tell a review where the patient's page lists the sessions of a file", async () => {
    await answerAs(server.url, token, getAnnotationGroups, { data_object_id: own });
    await expect.poll(async () => (await shown()).length).toBe(1);
    expect(await shown()).toMatchObject([{ action: "read_patient", subject: expect.stringMatching(/^patient \d+$/) }]);
  });

  it("tells what was refused: a call without the permission, a foreign patient's recording, on the socket too", async () => {
    recording = await answerAs(server.url, token, getRecording, { data_object_id: own });
    expect((await callAs(server.url, token, getRecording, { data_object_id: foreign })).status).toBe(404);
    expect((await callAs(server.url, token, getPatientForm, { patient_id: 1, form_id: 1 })).status).toBe(403);
    const client = await connect(server.url, token);
    await client.ask({
      ...pageOf(0),
      data_object_id: foreign,
      modality_sources: [{ ...pageOf(0).modality_sources[0], data_object_id: foreign }],
    });
    client.close();
    const { rows } = await database.pool.query(
      "select r.patient_key, s.name from recording r join patient p on p.id = r.patient_key join site s on s.id = p.site_id where r.id = $1",
      [foreign],
    );
    const [{ patient_key: patientKey, name: site }] = rows;
    await callAs(server.url, token, getPatient, { patient_primary_key: patientKey });
    const refused = () => shown([{ field: "kind", operator: "equals", value: "refused" }]);
    await expect.poll(async () => (await refused()).length).toBe(4);
    expect(await refused()).toMatchObject([
      { action: getRecording.path, subject: `404 recording ${foreign}`, patient: `R-1 at ${site}` },
      { action: getPatientForm.path, subject: "403", permission: "" },
      { action: "/data_query", subject: `404 recording ${foreign}`, patient: `R-1 at ${site}` },
      { action: getPatient.path, subject: `404 patient ${patientKey}`, patient: `R-1 at ${site}` },
    ]);
    expect(await shown([{ field: "kind", operator: "equals", value: "reading" }])).toHaveLength(1);
  });

  it("records a look at a bucket", async () => {
    const { rows } = await database.pool.query("select min(id) as id from bucket where workspace_id = $1", [
      place.workspaceId,
    ]);
    await callAs(server.url, adminToken, checkBucket, { bucket_id: rows[0].id });
    const { data } = await answerAs(server.url, adminToken, getAllUsersActions, {
      filters: [{ field: "action", operator: "equals", value: checkBucket.path }],
    });
    expect(data).toMatchObject([{ kind: "change", permission: checkBucket.needs[0] }]);
  });

  it("finds who looked at a patient", async () => {
    recording = await answerAs(server.url, token, getRecording, { data_object_id: own });
    const wanted = { field: "patient_key", operator: "equals", value: String(recording.patient_key) };
    await expect.poll(async () => (await shown([wanted])).length).toBe(1);
    expect(await shown([{ ...wanted, value: "999999" }])).toEqual([]);
    const { rows } = await database.pool.query("select name from site where id = $1", [place.siteId]);
    const patient = `R-1 at ${rows[0].name}`;
    expect(await shown([{ field: "patient", operator: "equals", value: patient }])).toMatchObject([{ patient }]);
  });
});

describe("the log", () => {
  const route = { ...getRecording };
  const session = () =>
    ({
      tokenId: 1_000_000 + Math.floor(Math.random() * 1e9),
      workspaceId: place.workspaceId,
      userId: reader.id,
      email: reader.email,
      permissions: new Set(["visualize_data"]),
    }) as never;
  const rows = async () =>
    (
      await database.pool.query(
        `select subject, times, round(extract(epoch from until - performed_at))::int as seconds from user_action
         where user_id = $1 order by id`,
        [reader.id],
      )
    ).rows;

  it("writes a session's reading once, and adds to it a minute later and at the end", async () => {
    let now = Date.UTC(2026, 10, 22);
    const log = new ReadingLog({ db: database.drizzle, log: { warn: () => undefined }, now: () => now });
    const who = { session: session(), address: "10.0.0.1", route };
    const read = { what: "recording", id: 7, facts: { patient_key: 3 } } as const;
    log.read(who, read);
    await log.flush();
    expect(await rows()).toEqual([{ subject: "recording 7", times: 1, seconds: 0 }]);
    for (let page = 0; page < 50; page++) log.read(who, read);
    await log.flush();
    expect(await rows()).toMatchObject([{ times: 1 }]);
    now += 61_000;
    log.read(who, read);
    await log.flush();
    expect(await rows()).toEqual([{ subject: "recording 7", times: 52, seconds: 61 }]);
    now += 9000;
    log.read(who, read);
    await log.close();
    expect(await rows()).toEqual([{ subject: "recording 7", times: 53, seconds: 70 }]);
    // Another node, or the same after a restart: the same session's row grows on.
    now += 30_000;
    const other = new ReadingLog({ db: database.drizzle, log: { warn: () => undefined }, now: () => now });
    other.read(who, read);
    await other.close();
    expect(await rows()).toEqual([{ subject: "recording 7", times: 54, seconds: 100 }]);
  });

  it("bounds what one session's refusals leave, and counts them all", async () => {
    const log = new ReadingLog({ db: database.drizzle, log: { warn: () => undefined } });
    const who = { session: session(), address: "", route };
    for (let id = 1; id <= 120; id++) log.refused(who, 404, { what: "recording", id });
    await log.close();
    const written: { subject: string; times: number }[] = await rows();
    expect(written.map(({ subject }) => subject).slice(-2)).toEqual(["404 recording 50", "404, several"]);
    expect(written.map(({ times }) => times)).toEqual([...Array(50).fill(1), 70]);
  });

  it("keeps what the database does not take, and says so once", async () => {
    const told: string[] = [];
    let isAway = true;
    const db = new Proxy(database.drizzle, {
      get: (target, name) => {
        if (name !== "execute") return Reflect.get(target, name);
        return isAway ? () => Promise.reject(new Error("away")) : target.execute.bind(target);
      },
    });
    const log = new ReadingLog({ db, log: { warn: (_, event) => told.push(event) } });
    log.read({ session: session(), address: "", route }, { what: "file", id: 5 });
    await log.flush();
    await log.flush();
    expect([await rows(), told]).toEqual([[], ["audit.behind"]]);
    isAway = false;
    await log.close();
    expect(await rows()).toMatchObject([{ subject: "file 5", times: 1 }]);
    expect(told).toEqual(["audit.behind", "audit.caught_up"]);
  });

  it("leaves out a row that the table does not take, and writes all others", async () => {
    const told: string[] = [];
    const log = new ReadingLog({ db: database.drizzle, log: { warn: (_, event) => told.push(event) } });
    const who = { session: session(), address: "", route };
    for (let id = 1; id <= 5; id++) {
      const address = id === 3 ? (undefined as unknown as string) : "";
      log.read({ ...who, address }, { what: "file", id });
    }
    await log.close();
    const written: { subject: string }[] = await rows();
    expect(written.map(({ subject }) => subject)).toEqual([1, 2, 4, 5].map((id) => `file ${id}`));
    expect(told).toEqual(["audit.row_refused"]);
  });

  it("refuses any other change of its rows", async () => {
    const log = new ReadingLog({ db: database.drizzle, log: { warn: () => undefined } });
    log.read({ session: session(), address: "", route }, { what: "form", id: 1 });
    await log.close();
    for (const change of ["times = 1", "email = 'x'", "times = times + 1, email = 'x'", "until = '2020-01-01'"])
      await expect(
        database.pool.query(`update user_action set ${change} where user_id = $1`, [reader.id]),
      ).rejects.toThrow("never changed");
    await expect(database.pool.query("delete from user_action where user_id = $1", [reader.id])).rejects.toThrow();
  });
});
