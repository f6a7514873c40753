/** The news socket: viewers hear of patients of their own projects and sites, whoever wrote the change, and of nothing else. */
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mergeOwnDocument } from "../../../src/protocol/documents.ts";
import type { Permission } from "../../../src/protocol/permissions.ts";
import { addProject, addSite, addToken, answerAs, setScope, type TestUser } from "../../support/accounts.ts";
import { makeWorld, type World } from "../accounts/accounts-world.ts";
import { type NewsViewer, viewNews } from "./news-world.ts";

const seeing: readonly Permission[] = ["access_data_visualize", "visualize_data"];
let world: World;
let url: string;
let place: { project_id: number; site_id: number };
let elsewhere: { project_id: number; site_id: number };
let viewer: TestUser;
let token: string;

beforeAll(async () => {
  world = await makeWorld();
  const { pool, workspaceId } = world;
  await world.app.http.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(world.app.http.server.address() as AddressInfo).port}`;
  place = { project_id: await addProject(pool, workspaceId), site_id: await addSite(pool, workspaceId) };
  elsewhere = { ...place, site_id: await addSite(pool, workspaceId) };
  viewer = await world.person(seeing, { projectIds: [place.project_id], siteIds: [place.site_id] });
  token = await addToken(pool, viewer);
}, 120_000);
afterAll(() => world?.close());

async function addPatient(identifier: string, at = place): Promise<number> {
  const { rows } = await world.pool.query<{ id: number }>(
    "insert into patient (workspace_id, project_id, site_id, identifier) values ($1, $2, $3, $4) returning id",
    [world.workspaceId, at.project_id, at.site_id, identifier],
  );
  return rows[0].id;
}

const connect = (auth: string) => viewNews(url, auth);

it("tells viewers of their own patients alone, also of what the command line wrote", async () => {
  const stranger = await world.person(seeing, { projectIds: [elsewhere.project_id], siteIds: [elsewhere.site_id] });
  const [own, foreign] = [await connect(token), await connect(await addToken(world.pool, stranger))];
  const key = await addPatient("own");
  const other = await addPatient("other", elsewhere);
  await Promise.all([own.hears(key), foreign.hears(other)]);
  await world.pool.query(
    `insert into recording (patient_key, patient_id, obj_name, obj_type, state, start_ms, end_ms, is_start_known, timezone,
       channel_count, size_bytes) values ($1, 'p', 'made', 'EDF', 'ready', 0, 1000, true, 'UTC', 1, 1000)`,
    [key],
  );
  const before = own.heard.length;
  await new Promise<void>((resolve) => own.socket.once("patients_changed", () => resolve()));
  expect(own.heard.slice(before).flat()).toContain(key);
  expect(own.heard.flat()).not.toContain(other);
  expect(foreign.heard.flat()).not.toContain(key);
  own.socket.close();
  foreign.socket.close();
});

it("tells who connects what changed a moment before", async () => {
  const key = await addPatient("just before");
  const late = await connect(token);
  await late.hears(key);
  late.socket.close();
});

it("tells that anything may have changed when the viewer's places did, and goes by the new ones", async () => {
  const mover = await world.person(seeing, { projectIds: [place.project_id], siteIds: [place.site_id] });
  const seen = await connect(await addToken(world.pool, mover));
  await setScope(world.pool, mover.id, { projectIds: [place.project_id], siteIds: [elsewhere.site_id] });
  world.bus.send({ kind: "users-changed", workspaceId: world.workspaceId, userIds: [mover.id] });
  await seen.hears(null);
  // Until it is known again what they may see they hear that anything may have changed, and no names.
  const keys: number[] = [];
  await expect
    .poll(
      async () => {
        keys.push(await addPatient(`after the move ${keys.length}`, elsewhere));
        return seen.heard.flat().some((key) => key !== null && keys.includes(key));
      },
      { interval: 500 },
    )
    .toBe(true);
  seen.socket.close();
});

it("is refused without a session, or without a permission under which there is anything to tell", async () => {
  await expect(connect("nonsense")).rejects.toThrow("bad_token");
  const blind = await world.person(["access_admin_sites", "create_annotations"]);
  await expect(connect(await addToken(world.pool, blind))).rejects.toThrow("no_permission");
});

it("tells changes of documents to whoever may see them: of Personal ones their owner, in every tab, and nobody else", async () => {
  const other = await addToken(world.pool, await world.person(seeing));
  const [tab, again, foreign] = [await connect(token), await connect(token), await connect(other)];
  const heardBy = (one: NewsViewer) => new Promise<unknown>((resolve) => one.socket.once("document_changed", resolve));
  const said = [heardBy(tab), heardBy(again)];
  const heardElsewhere: unknown[] = [];
  foreign.socket.on("document_changed", (news) => heardElsewhere.push(news));
  const change = { kind: "personal_settings", version: 1, changes: [{ path: ["theme"], value: "dark" }] };
  const { id, revision } = await answerAs(url, token, mergeOwnDocument, change);
  const news = { id, kind: "personal_settings", revision };
  expect(await Promise.all(said)).toEqual([news, news]);
  const theirs = heardBy(foreign);
  const shared = { kind: "test_note", workspaceId: world.workspaceId, ownerId: null, documentId: 5, revision: 2 };
  world.bus.send({ ...shared, kind: "document-changed", documentKind: shared.kind, workspaceId: 2_000_000 });
  world.bus.send({ ...shared, kind: "document-changed", documentKind: shared.kind });
  expect(await theirs).toEqual({ id: 5, kind: "test_note", revision: 2 });
  expect(heardElsewhere).toEqual([{ id: 5, kind: "test_note", revision: 2 }]);
  const lost = heardBy(foreign);
  world.bus.send({ kind: "bus-resumed" });
  expect(await lost).toBeNull();
  for (const { socket } of [tab, again, foreign]) socket.close();
});
