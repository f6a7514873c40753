/** Who may see a recording: every call about recordings and the data query socket, for everybody who may not. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { io } from "socket.io-client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { logOut, updateTokenExpireTime } from "../../../src/protocol/accounts.ts";
import { deleteUsers, modifyUser } from "../../../src/protocol/admin.ts";
import { isPageFailure, type RenderModalities, socketPath } from "../../../src/protocol/pages.ts";
import { permissionNames } from "../../../src/protocol/permissions.ts";
import type { RecordingDetail } from "../../../src/protocol/recordings.ts";
import { getFileAnnotations, getRecording, getRecordings } from "../../../src/protocol/routes.ts";
import { accountText } from "../../../src/protocol/text/account-text.ts";
import { importRecording } from "../../../src/server/ingest/import-job.ts";
import type { Place } from "../../../src/server/patients/index.ts";
import {
  addProject,
  addSite,
  addToken,
  addUser,
  addWorkspace,
  answerAs,
  callAs,
  defaultPlace,
  setPermissions,
  setScope,
  signIn,
  type TestUser,
  withDatabase,
} from "../../support/accounts.ts";
import { type RunningServer, startServer } from "../../support/server.ts";
import { blockReader } from "../ingest/import-fixtures.ts";
import { type Client, connect, requestFor } from "../pages/page-world.ts";

const { refused } = accountText;
const unknownId = 999_999;
const gone = { status: 404, text: "This recording does not exist." };

let server: RunningServer;
let dataDir: string;
let place: Place;
let elsewhere: Place;
/** A recording in the viewer's project and site, one in another project, one at another site, one of another workspace. */
let own: number;
let foreign: Record<"project" | "site" | "workspace", number>;
let viewer: TestUser;
let stranger: TestUser;
let token: string;
let recording: RecordingDetail;
let adminToken: string;
const clients: Client[] = [];

const sql = <T>(work: Parameters<typeof withDatabase<T>>[1]) => withDatabase(dataDir, work);

async function importTo(db: NodePgDatabase, to: Place, patientId: string): Promise<number> {
  const reader = blockReader([{ ms: 0, count: 5000 }], { annotations: 2 });
  const source = { kind: "reader", reader, name: "made.edf" } as const;
  return importRecording({ source, db, dataDir, timezone: "UTC", place: to, patientId });
}

const viewing = ["access_data_visualize", "visualize_data"] as const;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "connect-access-"));
  await sql(async (pool, db) => {
    place = await defaultPlace(db);
    const { workspaceId } = place;
    const other = await addWorkspace(pool);
    elsewhere = { workspaceId: other, projectId: await addProject(pool, other), siteId: await addSite(pool, other) };
    own = await importTo(db, place, "A-1");
    foreign = {
      project: await importTo(db, { ...place, projectId: await addProject(pool, workspaceId) }, "A-1"),
      site: await importTo(db, { ...place, siteId: await addSite(pool, workspaceId) }, "A-1"),
      workspace: await importTo(db, elsewhere, "A-1"),
    };
    stranger = await addUser(pool, {
      workspaceId: other,
      permissions: viewing,
      projectIds: [elsewhere.projectId],
      siteIds: [elsewhere.siteId],
    });
  });
  server = await startServer({ dataDir });
  adminToken = (await signIn(server.url)).token;
});
beforeEach(async () => {
  await sql(async (pool) => {
    viewer = await addUser(pool, {
      workspaceId: place.workspaceId,
      permissions: viewing,
      projectIds: [place.projectId],
      siteIds: [place.siteId],
    });
    token = await addToken(pool, viewer);
  });
  recording = await answerAs(server.url, token, getRecording, { data_object_id: own });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(async () => {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const calls = [
  { route: getRecordings, body: () => ({}), needs: "access_data_visualize" },
  { route: getRecording, body: () => ({ data_object_id: own }), needs: "visualize_data" },
  { route: getFileAnnotations, body: () => ({ data_object_id: own }), needs: "visualize_data" },
] as const;
const call = async (who: string | null, { route, body }: (typeof calls)[number], workspaceId?: number) => {
  const { status, text } = await callAs(server.url, who, route, body(), workspaceId);
  return { status, text };
};

describe.each(calls)("$route.path", (one) => {
  it("answers who is signed in and may", async () => {
    expect((await call(token, one)).status).toBe(200);
    expect((await call(`Bearer ${token}`, one, place.workspaceId)).status).toBe(200);
  });

  it("refuses who has no session", async () => {
    expect(await call(null, one)).toEqual({ status: 401, text: refused.noToken });
    const [expired, link] = await sql(async (pool) => [
      await addToken(pool, viewer, { lifeMs: -1 }),
      await addToken(pool, viewer, { purpose: "reset_password" }),
    ]);
    for (const bad of ["nonsense", expired])
      expect(await call(bad, one)).toEqual({ status: 401, text: refused.badToken });
    expect(await call(link, one)).toEqual({ status: 403, text: refused.noPermission });
  });

  it("refuses a session of another workspace", async () => {
    expect(await call(token, one, elsewhere.workspaceId)).toEqual({ status: 403, text: refused.otherWorkspace });
    expect((await call(token, one, unknownId)).status).toBe(404);
  });

  it("refuses who lacks the permission, at once", async () => {
    const others = viewing.filter((name) => name !== one.needs);
    await sql((pool) => setPermissions(pool, viewer.roleId, [...others, "upload_data"]));
    expect(await call(token, one)).toEqual({ status: 403, text: refused.noPermission });
    await sql((pool) => setPermissions(pool, viewer.roleId, [one.needs]));
    expect((await call(token, one)).status).toBe(200);
  });
});

describe("recordings of others", () => {
  it("are not listed", async () => {
    const idsFor = async (who: string) =>
      (await answerAs(server.url, who, getRecordings, {})).recordings.map(({ data_object_id }) => data_object_id);
    expect(await idsFor(token)).toEqual([own]);
    expect(await idsFor((await signIn(server.url, stranger)).token)).toEqual([foreign.workspace]);
    await sql((pool) => setScope(pool, viewer.id, { projectIds: [place.projectId], siteIds: [] }));
    expect(await idsFor(token)).toEqual([]);
  });

  it("say where their patient belongs to whoever sees them", () => {
    expect(recording).toMatchObject({
      patient_id: "A-1",
      project_identifier: "DEMO-1",
      site_identifier: "DEMO",
      site_name: "Demonstration Hospital",
    });
    expect(recording.patient_key).toBeGreaterThan(0);
  });

  it("are as recordings that do not exist", async () => {
    for (const id of [...Object.values(foreign), unknownId])
      for (const route of [getRecording, getFileAnnotations])
        expect(await callAs(server.url, token, route, { data_object_id: id })).toMatchObject(gone);
  });

  it("stay unknown to who holds every permission but is not of that project or site", async () => {
    await sql((pool) => setPermissions(pool, viewer.roleId, permissionNames));
    for (const id of Object.values(foreign))
      expect(await callAs(server.url, token, getRecording, { data_object_id: id })).toMatchObject(gone);
    expect((await callAs(server.url, token, getRecording, { data_object_id: own })).status).toBe(200);
  });

  it("are seen as soon as project and site are the user's, and no longer than that", async () => {
    const ask = async () => (await callAs(server.url, token, getRecording, { data_object_id: own })).status;
    await sql((pool) => setScope(pool, viewer.id, { projectIds: [], siteIds: [place.siteId] }));
    expect(await ask()).toBe(404);
    await sql((pool) => setScope(pool, viewer.id, { projectIds: [place.projectId], siteIds: [place.siteId] }));
    expect(await ask()).toBe(200);
  });
});

const open = async (auth: string | Record<string, unknown>): Promise<Client> => {
  const client = await connect(server.url, auth);
  clients.push(client);
  return client;
};
/** The message of the error that a handshake is refused with. */
const refusalOf = (auth: string | Record<string, unknown>): Promise<string> =>
  open(auth).then(
    () => "admitted",
    (error: Error) => error.message,
  );
const page = (changes: Partial<RenderModalities> = {}): RenderModalities => ({
  ...requestFor(recording, recording.groups[0], { first: 0, end: 1000, form: { kind: "samples" } }),
  ...changes,
});
const answerTo = async (client: Client, request: RenderModalities) => {
  const answer = await client.ask(request);
  return isPageFailure(answer) ? answer.error : "page";
};
const dropped = ({ socket }: Client) =>
  new Promise<void>((resolve) => {
    if (!socket.connected) resolve();
    socket.once("disconnect", () => resolve());
  });

describe("the data query socket", () => {
  it("admits a session that may view data", async () => {
    expect(await answerTo(await open(token), page())).toBe("page");
    expect(await answerTo(await open({ token, parent_study_id: place.workspaceId }), page())).toBe("page");
  });

  it("refuses everybody else in the handshake, by a code", async () => {
    const [expired, link, blind] = await sql(async (pool) => [
      await addToken(pool, viewer, { lifeMs: -1 }),
      await addToken(pool, viewer, { purpose: "reset_password" }),
      await addToken(
        pool,
        await addUser(pool, { workspaceId: place.workspaceId, permissions: ["access_data_visualize", "upload_data"] }),
      ),
    ]);
    for (const nothing of [{}, { token: "" }, { token: null }, { token: ["x"] }, { token: "x".repeat(1000) }])
      expect(await refusalOf(nothing)).toBe("no_token");
    for (const bad of ["nonsense", expired, link]) expect(await refusalOf(bad)).toBe("bad_token");
    expect(await refusalOf({ token, parent_study_id: elsewhere.workspaceId })).toBe("other_workspace");
    expect(await refusalOf(blind)).toBe("no_permission");
  });

  it("keeps nobody connected outside of its namespace", async () => {
    const socket = io(server.url, { path: socketPath, transports: ["websocket"], reconnection: false });
    const said = await new Promise((resolve) => {
      socket.once("connect", () => resolve("connected"));
      socket.once("connect_error", ({ message }) => resolve(message));
    });
    socket.close();
    expect(said).toBe("no_token");
  });

  it("answers for a recording out of scope as for one that does not exist", async () => {
    const client = await open(token);
    const of = (id: number) =>
      page({ data_object_id: id, modality_sources: [{ modality: "EEG", data_object_id: id }] });
    const unknown = await answerTo(client, of(unknownId));
    expect(unknown).toEqual({ code: "unknown_recording", message: "This patient has no such recording." });
    for (const id of Object.values(foreign)) {
      expect(await answerTo(client, of(id))).toEqual(unknown);
      const mixed = page({ modality_sources: [...page().modality_sources, { modality: "EEG", data_object_id: id }] });
      expect(await answerTo(client, mixed)).toEqual(unknown);
    }
    expect(await answerTo(client, page())).toBe("page");
  });

  it("is dropped when its session logs out, and no other is", async () => {
    const other = await sql((pool) => addToken(pool, viewer));
    const [client, second] = [await open(token), await open(other)];
    const isOver = dropped(client);
    expect((await callAs(server.url, token, logOut, {})).status).toBe(200);
    await isOver;
    expect(await refusalOf(token)).toBe("bad_token");
    expect(await answerTo(second, page())).toBe("page");
  });

  it("is dropped when the account is deleted", async () => {
    const client = await open(token);
    const isOver = dropped(client);
    await answerAs(server.url, adminToken, deleteUsers, { user_ids: [viewer.id] });
    await isOver;
    expect(await refusalOf(token)).toBe("bad_token");
  });

  it("is dropped when its token expires, unless it was renewed", async () => {
    // The renewed one would have ended first.
    const [brief, renewed] = await sql(async (pool) => [
      await addToken(pool, viewer, { lifeMs: 5000 }),
      await addToken(pool, viewer, { lifeMs: 4500 }),
    ]);
    const [first, second] = [await open(brief), await open(renewed)];
    await answerAs(server.url, renewed, updateTokenExpireTime, {});
    await dropped(first);
    expect(second.socket.connected).toBe(true);
    expect(await answerTo(second, page())).toBe("page");
  });

  it("shows what the user may see now, while it stays connected", async () => {
    const client = await open(token);
    expect(await answerTo(client, page())).toBe("page");
    const otherSite = await sql((pool) => addSite(pool, place.workspaceId));
    const moveTo = (site: number) =>
      answerAs(server.url, adminToken, modifyUser, {
        user_id: viewer.id,
        site_ids: [site],
        role_ids: [viewer.roleId],
        project_ids: [place.projectId],
      });
    await moveTo(otherSite);
    await expect.poll(() => answerTo(client, page())).toMatchObject({ code: "unknown_recording" });
    await moveTo(place.siteId);
    await expect.poll(() => answerTo(client, page())).toBe("page");
    expect(client.socket.connected).toBe(true);
  });

  it("is dropped when the permission goes", async () => {
    const client = await open(token);
    const isOver = dropped(client);
    const blind = await sql((pool) =>
      addUser(pool, { workspaceId: place.workspaceId, permissions: ["access_data_visualize"] }),
    );
    await answerAs(server.url, adminToken, modifyUser, {
      user_id: viewer.id,
      site_ids: [place.siteId],
      role_ids: [blind.roleId],
      project_ids: [place.projectId],
    });
    await isOver;
    expect(await refusalOf(token)).toBe("no_permission");
  });
});

it("adopts recordings made before accounts existed, for the first project and site", async () => {
  await sql(async (pool) => {
    await pool.query("update recording set patient_key = null, patient_id = 'OLD-1' where id = $1", [own]);
  });
  expect(await callAs(server.url, token, getRecording, { data_object_id: own })).toMatchObject(gone);
  await server.restart();
  expect(await answerAs(server.url, token, getRecording, { data_object_id: own })).toMatchObject({
    patient_id: "OLD-1",
    project_identifier: "DEMO-1",
    site_identifier: "DEMO",
  });
});
