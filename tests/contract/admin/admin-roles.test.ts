/** Roles and permissions (spec 000 sections 5 to 7). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createRole,
  deleteRoles,
  getPermissions,
  getRoles,
  getRolesByUser,
  modifyRole,
} from "../../../src/protocol/admin.ts";
import { type Permission, permissions } from "../../../src/protocol/permissions.ts";
import { accountText } from "../../../src/protocol/text/account-text.ts";
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

const idsOf = (...names: Permission[]) => permissions.filter(({ name }) => names.includes(name)).map(({ id }) => id);
const form = (name: string, ...held: Permission[]) => ({
  name,
  description: "What it is for.",
  permission_ids: idsOf(...held),
});
const enabled = async (role_id: number) =>
  (await world.answer(admin, getPermissions, { role_id })).data.filter((one) => one.enabled).map(({ name }) => name);
const editorWith = (held: readonly Permission[]) =>
  world.person({
    workspaceId: place.workspaceId,
    permissions: held,
    projectIds: [place.projectId],
    siteIds: [place.siteId],
  });

describe("roles", () => {
  it("are created, listed with their counts, changed and deleted", async () => {
    const { id, message } = await world.answer(admin, createRole, form("  Nurse  ", "upload_data", "visualize_data"));
    expect(message).toBe(adminText.done.roleCreated);
    expect(await enabled(id)).toEqual(["upload_data", "visualize_data"]);
    const user = await editorWith([]);
    await world.pool.query("insert into user_role (user_id, role_id) values ($1, $2)", [user.id, id]);
    const find = { filters: [{ field: "name", operator: "equals" as const, value: "nurse" }] };
    const { data, filters } = await world.answer(admin, getRoles, find);
    expect(data).toEqual([{ id, name: "Nurse", description: "What it is for.", user_count: 1, permission_count: 2 }]);
    expect(filters).toEqual(["id", "name", "description", "user_count", "permission_count"]);

    world.events.length = 0;
    const changed = { role_id: id, ...form("Nurse, night", "visualize_data", "create_annotations") };
    expect(await world.answer(admin, modifyRole, changed)).toEqual({ message: adminText.done.roleModified });
    expect(await enabled(id)).toEqual(["visualize_data", "create_annotations"]);
    const told = [{ kind: "users-changed", workspaceId: place.workspaceId, userIds: [user.id] }];
    expect(world.events).toEqual(told);

    world.events.length = 0;
    expect(await world.answer(admin, deleteRoles, { role_ids: [id] })).toEqual({
      message: adminText.done.rolesDeleted,
    });
    expect(world.events).toEqual(told);
    expect((await world.answer(admin, getRoles, find)).total).toBe(0);
    expect(
      (await world.actions(place.workspaceId)).map(({ action, facts }) => [action, facts.role_id ?? facts.role_ids]),
    ).toEqual([
      [createRole.path, id],
      [modifyRole.path, id],
      [deleteRoles.path, [id]],
    ]);
  });

  it("have names of their own in a workspace, whatever the case of letters", async () => {
    await world.answer(admin, createRole, form("Nurse", "upload_data"));
    const { id } = await world.answer(admin, createRole, form("Doctor", "upload_data"));
    const taken = [409, adminText.taken.role];
    expect(await world.refusal(admin, createRole, form(" NURSE ", "upload_data"))).toEqual(taken);
    expect(await world.refusal(admin, modifyRole, { role_id: id, ...form("nurse", "upload_data") })).toEqual(taken);
    await world.answer((await world.workplace()).admin, createRole, form("Nurse", "upload_data"));
    const [first, second] = await Promise.all(
      [1, 2].map(() => world.call(admin, createRole, form("Race", "upload_data"))),
    );
    expect([first.status, second.status].sort()).toEqual([200, 409]);
  });

  it.each([
    [{ name: " " }, adminText.rules.name],
    [{ description: "" }, adminText.rules.description],
    [{ permission_ids: [] }, adminText.rules.permission],
    [{ name: "a\u0000b" }, adminText.rules.plain],
    [{ name: "a\nb" }, adminText.rules.plain],
    [{ name: "a\ud800b" }, adminText.rules.plain],
    [{ description: "a\u001bb" }, adminText.rules.plain],
    [{ name: "", description: "", permission_ids: [] }, adminText.rules.name],
  ])("refuse %j", async (part, message) => {
    const bad = { ...form("Nurse", "upload_data"), ...part };
    expect(await world.refusal(admin, createRole, bad)).toEqual([400, message]);
    expect(await world.refusal(admin, modifyRole, { role_id: admin.roleId, ...bad })).toEqual([400, message]);
  });

  it("keep odd names as they were typed", async () => {
    const name = "Robert'); drop table role;-- 日本 🧠 %_\\";
    const { id } = await world.answer(admin, createRole, { ...form(name, "upload_data"), description: "two\nlines" });
    const { data } = await world.answer(admin, getRoles, {
      filters: [{ field: "name", operator: "contains", value: "%_\\" }],
    });
    expect(data).toMatchObject([{ id, name, description: "two\nlines" }]);
  });

  it("of another workspace do not exist", async () => {
    const { admin: foreigner } = await world.workplace();
    const gone = [404, adminText.notFound.role];
    const role_id = foreigner.roleId;
    expect(await world.refusal(admin, getPermissions, { role_id })).toEqual(gone);
    expect(await world.refusal(admin, modifyRole, { role_id, ...form("Mine", "upload_data") })).toEqual(gone);
    expect(await world.refusal(admin, deleteRoles, { role_ids: [admin.roleId, role_id] })).toEqual(gone);
    expect(await world.refusal(admin, getRolesByUser, { user_id: foreigner.id })).toEqual([
      404,
      adminText.notFound.user,
    ]);
    expect(await world.refusal(admin, createRole, { ...form("Mine"), permission_ids: [999] })).toEqual([
      404,
      adminText.notFound.permission,
    ]);
  });
});

describe("rights over roles", () => {
  it("end at what the editor holds", async () => {
    const editor = await editorWith(["access_admin_role_and_permissions", "visualize_data"]);
    const more = [403, adminText.grantsMore];
    expect(await world.refusal(editor, createRole, form("More", "visualize_data", "upload_data"))).toEqual(more);
    const { id } = await world.answer(editor, createRole, form("Fits", "visualize_data"));
    expect(await world.refusal(editor, modifyRole, { role_id: id, ...form("Fits", "upload_data") })).toEqual(more);
    const above = [403, adminText.aboveYou];
    const role_id = admin.roleId;
    expect(await world.refusal(editor, modifyRole, { role_id, ...form("Less", "visualize_data") })).toEqual(above);
    expect(await world.refusal(editor, deleteRoles, { role_ids: [id, role_id] })).toEqual(above);
    // Nobody holds what only the link of an invitation holds.
    expect(await world.refusal(admin, createRole, form("Inviting", "create_account"))).toEqual(more);
  });

  it("are shown with every permission, in its order and group", async () => {
    const editor = await editorWith(["access_admin_role_and_permissions"]);
    const { data } = await world.answer(editor, getPermissions, {});
    expect(data.map(({ name, group, enabled, can_grant }) => ({ name, group, enabled, can_grant }))).toEqual(
      permissions.map(({ name, group }) => ({
        name,
        group,
        enabled: false,
        can_grant: name === "access_admin_role_and_permissions",
      })),
    );
  });

  it("let a user see the own roles, and who manages users those of others in scope", async () => {
    const user = await editorWith(["visualize_data"]);
    const own = await world.answer(user, getRolesByUser, { user_id: user.id });
    expect(own.data.map(({ id }) => id)).toEqual([user.roleId]);
    expect(await world.refusal(user, getRolesByUser, { user_id: admin.id })).toEqual([
      403,
      accountText.refused.noPermission,
    ]);
    const manager = await editorWith(["access_admin_user_management"]);
    expect((await world.answer(manager, getRolesByUser, { user_id: user.id })).data).toHaveLength(1);
    const far = await world.person({ workspaceId: place.workspaceId, permissions: [] });
    expect(await world.refusal(manager, getRolesByUser, { user_id: far.id })).toEqual([404, adminText.notFound.user]);
  });
});

describe("the last administrator's role", () => {
  const last = [409, accountText.refused.lastAdministrator];

  it("can neither be deleted nor lose what makes an administrator", async () => {
    const role_id = admin.roleId;
    expect(await world.refusal(admin, deleteRoles, { role_ids: [role_id] })).toEqual(last);
    const less = form("Less", ...everything.filter((name) => name !== "access_admin_user_management"));
    expect(await world.refusal(admin, modifyRole, { role_id, ...less })).toEqual(last);
    expect(await enabled(role_id)).toHaveLength(everything.length);
    const still = form("Still", "access_admin_user_management", "access_admin_role_and_permissions");
    await world.answer(admin, modifyRole, { role_id, ...still });
  });

  it("stays when the roles of the last two are deleted at the same moment", async () => {
    const second = await editorWith(everything);
    const replies = await Promise.all([
      world.call(admin, deleteRoles, { role_ids: [second.roleId] }),
      world.call(second, deleteRoles, { role_ids: [admin.roleId] }),
    ]);
    const [won, lost] = replies.map(({ status }) => status).sort();
    expect(won).toBe(200);
    expect([403, 409]).toContain(lost);
  });
});
