/** Recordings that many users read at once: one statement for all of them, and to each what is theirs. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import type { Place } from "../../../src/server/patients/index.ts";
import { openRecordings, type RecordingStore, type UserScope } from "../../../src/server/recordings/index.ts";
import {
  addProject,
  addSite,
  addUser,
  addWorkspace,
  defaultPlace,
  openTestDatabase,
  setScope,
} from "../../support/accounts.ts";
import { startServer } from "../../support/server.ts";
import { blockReader } from "../ingest/import-fixtures.ts";

const dataDir = mkdtempSync(join(tmpdir(), "connect-scoped-"));
let database: Awaited<ReturnType<typeof openTestDatabase>>;
let store: RecordingStore;
let place: Place;
let other: Place;
let ids: { here: number; there: number };

beforeAll(async () => {
  const server = await startServer({ dataDir });
  await server.stop();
  database = await openTestDatabase(dataDir);
  const { drizzle: db, pool } = database;
  place = await defaultPlace(db);
  other = { ...place, projectId: await addProject(pool, place.workspaceId) };
  const importTo = (to: Place, patientId: string) => {
    const source = { kind: "reader", reader: blockReader([{ ms: 0, count: 500 }]), name: "m.edf" } as const;
    return importRecording({ source, db, dataDir, timezone: "UTC", place: to, patientId });
  };
  ids = { here: await importTo(place, "S-1"), there: await importTo(other, "S-2") };
  store = openRecordings({ db, dataDir });
}, 180_000);
afterAll(async () => {
  store?.close();
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A user of these projects, and of the site of the recordings unless another is named. */
async function reader(projectIds: number[], siteIds = [place.siteId]): Promise<UserScope & { roleId: number }> {
  const { workspaceId } = place;
  const { id, roleId } = await addUser(database.pool, { workspaceId, permissions: [], projectIds, siteIds });
  return { workspaceId, userId: id, roleId };
}
const found = async (id: number, scope: UserScope) => (await store.get(id, scope))?.data_object_id ?? null;

it("answers each with what is theirs, however many ask at once", async () => {
  const { pool } = database;
  const [ofHere, ofThere] = [await reader([place.projectId]), await reader([other.projectId])];
  const ofBoth = await reader([place.projectId, other.projectId]);
  const elsewhere = await reader([place.projectId], [await addSite(pool, place.workspaceId)]);
  // The same account, as if it were of another workspace.
  const foreign = { ...ofBoth, workspaceId: await addWorkspace(pool) };
  const { here, there } = ids;
  const cases: [UserScope, number, number | null][] = [
    [ofHere, here, here],
    [ofHere, there, null],
    [ofThere, here, null],
    [ofThere, there, there],
    [ofBoth, here, here],
    [ofBoth, there, there],
    [elsewhere, here, null],
    [foreign, here, null],
    [ofBoth, 999_999, null],
  ];
  const query = vi.spyOn(pool, "query");
  const first = found(here, ofHere);
  const answers = await Promise.all(
    [...cases, ...cases].map(async ([scope, id, expected]) => [await found(id, scope), expected]),
  );
  expect(await first).toBe(here);
  for (const [answer, expected] of answers) expect(answer).toBe(expected);
  expect(query).toHaveBeenCalledTimes(2);
  query.mockRestore();
});

it("sees what changed before somebody asked, while others' reads are under way", async () => {
  const [first, second] = [await reader([place.projectId]), await reader([place.projectId])];
  expect(await found(ids.here, second)).toBe(ids.here);
  const underWay = found(ids.here, first);
  await setScope(database.pool, second.userId, { projectIds: [other.projectId], siteIds: [place.siteId] });
  expect(await found(ids.here, second)).toBeNull();
  expect(await underWay).toBe(ids.here);
});
