/** The reserved space with recordings in the data folder: who may, how much, and what is open in a review. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { modifyUser } from "../../../src/protocol/admin.ts";
import type { Permission } from "../../../src/protocol/permissions.ts";
import { getInventory, getQueue, type PrefetchInventory, unload } from "../../../src/protocol/prefetch.ts";
import { prefetchText } from "../../../src/protocol/text/prefetch-text.ts";
import type { Place } from "../../../src/server/patients/index.ts";
import { dropNodes, touchNode, writeCopies } from "../../../src/server/prefetch/rows.ts";
import {
  addProject,
  addSite,
  addToken,
  addUser,
  addWorkspace,
  answerAs,
  callAs,
  defaultPlace,
  setScope,
  signIn,
  type TestUser,
  withDatabase,
} from "../../support/accounts.ts";
import { isOnPostgres } from "../../support/postgres.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { bytesBelow, importSmall, type PrefetchClient, prefetchClient } from "./prefetch-world.ts";

const viewing: readonly Permission[] = ["access_data_visualize", "visualize_data"];
const unknownId = 999_999;
const soon = { timeout: 10_000 };

let server: RunningServer;
let dataDir: string;
let place: Place;
let elsewhere: Place;
let otherProject: number;
/** Recordings that the viewer sees. */
let first: number;
let second: number;
let foreign: Record<"project" | "site" | "workspace", number>;
let viewer: TestUser;
/** Sees the foreign project of the same workspace. */
let neighbour: TestUser;
let token: string;
let neighbourToken: string;
let strangerToken: string;
const clients: PrefetchClient[] = [];

const sql = <T>(work: Parameters<typeof withDatabase<T>>[1]) => withDatabase(dataDir, work);
const sizeOf = (id: number) => bytesBelow(join(dataDir, "recordings", String(id)));
const importTo = (db: NodePgDatabase, to: Place, patientId: string) =>
  importSmall({ db, dataDir, place: to, patientId });

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "connect-prefetch-"));
  await sql(async (pool, db) => {
    place = await defaultPlace(db);
    const { workspaceId } = place;
    const other = await addWorkspace(pool);
    elsewhere = { workspaceId: other, projectId: await addProject(pool, other), siteId: await addSite(pool, other) };
    otherProject = await addProject(pool, workspaceId);
    first = await importTo(db, place, "A-1");
    second = await importTo(db, place, "A-2");
    foreign = {
      project: await importTo(db, { ...place, projectId: otherProject }, "A-1"),
      site: await importTo(db, { ...place, siteId: await addSite(pool, workspaceId) }, "A-1"),
      workspace: await importTo(db, elsewhere, "A-1"),
    };
    const { projectId, siteId } = elsewhere;
    const stranger = { workspaceId: other, permissions: viewing, projectIds: [projectId], siteIds: [siteId] };
    strangerToken = await addToken(pool, await addUser(pool, stranger), { lifeMs: 600_000 });
  });
  const PRELOAD_BYTES = String(sizeOf(first) + sizeOf(second));
  server = await startServer({ dataDir, env: { PRELOAD_BYTES } });
});
beforeEach(() =>
  sql(async (pool) => {
    const common = { workspaceId: place.workspaceId, permissions: viewing, siteIds: [place.siteId] };
    viewer = await addUser(pool, { ...common, projectIds: [place.projectId] });
    neighbour = await addUser(pool, { ...common, projectIds: [otherProject] });
    [token, neighbourToken] = [await addToken(pool, viewer), await addToken(pool, neighbour)];
  }),
);
afterEach(async () => {
  for (const client of clients.splice(0)) await client.leave();
  await sql((pool) => pool.query("delete from prefetch"));
});
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(who: string | Record<string, unknown> = token): Promise<PrefetchClient> {
  const client = await prefetchClient(server.url, who);
  clients.push(client);
  return client;
}
const inventory = (who = token): Promise<PrefetchInventory> => answerAs(server.url, who, getInventory, {});
const idsOf = async (who = token) => (await inventory(who)).directories.map((one) => one.data_object_id);
const isHeld = async (id: number) =>
  (await inventory()).directories.find((one) => one.data_object_id === id)?.disabled ?? null;
const actions = (user: TestUser) =>
  sql(
    async (pool) =>
      (
        await pool.query(
          "select permission, action, facts from user_action where user_id = $1 and kind = 'change' order by id",
          [user.id],
        )
      ).rows,
  );

describe("a reservation", () => {
  it("is made by opening a review, and told until it is complete", async () => {
    const client = await open();
    const size = sizeOf(first);
    expect(await client.want(first, "mine")).toEqual({ kind: "accepted", size });
    const finished = { finished: true, percentage: 100, waiting: false, prefetched_size: size, error: null };
    await expect.poll(() => client.last("mine"), soon).toEqual({ prefetch_id: "mine", ...finished });
    expect(await inventory()).toEqual({
      directories: [
        {
          ...{ site: "Demonstration Hospital", patient_id: "A-1", name: "A-1.edf", size, data_object_id: first },
          ...{ in_queue_order: 0, patients_ahead: 0, percent_loaded: 100, disabled: true, error: null },
        },
      ],
      ...{ current_size: size, unseen_size: 0, max_total_size: sizeOf(first) + sizeOf(second) },
    });
    const queue = await answerAs(server.url, token, getQueue, { study_id: place.projectId });
    expect(queue).toEqual({ directories: [] });
    const facts = { data_object_id: first };
    expect(await actions(viewer)).toEqual([{ permission: "visualize_data", action: "/prefetch/prefetch_data", facts }]);
  });

  it("fits to the byte, and not with one byte more", async () => {
    const [client, max] = [await open(), sizeOf(first) + sizeOf(second)];
    await client.want(first);
    const stretch = (by: number) =>
      sql((pool) =>
        pool.query("update prefetch set size_bytes = size_bytes + $2 where recording_id = $1", [first, by]),
      );
    await stretch(1);
    const full = { kind: "no_space", size: sizeOf(second), current_size: sizeOf(first) + 1, max_total_size: max };
    expect(await client.want(second)).toEqual(full);
    expect(await client.want(first, "again")).toMatchObject({ kind: "accepted" }); // it is there already
    expect(await idsOf()).toEqual([first]);
    await stretch(-1);
    expect(await client.want(second)).toEqual({ kind: "accepted", size: sizeOf(second) });
    expect(await inventory()).toMatchObject({ current_size: max });
  });

  it("takes the last space once, whoever asks at the same time", async () => {
    const [one, two] = [await open(), await open()];
    await sql((pool) =>
      pool.query(
        "insert into prefetch (recording_id, workspace_id, size_bytes) select id, $2, 1 from recording where id = $1",
        [foreign.project, place.workspaceId],
      ),
    );
    const answers = await Promise.all([one.want(first), two.want(second)]);
    expect(answers.map(({ kind }) => kind).sort()).toEqual(["accepted", "no_space"]);
    expect((await inventory()).directories).toHaveLength(1);
  });

  it("is one for all who review it, and stays when they are done", async () => {
    const [one, two] = [await open(), await open()];
    expect(await Promise.all([one.want(first), two.want(first)])).toEqual([
      { kind: "accepted", size: sizeOf(first) },
      { kind: "accepted", size: sizeOf(first) },
    ]);
    expect(await idsOf()).toEqual([first]);
    expect(await one.cancel(first)).toMatchObject({ kind: "accepted" });
    expect(await isHeld(first)).toBe(true);
    expect(await two.cancel(first)).toMatchObject({ kind: "accepted" });
    await expect.poll(() => isHeld(first), soon).toBe(false);
  });

  it("is let go when its client is gone; the server's clock is told each second", async () => {
    const [client, watcher] = [await open(), await open()];
    await client.want(first);
    client.close();
    expect(await isHeld(first)).toBe(true); // a page that is loaded anew
    await expect.poll(() => isHeld(first), soon).toBe(false);
    expect(watcher.times.length).toBeGreaterThan(1);
    expect(Math.abs(Date.now() - watcher.times[0])).toBeLessThan(60_000);
  });

  it("outlasts the server", { timeout: 30_000 }, async () => {
    const client = await open();
    await client.want(first);
    client.close();
    await server.restart();
    expect(await isHeld(first)).toBe(false);
    expect(await inventory()).toMatchObject({ current_size: sizeOf(first) });
  });

  it("is said again when the database knows something else", async () => {
    const client = await open();
    await client.want(first);
    // As when it was released and reserved anew by another server before this one looked.
    const row = `(${first}, ${place.workspaceId}, ${sizeOf(first)})`;
    const again = `insert into prefetch (recording_id, workspace_id, size_bytes) values ${row}`;
    await sql((pool) => pool.query(`do $$ begin delete from prefetch; ${again}; end $$`));
    await client.want(second); // which makes the server look
    await expect.poll(() => isHeld(first), soon).toBe(true);
    await client.cancel(first);
    await expect.poll(() => isHeld(first), soon).toBe(false);
    // As when the answer to a commit was lost: nobody reviews it.
    await sql((pool) => pool.query("update prefetch_copy set is_in_review = true"));
    await client.cancel(second);
    await expect.poll(() => isHeld(first), soon).toBe(false);
  });

  it.skipIf(!isOnPostgres())("can be released while a server speaks of it for the first time", async () => {
    await sql(async (pool, db) => {
      const ids = [first, second].sort((a, b) => a - b);
      const said = (recordingId: number) => ({ recordingId, ...{ percent: 5, isLoading: false, failure: null } });
      const speak = (some: number[]) =>
        writeCopies(
          db,
          "other",
          some.map((id) => ({ ...said(id), isInReview: false })),
        );
      const reserved = "insert into prefetch (recording_id, workspace_id, size_bytes) select unnest($1::int[]), $2, 1";
      await pool.query(reserved, [ids, place.workspaceId]);
      await touchNode(db, "other");
      await speak(ids.slice(0, 1));
      const releasing = await pool.connect();
      try {
        await releasing.query("begin");
        await releasing.query("select from prefetch order by recording_id for update");
        const speaking = speak(ids).then(() => "said", String);
        const waiting =
          "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%into prefetch_copy%'";
        await expect.poll(async () => (await pool.query(waiting)).rowCount, soon).toBeGreaterThan(0);
        await releasing.query("delete from prefetch");
        await releasing.query("commit");
        expect(await speaking).toBe("said");
      } finally {
        releasing.release();
        await dropNodes(db, { node: "other" });
      }
    });
  });

  it("goes with a recording that was superseded, and tells who reviews it", async () => {
    const client = await open();
    await client.want(second, "old");
    const supersede = (when: string) =>
      sql((pool) => pool.query(`update recording set superseded_at = ${when} where id = $1`, [second]));
    await supersede("now()");
    try {
      expect(await idsOf()).toEqual([]);
      await client.want(first); // which makes the server look
      await expect
        .poll(() => client.last("old"), soon)
        .toMatchObject({ finished: false, error: prefetchText.refused.gone });
      expect(await inventory()).toMatchObject({ current_size: sizeOf(first) });
      expect(await client.want(second, "new")).toEqual({ kind: "refused", code: "not_found" });
    } finally {
      await supersede("null");
    }
  });
});

describe("unloading", () => {
  const release = (who: string, ids: readonly number[]) =>
    callAs(server.url, who, unload, { data_object_ids: ids }).then(({ status, text }) => ({ status, text }));

  it("releases files, and says so in the audit", async () => {
    const client = await open();
    await client.want(first);
    await client.cancel(first);
    await expect.poll(() => isHeld(first), soon).toBe(false);
    const after = await answerAs(server.url, token, unload, { data_object_ids: [first, unknownId] });
    expect(after).toMatchObject({ directories: [], current_size: 0 });
    expect((await actions(viewer)).at(-1)).toEqual({
      ...{ permission: "visualize_data", action: unload.path, facts: { data_object_ids: [first] } },
    });
  });

  it("is refused as a whole while one of them is open in a review", async () => {
    const [client, other] = [await open(), await open()];
    await client.want(first);
    await other.want(second);
    await client.cancel(first);
    await expect.poll(() => isHeld(first), soon).toBe(false);
    expect(await release(token, [first, second])).toEqual({ status: 409, text: prefetchText.refused.inUse("A-2.edf") });
    expect(await idsOf()).toEqual([first, second]);
  });

  it("passes over what is not the caller's", async () => {
    const client = await open(neighbourToken);
    await client.want(foreign.project);
    await client.cancel(foreign.project);
    expect((await release(token, [foreign.project])).status).toBe(200);
    expect((await release(strangerToken, [foreign.project])).status).toBe(200);
    expect(await idsOf(neighbourToken)).toEqual([foreign.project]);
    expect(await actions(viewer)).toEqual([]);
  });
});

describe("what is not the caller's", () => {
  it("cannot be asked for, as what does not exist cannot", async () => {
    const client = await open();
    for (const id of [...Object.values(foreign), unknownId])
      expect(await client.want(id)).toEqual({ kind: "refused", code: "not_found" });
    expect(await (await open(strangerToken)).want(first)).toEqual({ kind: "refused", code: "not_found" });
    expect(await inventory()).toMatchObject({ current_size: 0 });
  });

  it("counts, and is not named", async () => {
    const client = await open(neighbourToken);
    await client.want(foreign.project);
    const size = sizeOf(foreign.project);
    expect(await inventory()).toMatchObject({ directories: [], current_size: size, unseen_size: size });
    expect(await inventory(strangerToken)).toMatchObject({ current_size: 0, unseen_size: 0 });
    expect(await (await open()).want(first)).toMatchObject({ kind: "accepted" });
    expect(await (await open()).want(second)).toMatchObject({ kind: "no_space" });
  });

  it("has no queue", async () => {
    for (const study_id of [otherProject, elsewhere.projectId, unknownId])
      expect(await callAs(server.url, token, getQueue, { study_id })).toMatchObject({
        ...{ status: 404, text: prefetchText.refused.project },
      });
  });

  it("ends a review once it is no longer theirs", async () => {
    const client = await open();
    await client.want(first, "lost");
    const { token: admin } = await signIn(server.url);
    await answerAs(server.url, admin, modifyUser, {
      ...{ user_id: viewer.id, role_ids: [viewer.roleId], project_ids: [place.projectId] },
      site_ids: [await sql((pool) => addSite(pool, place.workspaceId))],
    });
    await expect
      .poll(() => client.last("lost"), soon)
      .toMatchObject({ finished: false, error: prefetchText.refused.gone });
    expect(await client.want(first, "again")).toEqual({ kind: "refused", code: "not_found" });
    await sql((pool) => setScope(pool, viewer.id, { projectIds: [place.projectId], siteIds: [place.siteId] }));
    await expect.poll(() => isHeld(first), soon).toBe(false);
  });
});

describe("the socket", () => {
  const refusalOf = (auth: string | Record<string, unknown>) =>
    open(auth).then(
      () => "admitted",
      (error: Error) => error.message,
    );

  it("admits whoever may review", async () => {
    const blind = await sql(async (pool) =>
      addToken(pool, await addUser(pool, { workspaceId: place.workspaceId, permissions: ["access_data_visualize"] })),
    );
    expect(await refusalOf({})).toBe("no_token");
    expect(await refusalOf("nonsense")).toBe("bad_token");
    expect(await refusalOf(blind)).toBe("no_permission");
    expect(await refusalOf({ token, parent_study_id: elsewhere.workspaceId })).toBe("other_workspace");
  });

  it("refuses what is no request, and goes on", async () => {
    const client = await open();
    const fine = { data_object_id: first, prefetch_id: "x", cancel: false };
    const bad = [
      ...[null, 1, "x", [], {}, { ...fine, data_object_id: "1" }, { ...fine, data_object_id: 1.5 }],
      ...[
        { ...fine, data_object_id: -1 },
        { ...fine, data_object_id: 2 ** 40 },
        { ...fine, prefetch_id: "" },
      ],
      ...[
        { ...fine, prefetch_id: "x".repeat(65) },
        { ...fine, prefetch_id: { toString: 1 } },
        { ...fine, size: "many" },
      ],
    ];
    for (const request of bad) expect(await client.say(request)).toEqual({ kind: "refused", code: "bad_request" });
    const loose = client.socket as { emit(...all: unknown[]): void };
    for (const unanswered of [[fine], [fine, "no function"], []]) loose.emit("prefetch_data", ...unanswered);
    expect(await client.say({ ...fine, size: 1e300 })).toMatchObject({ kind: "accepted" });
    // What names the request may be a number, and no cancel is none.
    const plain = { data_object_id: first, prefetch_id: 1_764_190_000_000 };
    for (const more of [{}, { cancel: null, size: null }, { cancel: true }])
      expect(await client.say({ ...plain, ...more })).toMatchObject({ kind: "accepted" });
    expect(await client.want(second, "x")).toEqual({ kind: "refused", code: "bad_request" }); // the name is taken
    expect(await client.cancel(second, "nothing")).toEqual({ kind: "accepted", size: 0 });
    for (let k = 1; k < 16; k++) expect(await client.want(first, `more-${k}`)).toMatchObject({ kind: "accepted" });
    expect(await client.want(first, "too many")).toEqual({ kind: "refused", code: "bad_request" });
    const flood = await Promise.all(Array.from({ length: 200 }, (_, k) => client.want(unknownId, `flood-${k}`)));
    expect(new Set(flood.map((answer) => answer.kind))).toEqual(new Set(["refused"]));
    // The user's rate of reservations was used up by that; it fills again.
    await expect.poll(() => client.want(first, "x")).toMatchObject({ kind: "accepted" });
  });
});
