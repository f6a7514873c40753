/** Links to a view: who may make and open one, and what those who may not are told. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BodyOf } from "../../../src/protocol/route.ts";
import {
  createSharedView,
  getOwnLinks,
  getSharedView,
  sharedViewLimits,
  withdrawLinks,
} from "../../../src/protocol/shared-views.ts";
import { displaysText } from "../../../src/protocol/text/displays-text.ts";
import { sharedViewText } from "../../../src/protocol/text/shared-view-text.ts";
import { text } from "../../../src/protocol/text/text.ts";
import {
  addProject,
  addSite,
  addToken,
  addUser,
  addWorkspace,
  setPermissions,
  setScope,
} from "../../support/accounts.ts";
import { makeWorld, type World } from "../accounts/accounts-world.ts";
import { twoWindows } from "./displays-world.ts";

const { refused } = sharedViewText;
type Body = BodyOf<typeof createSharedView>;

let world: World;
let scope: { projectIds: number[]; siteIds: number[] };
let recording: number;
let other: number;
let body: Body;

/** Somebody of the workspace; by default of the patient's project and site. */
async function someone(places: { projectIds: number[]; siteIds: number[] } = scope) {
  const user = await addUser(world.pool, {
    workspaceId: world.workspaceId,
    permissions: ["visualize_data"],
    ...places,
  });
  return { ...user, token: await addToken(world.pool, user) };
}
const make = (token: string, over: object = {}) => world.answer(createSharedView, { ...body, ...over }, { token });
const open = (token: string, key: string, data_object_id = recording) =>
  world.answer(getSharedView, { data_object_id, key }, { token });
/** Status and what is said. */
async function refusal(route: Parameters<World["call"]>[0], call: unknown, token: string) {
  const { status, text: said } = await world.call(route, call, { token });
  return [status, JSON.parse(said) as { code?: string; errorMessage: string }] as const;
}

beforeAll(async () => {
  world = await makeWorld();
  const { pool, workspaceId } = world;
  const add = async (workspace: number, project: number, site: number) => {
    const { rows } = await pool.query<{ id: number }>(
      `with made as (insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, 'made') returning id)
       insert into recording (patient_key, patient_id, obj_name, obj_type, state, start_ms, end_ms, is_start_known, timezone,
         channel_count, size_bytes, annotation_count, groups)
       select id, 'p', 'night', 'EDF', 'ready', 1000, 61000, true, 'Europe/Berlin', 1, 1000, 0, '[]' from made returning id`,
      [workspace, project, site],
    );
    return rows[0].id;
  };
  const [project, site] = [await addProject(pool, workspaceId), await addSite(pool, workspaceId)];
  scope = { projectIds: [project], siteIds: [site] };
  recording = await add(workspaceId, project, site);
  const workspace = await addWorkspace(pool);
  other = await add(workspace, await addProject(pool, workspace), await addSite(pool, workspace));
  body = {
    data_object_id: recording,
    display: twoWindows("Seizure"),
    spans: [{ area: "a", start_ms: 2000.25, end_ms: 12_000.25 }],
    active: "b",
  };
}, 120_000);
afterAll(() => world?.close());

it("opens for whoever may see the patient, as it was, whatever becomes of its maker", async () => {
  const [ann, ben] = [await someone(), await someone()];
  const before = Date.now();
  const { key, expires_at } = await make(ann.token);
  expect(key).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(Math.round((expires_at - before) / 86_400_000)).toBe(90);
  const { display, spans, active } = body;
  const seen = { display, spans, active, made_by: "Test User", made_at: expect.any(Number), is_own: false };
  expect(await open(ben.token, key)).toEqual(seen);
  expect(await open(ann.token, key)).toEqual({ ...seen, is_own: true });
  expect((await make(ann.token)).key).not.toBe(key);
  const { rows } = await world.pool.query(
    "select facts from user_action where action = $1 and user_id = $2 order by id limit 1",
    [createSharedView.path, ann.id],
  );
  expect(rows[0].facts).toMatchObject({ recording_id: recording, patient_key: expect.any(Number) });
  await world.pool.query("delete from app_user where id = $1", [ann.id]);
  expect(await open(ben.token, key)).toEqual({ ...seen, made_by: "Unknown" });
  const hashed = await world.pool.query("select 1 from shared_view where key_hash = $1 or content::text like $2", [
    key,
    `%${key}%`,
  ]);
  expect(hashed.rows).toEqual([]);
});

it("is told of and taken back by its maker alone, of a recording that they see", async () => {
  const [ann, ben] = [await someone(), await someone()];
  const [first, second, theirs] = [await make(ann.token), await make(ann.token), await make(ben.token)];
  const linksOf = async ({ token }: { token: string }, data_object_id = recording) =>
    (await world.answer(getOwnLinks, { data_object_id }, { token })).links;
  const withdraw = ({ token }: { token: string }, ids: number[], data_object_id = recording) =>
    world.answer(withdrawLinks, { data_object_id, ids }, { token });
  const own = await linksOf(ann);
  const times = { made_at: expect.any(Number), expires_at: expect.any(Number) };
  const each = { id: expect.any(Number), name: "Seizure", ...times };
  expect(own).toEqual([each, each]);
  expect(own[0].id).toBeGreaterThan(own[1].id);
  expect(JSON.stringify(own)).not.toContain(first.key);

  // Another's, of the same recording, by its id.
  expect(await withdraw(ben, [own[1].id])).toEqual({ ids: [] });
  await open(ben.token, first.key);
  expect(await withdraw(ann, [own[1].id, 2_000_000_000])).toEqual({ ids: [own[1].id] });
  expect((await refusal(getSharedView, { data_object_id: recording, key: first.key }, ben.token))[0]).toBe(404);
  expect((await refusal(getSharedView, { data_object_id: recording, key: first.key }, ann.token))[0]).toBe(404);
  await open(ben.token, second.key);
  expect(await linksOf(ann)).toEqual([own[0]]);
  expect(await linksOf(ben)).toHaveLength(1);
  await open(ann.token, theirs.key);
  const { rows } = await world.pool.query(
    "select facts from user_action where action = $1 and user_id = $2 order by id desc limit 1",
    [withdrawLinks.path, ann.id],
  );
  expect(rows[0].facts).toMatchObject({ recording_id: recording, patient_key: expect.any(Number), links: 1 });

  // One that has ended is none; what they do not see any more is not told of.
  await world.pool.query("update shared_view set expires_at = now() where id = $1", [own[0].id]);
  expect(await linksOf(ann)).toEqual([]);
  await setScope(world.pool, ben.id, { projectIds: [], siteIds: [] });
  const notSeen = [404, { errorMessage: text.notFound.recording, code: "recording_not_found" }];
  for (const data_object_id of [recording, other]) {
    expect(await refusal(getOwnLinks, { data_object_id }, ben.token)).toEqual(notSeen);
    expect(await refusal(withdrawLinks, { data_object_id, ids: [1] }, ben.token)).toEqual(notSeen);
  }
  await setPermissions(world.pool, ann.id, []);
  expect((await world.call(getOwnLinks, { data_object_id: recording }, { token: ann.token })).status).toBe(403);
  expect((await world.call(withdrawLinks, { data_object_id: recording, ids: [1] }, { token: ann.token })).status).toBe(
    403,
  );
});

it("says the same of every link that does not open, and nothing of what is behind it", async () => {
  const [ann, ben] = [await someone(), await someone()];
  const { key } = await make(ann.token);
  const wanted = { data_object_id: recording, key };
  const notThere = [404, { errorMessage: refused.notFound, code: "shared_view_not_found" }];
  const says = async (call: unknown, token = ben.token) =>
    expect([call, ...(await refusal(getSharedView, call, token))]).toEqual([call, ...notThere]);
  for (const unknown of ["", "x", "A".repeat(22), key.slice(1), `${key} `, "' or 1=1 --"])
    await says({ ...wanted, key: unknown });
  await says({ ...wanted, data_object_id: other });
  await says({ ...wanted, data_object_id: 2_000_000_000 });
  await says(wanted, (await someone({ projectIds: scope.projectIds, siteIds: [] })).token);
  await says(wanted, (await someone({ projectIds: [], siteIds: scope.siteIds })).token);
  const workspaceId = await addWorkspace(world.pool);
  const stranger = await addUser(world.pool, { workspaceId, permissions: ["visualize_data"], ...scope });
  await says(wanted, await addToken(world.pool, stranger));
  // What was taken away a moment ago.
  await setScope(world.pool, ben.id, { projectIds: [], siteIds: [] });
  await says(wanted);
  await setScope(world.pool, ben.id, scope);
  await open(ben.token, key);
  await world.pool.query("update recording set superseded_at = now() where id = $1", [recording]);
  await says(wanted);
  await world.pool.query("update recording set superseded_at = null where id = $1", [recording]);
  await setPermissions(world.pool, ben.roleId, ["access_data_visualize"]);
  expect((await world.call(getSharedView, wanted, { token: ben.token })).status).toBe(403);
  await world.pool.query("update shared_view set expires_at = now() where made_by = $1", [ann.id]);
  await says(wanted, ann.token);
});

it("is made of recordings that its maker sees alone", async () => {
  const ann = await someone();
  const notThere = [404, { errorMessage: text.notFound.recording, code: "recording_not_found" }];
  for (const data_object_id of [other, 2_000_000_000])
    expect(await refusal(createSharedView, { ...body, data_object_id }, ann.token)).toEqual(notThere);
  const stranger = await someone({ projectIds: [], siteIds: [] });
  expect(await refusal(createSharedView, body, stranger.token)).toEqual(notThere);
  const { rows } = await world.pool.query("select 1 from shared_view where made_by = any($1)", [[ann.id, stranger.id]]);
  expect(rows).toEqual([]);
});

it("takes what is a display alone, and keeps what a later version may know", async () => {
  const ann = await someone();
  const { display } = body;
  const [area, more] = display.areas;
  const withProps = (props: unknown) => ({ display: { ...display, areas: [{ ...area, props }, more] } });
  const script = {
    ...withProps({ title: "<script>alert(1)</script>", channels: ["x".repeat(20_000)], rec: [999_999] }),
  };
  const kept = await make(ann.token, script);
  expect((await open(ann.token, kept.key)).display).toEqual(script.display);
  for (const over of [
    { display: { ...display, areas: [area, area] } },
    { display: { ...display, areas: [] } },
    { display: { ...display, more: 1 } },
    { display: { ...display, name: "" } },
    { display: { ...display, name: "two\nlines" } },
    { display: { ...display, areas: [{ ...area, componentId: "No kind" }, more] } },
    withProps([]),
    withProps({ text: "a\u0000b" }),
    withProps({ text: "\ud800" }),
    { active: "c" },
    { active: undefined },
    { spans: [{ area: "c", start_ms: 0, end_ms: 1 }] },
    { spans: [{ area: "a", start_ms: 1, end_ms: 1 }] },
    { spans: [{ area: "a", start_ms: 0, end_ms: 1e300 }] },
    { spans: [...body.spans, ...body.spans] },
    { spans: Array.from({ length: 17 }, () => body.spans[0]) },
    { data_object_id: "1" },
  ])
    expect([over, (await refusal(createSharedView, { ...body, ...over }, ann.token))[0]]).toEqual([over, 400]);
  const torn = { ...body, display: { ...display, cssGridTemplate: '"a b" "b a"' } };
  expect(await refusal(createSharedView, torn, ann.token)).toEqual([
    400,
    { errorMessage: displaysText.refused.gridAreas, code: "bad_shared_view" },
  ]);
  const large = { ...body, ...withProps({ long: "x".repeat(sharedViewLimits.bytes) }) };
  expect(await refusal(createSharedView, large, ann.token)).toEqual([
    413,
    { errorMessage: refused.tooLarge(128), code: "shared_view_too_large" },
  ]);
  const raw = (props: string) => JSON.stringify({ ...body, ...withProps("PROPS") }).replace('"PROPS"', props);
  expect(
    (await refusal(createSharedView, raw(`{"deep":${"[".repeat(50_000)}${"]".repeat(50_000)}}`), ann.token))[0],
  ).toBe(400);
  expect((await refusal(createSharedView, raw(`{"__proto__":{"isAdmin":true}}`), ann.token))[0]).toBe(400);
  expect((await refusal(createSharedView, raw(`{"long":"${"x".repeat(10 * 1024 * 1024)}"}`), ann.token))[0]).toBe(413);
});

it("lets the oldest go where one person makes too many, those that ended, and floods be told so", async () => {
  const [ann, ben] = [await someone(), await someone()];
  const [first, second, theirs] = [await make(ann.token), await make(ann.token), await make(ben.token)];
  const more = (count: number, ends: string) =>
    world.pool.query(
      `insert into shared_view (key_hash, workspace_id, recording_id, made_by, content, expires_at)
       select $4 || g, workspace_id, recording_id, made_by, content, now() + $3::interval
       from shared_view, generate_series(1, $2) g where id = (select min(id) from shared_view where made_by = $1)`,
      [ann.id, count, ends, `made ${ends} `],
    );
  await more(sharedViewLimits.perPerson - 2, "1 day");
  await more(3, "-1 second");
  const last = await make(ann.token);
  const count = async () =>
    Number((await world.pool.query("select count(*) from shared_view where made_by = $1", [ann.id])).rows[0].count);
  expect(await count()).toBe(sharedViewLimits.perPerson);
  expect((await refusal(getSharedView, { data_object_id: recording, key: first.key }, ann.token))[0]).toBe(404);
  for (const { key } of [second, last, theirs]) expect((await open(ann.token, key)).active).toBe("b");
  const answers = await Promise.all(
    Array.from({ length: 80 }, () => world.call(createSharedView, body, { token: ben.token })),
  );
  expect(answers.some(({ status }) => status === 429)).toBe(true);
  expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
  await world.pool.query("delete from recording where id = $1", [recording]);
  expect(await count()).toBe(0);
});
