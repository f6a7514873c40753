/** The progress channel: who follows work hears how far it is, of their own patients and uploads alone, and only while they may. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Permission } from "../../../src/protocol/permissions.ts";
import { progressLimits } from "../../../src/protocol/progress.ts";
import { cancelUpload, modifyUpload } from "../../../src/protocol/uploads.ts";
import {
  addProject,
  addSite,
  addToken,
  addUser,
  addWorkspace,
  setPermissions,
  setScope,
} from "../../support/accounts.ts";
import { openUploadWorld, type Uploader, type UploadWorld } from "../uploads/upload-world.ts";
import { type NewsViewer, viewNews } from "./news-world.ts";

const seeing: readonly Permission[] = ["access_data_visualize", "access_data_upload_patient_subpage", "visualize_data"];
const csv = Buffer.from("drug,start\n");
let world: UploadWorld;
let alice: Uploader;
const viewers: NewsViewer[] = [];

beforeAll(async () => {
  world = await openUploadWorld();
  alice = await world.person();
}, 120_000);
afterAll(async () => {
  for (const { socket } of viewers) socket.close();
  await world?.close();
});

async function view({ token }: { token: string }): Promise<NewsViewer> {
  const viewer = await viewNews(world.origin, token);
  viewers.push(viewer);
  return viewer;
}

let patients = 0;
async function addPatient(
  place: Partial<Record<"workspaceId" | "projectId" | "siteId", number>> = {},
): Promise<number> {
  const { workspaceId, projectId, siteId } = { ...world, ...place };
  const [{ id }] = await world.rows<{ id: number }>(
    "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, $4) returning id",
    [workspaceId, projectId, siteId, `progress-${patients++}`],
  );
  return id;
}

/** An import that lives as long as the test. */
async function addImport(patientKey: number): Promise<number> {
  const [{ id }] = await world.rows<{ id: number }>(
    `insert into recording (patient_key, patient_id, obj_name, obj_type, state, start_ms, end_ms, is_start_known, timezone,
       channel_count, size_bytes, heartbeat_at)
     values ($1, 'p', 'made', 'EDF', 'importing', 0, 0, true, 'UTC', 1, 1000, now() + interval '1 hour') returning id`,
    [patientKey],
  );
  return id;
}
const move = async (id: number, progress: number, etaMs: number | null = null) => {
  await world.rows("update recording set progress = $2, eta_ms = $3 where id = $1", [id, progress, etaMs]);
  world.bus.send({ kind: "work-moved" });
};
/** Without what triggers make of it: sums of patients are not the point. */
async function quietly(statement: string, values: unknown[]): Promise<void> {
  const client = await world.pool.connect();
  try {
    await client.query("begin");
    await client.query("set local connect.restoring = 'on'");
    await client.query(statement, values);
    await client.query("commit");
  } finally {
    client.release();
  }
}
const hears = (viewer: NewsViewer, kind: string, id: number, progress: number) =>
  viewer.until(() => viewer.moved.some((one) => one.kind === kind && one.id === id && one.progress === progress));

it("tells how far an import is to whoever follows its patient, and that it has died", async () => {
  const patientKey = await addPatient();
  const id = await addImport(patientKey);
  const viewer = await view(await world.person(seeing));
  await viewer.follow({ patient_keys: [patientKey] });
  await world.rows("update recording set progress = 0.25, eta_ms = 540000 where id = $1", [id]); // by nobody who has the bus
  await hears(viewer, "import", id, 0.25);
  expect(viewer.moved).toEqual([{ kind: "import", id, progress: 0.25, eta_ms: 540_000 }]);
  await viewer.until(() => viewer.heard.length > 0); // the patient is young
  viewer.heard.length = 0;
  await world.rows("update recording set heartbeat_at = 'epoch' where id = $1", [id]);
  await viewer.hears(patientKey);
});

it("says nothing of another workspace's, project's or site's work to who names its keys, nor to who follows nothing", async () => {
  const workspaceId = await addWorkspace(world.pool);
  const [projectId, siteId] = [await addProject(world.pool, workspaceId), await addSite(world.pool, workspaceId)];
  const place = { workspaceId, projectId, siteId };
  const owner = await addUser(world.pool, {
    workspaceId,
    permissions: seeing,
    projectIds: [projectId],
    siteIds: [siteId],
  });
  const patientKey = await addPatient(place);
  const id = await addImport(patientKey);
  const own = await addPatient();
  const ownImport = await addImport(own);
  const listener = await view(await world.person());
  const idle = await view(await world.person());
  const [near, far] = [await view(alice), await view({ token: await addToken(world.pool, owner) })];
  const otherSite = await addSite(world.pool, world.workspaceId);
  const beside = await addPatient({ siteId: otherSite });
  const besideImport = await addImport(beside);
  await listener.follow({ patient_keys: [patientKey, beside, own], upload_ids: [1, 2, 3] });
  await near.follow({ patient_keys: [own] });
  await far.follow({ patient_keys: [patientKey] });
  for (const one of [id, besideImport]) await move(one, 0.5);
  await hears(far, "import", id, 0.5);
  await world.rows("update recording set heartbeat_at = 'epoch' where id = any($1::int[])", [[id, besideImport]]);
  await far.until(() => far.heard.flat().includes(patientKey));
  await move(ownImport, 0.75); // what waited before it was told by then
  await hears(listener, "import", ownImport, 0.75);
  expect(listener.moved.map((one) => one.id)).toEqual([ownImport]);
  expect(listener.heard.flat()).not.toContain(patientKey);
  expect(listener.heard.flat()).not.toContain(beside);
  expect(idle.moved).toEqual([]);
});

it("tells nothing more to who lost the permission, the project or the session, and goes on when it is given back", async () => {
  const patientKey = await addPatient();
  const [first, second] = [await addImport(patientKey), await addImport(patientKey)];
  const watcher = await view(await world.person(seeing));
  await watcher.follow({ patient_keys: [patientKey] });
  const person = await addUser(world.pool, {
    workspaceId: world.workspaceId,
    permissions: seeing,
    projectIds: [world.projectId],
    siteIds: [world.siteId],
  });
  const places = { projectIds: [world.projectId], siteIds: [world.siteId] };
  const loser = await view({ token: await addToken(world.pool, person) });
  await loser.follow({ patient_keys: [patientKey] });
  const changed = () => {
    loser.heard.length = 0;
    world.bus.send({ kind: "users-changed", workspaceId: world.workspaceId, userIds: [person.id] });
    return loser.hears(null);
  };
  let progress = 0;
  const losses: [() => Promise<void>, () => Promise<void>][] = [
    [
      () => setPermissions(world.pool, person.roleId, ["upload_data"]),
      () => setPermissions(world.pool, person.roleId, seeing),
    ],
    [() => setScope(world.pool, person.id, { ...places, siteIds: [] }), () => setScope(world.pool, person.id, places)],
  ];
  for (const [take, giveBack] of losses) {
    await take();
    await changed();
    for (const more of [0.1, 0.1]) {
      progress += more; // the second is told a second after the first, to both or to one
      await move(first, progress);
      await hears(watcher, "import", first, progress);
    }
    expect(loser.moved.filter(({ id }) => id === first)).toEqual([]);
    await giveBack();
    await changed();
    await loser.follow({ patient_keys: [patientKey] });
    await move(second, progress);
    await hears(loser, "import", second, progress);
    expect(loser.moved.filter(({ id }) => id === first)).toEqual([]);
  }
  const ended = new Promise((resolve) => loser.socket.once("disconnect", resolve));
  await world.rows("delete from token where user_id = $1", [person.id]);
  world.bus.send({ kind: "users-changed", workspaceId: world.workspaceId, userIds: [person.id] });
  expect(await ended).toBe("io server disconnect");
});

it("tells how far an upload and its parts are to whoever may see uploads, and says nothing of their text", async () => {
  const { upload_id, patient_key } = await world.finished(alice, { "Zo\u00eb's drugs.csv": csv, "more.csv": csv });
  const [{ id }] = await world.rows<{ id: number }>("select min(id) as id from upload_item where upload_id = $1", [
    upload_id,
  ]);
  await world.rows("update upload_item set state = 'ingesting' where id = $1", [id]);
  await world.rows("update job set state = 'running' where queue = 'ingest' and key = $1", [String(id)]);
  const [full, listOnly] = [
    await view(await world.person(seeing)),
    await view(await world.person(["access_data_visualize"])),
  ];
  const said: string[] = [];
  full.socket.onAny((...event) => said.push(JSON.stringify(event)));
  for (const viewer of [full, listOnly]) await viewer.follow({ patient_keys: [patient_key] });
  await world.rows("update job set progress = 0.5 where queue = 'ingest' and key = $1", [String(id)]);
  world.bus.send({ kind: "work-moved" });
  await hears(full, "item", id, 0.5);
  await hears(full, "upload", upload_id, 0.25);
  listOnly.heard.length = 0;
  await world.settle(id, "done");
  await listOnly.hears(patient_key);
  expect(listOnly.moved).toEqual([]);
  expect(said.join()).not.toMatch(/Zo|drugs|csv/);
});

it("tells a transfer's progress at once, and an upload without a patient to its own user alone", async () => {
  const patientKey = await addPatient();
  const [{ identifier }] = await world.rows<{ identifier: string }>("select identifier from patient where id = $1", [
    patientKey,
  ]);
  const { upload_id } = await world.sent(alice, { "a.csv": csv }, { patient_id: identifier, is_new_patient: false });
  const viewer = await view(await world.person(seeing));
  await viewer.follow({ patient_keys: [patientKey] });
  await world.answer(alice, modifyUpload, { upload_id, progress: 0.5 });
  await hears(viewer, "upload", upload_id, 0.5);

  const young = await world.create(alice);
  const [own, other] = [await view(alice), await view(await world.person())];
  for (const one of [own, other]) await one.follow({ upload_ids: [young] });
  await world.answer(alice, cancelUpload, { upload_id: young });
  await own.until(() => own.uploads.includes(young));
  await other.follow({});
  expect(other.uploads).toEqual([]);
});

it("refuses what is no list of keys, and cuts off who says it again and again", async () => {
  const viewer = await view(alice);
  const ask = viewer.socket as unknown as { emit(event: string, ...sent: unknown[]): void };
  const said = (...sent: unknown[]) => new Promise((resolve) => ask.emit("follow_work", ...sent, resolve));
  const many = Array.from({ length: progressLimits.mostPatients + 1 }, (_, k) => k + 1);
  const bad = [null, {}, { patient_keys: ["1"], upload_ids: [] }, { patient_keys: [-1], upload_ids: [] }];
  for (const what of [...bad, { patient_keys: many, upload_ids: [] }])
    expect(await said(what)).toMatchObject({ error: { code: "bad_request", message: expect.stringMatching(/\.$/) } });
  expect(await said()).toMatchObject({ error: { code: "bad_request" } });
  await viewer.follow({ patient_keys: many.slice(1) });
  expect(await said({ patient_keys: [], upload_ids: [] }, "more", 5)).toBeUndefined();
  const ended = new Promise((resolve) => viewer.socket.once("disconnect", resolve));
  for (let k = 0; k < 200; k++) ask.emit("follow_work", { patient_keys: [k + 1], upload_ids: [] });
  expect(await ended).toBe("io server disconnect");
});

it("tells 5,000 imports that move at once in bounded messages, none forgotten", async () => {
  const patientKey = await addPatient();
  await quietly(
    `insert into recording (patient_key, patient_id, obj_name, obj_type, state, start_ms, end_ms, is_start_known, timezone,
       channel_count, size_bytes, heartbeat_at)
     select $1, 'p', 'made', 'EDF', 'importing', 0, 0, true, 'UTC', 1, 1000, now() + interval '1 hour'
     from generate_series(1, 5000)`,
    [patientKey],
  );
  const viewer = await view(await world.person(seeing));
  const sizes: number[] = [];
  viewer.socket.on("progress", ({ moved }) => void sizes.push(moved.length));
  await viewer.follow({ patient_keys: [patientKey] });
  await world.rows("update recording set progress = 0.5 where patient_key = $1", [patientKey]);
  await viewer.until(() => sizes.length >= 2);
  expect(new Set(sizes)).toEqual(new Set([progressLimits.mostMoved]));
  expect(new Set(viewer.moved.map(({ id }) => id)).size).toBe(viewer.moved.length);
  viewer.heard.length = 0;
  await quietly("delete from recording where patient_key = $1", [patientKey]);
  await viewer.hears(patientKey);
});
