/** Two administrators at one record: whoever saves what is no longer so is told, and nothing is undone; one of the last two stays. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import * as calls from "../../../src/protocol/admin.ts";
import { type Permission, permissions } from "../../../src/protocol/permissions.ts";
import { adminText } from "../../../src/protocol/text/admin-text.ts";
import { type AdminWorld, everything, openAdminWorld, type Person, type Workplace } from "./admin-world.ts";

let world: AdminWorld;
let place: Workplace;
let admin: Person;

beforeAll(async () => {
  world = await openAdminWorld();
});
afterAll(() => world?.close());
beforeEach(async () => {
  place = await world.workplace();
  ({ admin } = place);
});

const onlyId = (id: number, field = "id") => ({
  filters: [{ field, operator: "equals" as const, value: String(id) }],
});
const person = (held: readonly Permission[] = []) =>
  world.person({
    workspaceId: place.workspaceId,
    permissions: held,
    projectIds: [place.projectId],
    siteIds: [place.siteId],
  });

it("a site", async () => {
  const site = async () => {
    const answer = await world.answer(admin, calls.getSites, { return_all_sites: true, ...onlyId(place.siteId) });
    const { name, location, description, user_ids } = answer.data[0];
    return { name, location, description, user_ids };
  };
  const other = await person();
  const opened = await site();
  const mine = { ...opened, name: "Mine", location: "Here" };
  await world.answer(admin, calls.modifySite, { site_id: place.siteId, ...mine, seen: opened });
  // The answer was lost, and the call is made again.
  await world.answer(admin, calls.modifySite, { site_id: place.siteId, ...mine, seen: opened });
  const theirs = { ...opened, location: "There", user_ids: [other.id] };
  const save = { site_id: place.siteId, ...theirs };
  expect(await world.refusal(admin, calls.modifySite, { ...save, seen: opened })).toEqual([
    409,
    adminText.changedMeanwhile("site"),
  ]);
  expect(await site()).toEqual(mine);
  await world.answer(admin, calls.modifySite, { ...save, seen: mine });
  expect(await site()).toEqual(theirs);
  // A client that does not say what it saw decides the whole record.
  await world.answer(admin, calls.modifySite, { site_id: place.siteId, ...mine });
  expect(await site()).toEqual(mine);
});

it("a project", async () => {
  const project = async () => {
    const { data } = await world.answer(admin, calls.getProjects, onlyId(place.projectId));
    return { name: data[0].name, user_ids: data[0].user_ids };
  };
  const other = await person();
  const opened = await project();
  const mine = { ...opened, user_ids: [admin.id] };
  await world.answer(admin, calls.modifyProject, { project_id: place.projectId, ...mine, seen: opened });
  const theirs = { name: "Theirs", user_ids: [admin.id, other.id] };
  expect(
    await world.refusal(admin, calls.modifyProject, { project_id: place.projectId, ...theirs, seen: opened }),
  ).toEqual([409, adminText.changedMeanwhile("project")]);
  expect(await project()).toEqual(mine);
});

it("a role", async () => {
  const id = await world.role(place.workspaceId, ["access_admin_sites"], "Nurses");
  const held = async () => {
    const { data } = await world.answer(admin, calls.getPermissions, { role_id: id });
    return data.filter(({ enabled }) => enabled).map(({ name }) => name);
  };
  const idsOf = (...names: string[]) => permissions.filter(({ name }) => names.includes(name)).map((one) => one.id);
  const opened = { name: "Nurses", description: "Of a test", permission_ids: idsOf("access_admin_sites") };
  const mine = { ...opened, permission_ids: idsOf("access_admin_sites", "upload_data") };
  await world.answer(admin, calls.modifyRole, { role_id: id, ...mine, seen: opened });
  expect(
    await world.refusal(admin, calls.modifyRole, { role_id: id, ...opened, name: "Doctors", seen: opened }),
  ).toEqual([409, adminText.changedMeanwhile("role")]);
  expect(await held()).toEqual(expect.arrayContaining(["access_admin_sites", "upload_data"]));
  await world.answer(admin, calls.modifyRole, { role_id: id, ...mine, name: "Doctors", seen: mine });
});

it("a user", async () => {
  const other = await person();
  const role = await world.role(place.workspaceId, ["upload_data"]);
  const second = await world.role(place.workspaceId, []);
  const user = async () => {
    const { data } = await world.answer(admin, calls.getUsers, onlyId(other.id, "user_id"));
    const { site_ids, role_ids, project_ids } = data[0];
    return { site_ids, role_ids, project_ids };
  };
  const opened = await user();
  const mine = { ...opened, role_ids: [role] };
  await world.answer(admin, calls.modifyUser, { user_id: other.id, ...mine, seen: opened });
  const theirs = { ...opened, role_ids: [second] };
  expect(await world.refusal(admin, calls.modifyUser, { user_id: other.id, ...theirs, seen: opened })).toEqual([
    409,
    adminText.changedMeanwhile("user"),
  ]);
  expect(await user()).toEqual(mine);
});

it("the last administrator stays when the last two delete each other at the same moment, however often", async () => {
  for (let round = 0; round < 5; round++) {
    const { workspaceId, admin: first } = await world.workplace();
    const second = await world.person({ workspaceId, permissions: everything });
    const replies = await Promise.all([
      world.call(first, calls.deleteUsers, { user_ids: [second.id] }),
      world.call(second, calls.deleteUsers, { user_ids: [first.id] }),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await world.pool.query("select id from app_user where workspace_id = $1", [workspaceId]);
    expect(rows).toHaveLength(1);
  }
});

it("the last administrator stays when the last two delete themselves at the same moment", async () => {
  const second = await person(everything);
  const replies = await Promise.all(
    [admin, second].map((one) => world.call(one, calls.deleteUsers, { user_ids: [one.id] })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
});
