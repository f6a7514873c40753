/** What was on the screen of a recording: who may add to it and see it, and what is made of what comes. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { addCoverage, type CoverageRow, getCoverage } from "../../../src/protocol/coverage.ts";
import { addProject, addSite, addToken, addUser, addWorkspace } from "../../support/accounts.ts";
import { makeWorld, type World } from "../accounts/accounts-world.ts";

let world: World;
let scope: { projectIds: number[]; siteIds: number[] };
let recording: number;
let other: number;

/** Somebody of the workspace; by default of the patient's project and site. */
async function someone(places: { projectIds: number[]; siteIds: number[] } = scope) {
  const user = await addUser(world.pool, {
    workspaceId: world.workspaceId,
    permissions: ["visualize_data"],
    ...places,
  });
  return { ...user, token: await addToken(world.pool, user) };
}
const row = (spans: number[], over: Partial<CoverageRow> = {}): CoverageRow => ({
  ...{ page: 15 as const, depth: "reviewed" as const },
  spans,
  ...over,
});
const add = (token: string, seen: unknown, data_object_id = recording) =>
  world.call(addCoverage, { data_object_id, seen }, { token });
const read = async (token: string) =>
  (await world.answer(getCoverage, { data_object_id: recording }, { token })).people;

beforeAll(async () => {
  world = await makeWorld();
  const { pool, workspaceId } = world;
  const make = async (workspace: number, project: number, site: number) => {
    const { rows } = await pool.query<{ id: number }>(
      `with made as (insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, 'made') returning id)
       insert into recording (patient_key, patient_id, obj_name, obj_type, state, start_ms, end_ms, is_start_known, timezone,
         channel_count, size_bytes, annotation_count, groups)
       select id, 'p', 'night', 'EDF', 'ready', 1000, 61500, true, 'Europe/Berlin', 1, 1000, 0, '[]' from made returning id`,
      [workspace, project, site],
    );
    return rows[0].id;
  };
  const [project, site] = [await addProject(pool, workspaceId), await addSite(pool, workspaceId)];
  scope = { projectIds: [project], siteIds: [site] };
  recording = await make(workspaceId, project, site);
  const workspace = await addWorkspace(pool);
  other = await make(workspace, await addProject(pool, workspace), await addSite(pool, workspace));
}, 120_000);
afterAll(() => world?.close());

it("joins what comes, in any order and any number of times, and shows it by name to whoever sees the recording", async () => {
  const [ann, ben] = [await someone(), await someone()];
  for (const spans of [
    [10, 20],
    [0, 5],
    [18, 30],
    [10, 20],
  ])
    expect((await add(ann.token, [row(spans)])).status).toBe(200);
  await add(ann.token, [row([40, 41], { page: 0, depth: "skimmed" })]);
  // Two tabs at once.
  await Promise.all([add(ann.token, [row([5, 8])]), add(ann.token, [row([50, 55])])]);
  const seen = [row([0, 8, 10, 30, 50, 55]), row([40, 41], { page: 0, depth: "skimmed" })];
  const person = { full_name: "Test User", is_own: true, at: expect.any(Number), seen };
  expect(await read(ann.token)).toEqual([person]);
  expect(await read(ben.token)).toEqual([{ ...person, is_own: false }]);
  // Beyond the recording there is nothing to see; one's own comes first.
  await add(ben.token, [row([55, 2_000_000_000])]);
  expect(await read(ben.token)).toEqual([
    { ...person, seen: [row([55, 60])] },
    { ...person, is_own: false },
  ]);
});

it("does not exist for who does not see the recording", async () => {
  const ann = await someone();
  const far = await someone({ projectIds: scope.projectIds, siteIds: [] });
  const foreign = await someone({ projectIds: [], siteIds: scope.siteIds });
  for (const [token, id] of [
    [ann.token, other],
    [ann.token, 2_000_000_000],
    [far.token, recording],
    [foreign.token, recording],
  ] as const)
    for (const { status, text } of [
      await add(token, [row([0, 5])], id),
      await world.call(getCoverage, { data_object_id: id }, { token }),
    ]) {
      expect(status).toBe(404);
      expect(JSON.parse(text)).toMatchObject({ code: "recording_not_found" });
    }
  const { rows } = await world.pool.query("select 1 from coverage where user_id = any($1)", [[far.id, foreign.id]]);
  expect(rows).toEqual([]);
});

it("refuses what is no span, and keeps bounds", async () => {
  const ann = await someone();
  const million = Array.from({ length: 2_000_000 }, (_, k) => k);
  for (const spans of [[1], [5, 5], [5, 4], [-5, 4], [0.5, 4], [null, 4], [1e300, 1e301], ["0", "4"], million])
    expect((await add(ann.token, [row(spans as number[])])).status, String(spans).slice(0, 20)).toBeGreaterThanOrEqual(
      400,
    );
  for (const seen of [
    null,
    "x",
    [{ page: 16, depth: "reviewed", spans: [] }],
    [{ ...row([0, 1]), user_id: 1 }],
    Array(9).fill(row([])),
  ])
    expect((await add(ann.token, seen)).status).toBeGreaterThanOrEqual(400);
  const mine = async () => (await read(ann.token)).filter(({ is_own }) => is_own);
  expect(await mine()).toEqual([]);
  await world.pool.query("update recording set end_ms = 100000000 where id = $1", [recording]);
  const points = Array.from({ length: 4000 }, (_, k) => [4 * k, 4 * k + 1]).flat();
  await add(ann.token, [row([0, 1])]);
  const [{ seen: first }] = await mine();
  const key = `${first[0].page} ${first[0].depth}`;
  await world.pool.query("update coverage set seen = $1 where recording_id = $2", [{ [key]: points }, recording]);
  await add(ann.token, [row([90_000, 90_009])]);
  const [{ seen }] = await mine();
  expect(seen[0].spans).toHaveLength(8000);
  expect(seen[0].spans.slice(-2)).toEqual([90_000, 90_009]);
});

it("holds up who calls without end", async () => {
  const ann = await someone();
  const statuses = await Promise.all(Array.from({ length: 80 }, async () => (await add(ann.token, [])).status));
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
});
