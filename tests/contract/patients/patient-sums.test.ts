/** What a patient's row keeps of its recordings and uploads is what they add up to, whoever wrote them and in whatever order. */
import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getPatient } from "../../../src/protocol/patients.ts";
import { addProject, addSite, addToken, type TestUser } from "../../support/accounts.ts";
import { makeWorld, type World } from "../accounts/accounts-world.ts";

const hour = 3_600_000;
let world: World;
let viewer: TestUser;
let token: string;
let place: { project_id: number; site_id: number };

beforeAll(async () => {
  world = await makeWorld();
  const { pool, workspaceId } = world;
  place = { project_id: await addProject(pool, workspaceId), site_id: await addSite(pool, workspaceId) };
  viewer = await world.person(["access_data_visualize", "access_data_upload_patient_subpage"], {
    projectIds: [place.project_id],
    siteIds: [place.site_id],
  });
  token = await addToken(pool, viewer);
}, 120_000);
afterAll(() => world?.close());

const idOf = async (sql: string, values: unknown[]): Promise<number> =>
  (await world.pool.query<{ id: number }>(`${sql} returning id`, values)).rows[0].id;
const addPatient = (identifier: string) =>
  idOf("insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, $4)", [
    world.workspaceId,
    place.project_id,
    place.site_id,
    identifier,
  ]);
const addRecording = (key: number | null, state: string, startMs: number, endMs: number, kind = "EDF") =>
  idOf(
    `insert into recording (patient_key, patient_id, obj_name, obj_type, state, start_ms, end_ms, is_start_known, timezone,
       channel_count, size_bytes, annotation_count) values ($1, 'p', 'made', $5, $2, $3, $4, true, 'UTC', 1, 1000, 2)`,
    [key, state, startMs, endMs, kind],
  );
const one = (key: number) => world.answer(getPatient, { patient_primary_key: key }, { token });

it("counts CNS recordings and medications of their own (spec 000 section 3)", async () => {
  const key = await addPatient("kinds");
  expect(await one(key)).toMatchObject({ cns_duration: null, medication_count: 0 });
  await addRecording(key, "ready", 0, 2 * hour, "CNS");
  await addRecording(key, "ready", hour, 3 * hour, "CNS");
  await addRecording(key, "ready", 5 * hour, 9 * hour);
  await addRecording(key, "importing", 5 * hour, 50 * hour, "CNS");
  const { rows } = await world.pool.query<{ id: number }>("select min(id) as id from bucket");
  const upload = await idOf(
    `insert into upload (workspace_id, project_id, site_id, patient_identifier, patient_key, is_new_patient, user_id, email,
       bucket_id, timezone, finished_at) values ($1, $2, $3, 'kinds', $4, false, $5, 'a@b', $6, 'UTC', '2026-03-01T00:00:00Z')`,
    [world.workspaceId, place.project_id, place.site_id, key, viewer.id, rows[0].id],
  );
  const sheet = (name: string) =>
    idOf("insert into upload_item (upload_id, kind, name) values ($1, 'medications', $2)", [upload, name]);
  const [first, second] = [await sheet("drugs.csv"), await sheet("more.csv")];
  for (const [item, count] of [
    [first, 3],
    [second, 4],
  ]) {
    await world.pool.query(
      "insert into upload_file (upload_id, item_id, path, size_bytes, md5) values ($1, $2, $3, 50, 'x')",
      [upload, item, `${item}.csv`],
    );
    await world.pool.query(
      "insert into medication (patient_key, item_id, row_number, original) select $1, $2, n, '{}' from generate_series(1, $3::int) n",
      [key, item, count],
    );
  }
  await world.pool.query("update upload_item set state = 'done' where id = $1", [first]);
  expect(await one(key)).toMatchObject({
    cns_duration: 3 * hour,
    total_monitoring_time: 7 * hour,
    medication_count: 3,
    sheet_count: 1,
    sheets_unread: 1,
    form_count: 0,
    data_file_size: 4050,
    timestamp: expect.any(Number),
  });
  await world.pool.query("update upload_item set state = 'done' where id = $1", [second]);
  await world.pool.query("update upload_item set superseded_by = $2 where id = $1", [first, second]);
  expect(await one(key)).toMatchObject({ medication_count: 4, sheet_count: 1, sheets_unread: 0, data_file_size: 4050 });
  // The last row alone is looked at, so that a list costs the same however long the sheets are.
  await world.pool.query("delete from medication where item_id = $1 and row_number < 4", [second]);
  expect(await one(key)).toMatchObject({ medication_count: 4 });
});

/** The sums in plain words, straight from the rows. */
async function added(key: number) {
  const { rows } = await world.pool.query("select * from recording where patient_key = $1 and superseded_at is null", [
    key,
  ]);
  const loaded = rows.filter(({ state }) => state === "ready");
  const covered = new Set(loaded.flatMap(({ start_ms, end_ms }) => hoursOf(start_ms, end_ms)));
  return {
    files_loaded: loaded.length,
    files_failed: rows.filter(({ state }) => state === "failed").length,
    stored_bytes: 1000 * rows.filter(({ state }) => state !== "importing").length,
    start_ms: loaded.length === 0 ? null : Math.min(...loaded.map(({ start_ms }) => start_ms)),
    monitored_ms: loaded.length === 0 ? null : covered.size * hour,
  };
}
const hoursOf = (start: number, end: number) =>
  Array.from({ length: (end - start) / hour }, (_, k) => start / hour + k);

it("stays right whatever happens to recordings: made, read, failed, replaced, condemned, moved, removed", async () => {
  const keys = [await addPatient("first"), await addPatient("second")];
  const { pool } = world;
  const ids: number[] = [];
  let seed = 7;
  const pick = (n: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % n;
  };
  for (let step = 0; step < 120; step++) {
    const id = ids[pick(Math.max(1, ids.length))] ?? 0;
    const start = pick(20) * hour;
    const steps: (() => Promise<unknown>)[] = [
      async () => ids.push(await addRecording(keys[pick(2)], "importing", start, start)),
      async () => ids.push(await addRecording(keys[pick(2)], "ready", start, start + pick(9) * hour)),
      () =>
        pool.query("update recording set state = 'ready', end_ms = start_ms + $2 where id = $1", [id, pick(5) * hour]),
      () => pool.query("update recording set state = 'failed' where id = $1", [id]),
      () => pool.query("update recording set superseded_at = now() where id = $1", [id]),
      () => pool.query("update recording set state = 'importing', heartbeat_at = 'epoch' where id = $1", [id]),
      () => pool.query("update recording set patient_key = $2 where id = $1", [id, keys[pick(2)]]),
      () => pool.query("delete from recording where id = $1", [id]),
    ];
    await steps[pick(steps.length)]();
    for (const key of keys) {
      const { rows } = await pool.query("select * from patient where id = $1", [key]);
      expect(rows[0], `step ${step}`).toMatchObject(await added(key));
    }
  }
  expect(ids.length).toBeGreaterThan(20);
});

it("is right after two imports of one patient ended at the same moment", async () => {
  const key = await addPatient("twice");
  const ids = [await addRecording(key, "importing", 0, 0), await addRecording(key, "importing", 0, 0)];
  const clients: PoolClient[] = [await world.pool.connect(), await world.pool.connect()];
  const publish = (k: number) =>
    clients[k].query("update recording set state = 'ready', end_ms = $2 where id = $1", [ids[k], hour]);
  try {
    await clients[0].query("begin");
    await publish(0);
    const other = clients[1].query("begin").then(() => publish(1)); // waits for the first
    await clients[0].query("commit");
    await other;
    await clients[1].query("commit");
  } finally {
    for (const client of clients) client.release();
  }
  expect(await one(key)).toMatchObject({ files_loaded: 2, data_file_size: 2000 });
});

it("tells when something of a patient changed, and not for a sign of life", async () => {
  const key = await addPatient("news");
  const at = async () =>
    (await world.pool.query("select changed_at::text as at from patient where id = $1", [key])).rows[0].at as string;
  const made = await at();
  const id = await addRecording(key, "importing", 0, 0);
  const begun = await at();
  expect(begun > made).toBe(true);
  await world.pool.query("update recording set heartbeat_at = now(), progress = 0.5 where id = $1", [id]);
  expect(await at()).toBe(begun);
  await world.pool.query(
    `insert into patient_form (patient_key, form_name, document, filled_at) values ($1, 'f', '{"answers": []}', now())`,
    [key],
  );
  expect((await at()) > begun).toBe(true);
});

it("counts what uploads have brought and nobody has read yet", async () => {
  const key = await addPatient("coming");
  const { rows } = await world.pool.query<{ id: number }>("select min(id) as id from bucket");
  const upload = await idOf(
    `insert into upload (workspace_id, project_id, site_id, patient_identifier, patient_key, is_new_patient, user_id, email,
       bucket_id, timezone, status) values ($1, $2, $3, 'coming', $4, false, $5, 'a@b', $6, 'UTC', 'UPLOADING')`,
    [world.workspaceId, place.project_id, place.site_id, key, viewer.id, rows[0].id],
  );
  const items: number[] = [];
  for (let k = 0; k < 20; k++)
    items.push(
      await idOf("insert into upload_item (upload_id, kind, name) values ($1, 'edf', $2)", [upload, `${k}.edf`]),
    );
  await idOf("insert into upload_item (upload_id, kind, name) values ($1, 'medications', 'drugs.csv')", [upload]);
  const counts = async () => {
    const { files_loaded, file_count, files_failed, status } = await one(key);
    return [files_loaded, file_count, files_failed, status];
  };
  expect(await counts()).toEqual([0, 0, 0, "empty"]); // still being sent: nothing of it is seen
  await world.pool.query("update upload set status = 'PROCESSING', finished_at = now() where id = $1", [upload]);
  expect(await counts()).toEqual([0, 20, 0, "importing"]);
  const end = async (item: number, state: string) => {
    await world.pool.query("update upload_item set state = $2 where id = $1", [item, state]);
    if (state !== "failed") {
      const id = await addRecording(key, state === "done" ? "ready" : "importing", 0, hour);
      await world.pool.query("update recording set upload_item_id = $2 where id = $1", [id, item]);
    }
  };
  await end(items[0], "done");
  await end(items[1], "done");
  await end(items[2], "ingesting");
  expect(await counts()).toEqual([2, 20, 0, "importing"]);
  await end(items[3], "failed");
  expect(await counts()).toEqual([2, 20, 1, "importing"]);
  // A later upload of the name took its place.
  await world.pool.query("update upload_item set superseded_by = $2 where id = $1", [items[3], items[0]]);
  expect(await counts()).toEqual([2, 19, 0, "importing"]);
});
