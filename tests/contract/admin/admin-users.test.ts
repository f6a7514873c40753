/** Users: the table, scope, changes, rights, the last administrator, audit and events (spec 000 sections 5 to 7). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteUsers, getUsers, getUsersByProject, getUsersBySite, modifyUser } from "../../../src/protocol/admin.ts";
import type { Permission } from "../../../src/protocol/permissions.ts";
import { accountText } from "../../../src/protocol/text/account-text.ts";
import { adminText } from "../../../src/protocol/text/admin-text.ts";
import { addProject, addSite, addToken, setScope } from "../../support/accounts.ts";
import { untilBlockedBy } from "../../support/postgres.ts";
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

const manages: readonly Permission[] = ["access_admin_user_management", "visualize_data"];
const member = (permissions: readonly Permission[] = ["visualize_data"], email?: string) =>
  world.person({
    workspaceId: place.workspaceId,
    permissions,
    projectIds: [place.projectId],
    siteIds: [place.siteId],
    email,
  });
const choices = (user: Pick<Person, "id" | "roleId">) => ({
  user_id: user.id,
  role_ids: [user.roleId],
  site_ids: [place.siteId],
  project_ids: [place.projectId],
});

describe("the table of users", () => {
  const named = async (email: string, firstName: string, lastName: string, isVerified = true) => {
    const { id } = await world.person({ workspaceId: place.workspaceId, permissions: [], email, isVerified });
    const names = "update app_user set first_name = $1, last_name = $2 where id = $3";
    await world.pool.query(names, [firstName, lastName, id]);
    return id;
  };
  const ids = async (query: Parameters<typeof world.answer<typeof getUsers>>[2]) =>
    (await world.answer(admin, getUsers, query)).data.map(({ id }) => id);

  it("lists the newest first, 100 at a time, with what they are assigned to", async () => {
    const user = await member();
    const { data, total, filters } = await world.answer(admin, getUsers, {});
    expect(data.map(({ id }) => id)).toEqual([user.id, admin.id]);
    expect(data[0]).toEqual({
      id: user.id,
      email: user.email,
      first_name: "Test",
      last_name: "User",
      country: "United States",
      is_verified: true,
      site_ids: [place.siteId],
      role_ids: [user.roleId],
      project_ids: [place.projectId],
      site_count: 1,
      role_count: 1,
      project_count: 1,
    });
    expect(total).toBe(2);
    expect(filters).toEqual([
      "user_id",
      "email",
      "first_name",
      "last_name",
      "site_count",
      "project_count",
      "role_count",
      "is_verified",
    ]);
    await world.pool.query(
      "insert into app_user (workspace_id, email, email_key) select $1, e, e from (select 'n' || n || '@x.test' as e from generate_series(1, 120) as n) as new",
      [place.workspaceId],
    );
    const full = await world.answer(admin, getUsers, {});
    expect([full.data.length, full.total]).toEqual([100, 122]);
    const last = await world.answer(admin, getUsers, { page_index: 13, rows_per_page: 10, order_direction: "desc" });
    expect(last.data.map(({ id }) => id)).toEqual([user.id, admin.id]);
  });

  it("sorts by every field, both ways, equal rows by id", async () => {
    const a = await named("zoe@x.test", "anna", "Öz");
    const b = await named("Yan@x.test", "Bert", "berg", false);
    await setScope(world.pool, b, { projectIds: [place.projectId], siteIds: [] });
    const only = { filters: [{ field: "email", operator: "contains" as const, value: "@x.test" }] };
    for (const [field, ascending] of [
      ["user_id", [a, b]],
      ["email", [b, a]],
      ["first_name", [a, b]],
      ["last_name", [b, a]],
      ["site_count", [a, b]],
      ["project_count", [a, b]],
      ["role_count", [a, b]],
      ["is_verified", [b, a]],
    ] as const) {
      expect([field, await ids({ ...only, order_by: field, order_direction: "asc" })]).toEqual([field, ascending]);
      expect([field, await ids({ ...only, order_by: field, order_direction: "desc" })]).toEqual([
        field,
        [...ascending].reverse(),
      ]);
      for (const sort of [{ field, sort: "asc" as const }, [{ field, sort: "asc" as const }]])
        expect([field, await ids({ ...only, sort })]).toEqual([field, ascending]);
    }
    for (const none of [null, [], { field: "email", sort: null }])
      expect(await ids({ ...only, sort: none, order_by: "email", order_direction: "asc" })).toEqual([b, a]);
    expect(await ids({ ...only, order_by: "email", sort: "asc" })).toEqual([b, a]);
    expect(await ids({ ...only, order_by: "email", sort: "desc" })).toEqual([a, b]);
    for (const sort of ["up", {}, { field: "email", direction: "asc" }, { field: "email", sort: "up" }])
      expect((await world.refusal(admin, getUsers, { sort } as object))[0]).toBe(400);
    expect(await world.refusal(admin, getUsers, { sort: { field: "password_hash", sort: "asc" } })).toEqual([
      400,
      adminText.badField,
    ]);
  });

  it("filters by what is contained or equal, without wildcards, without regard to case", async () => {
    const a = await named("50%_a@x.test", "O'Neil; drop table app_user --", "日本 🧠");
    const b = await named("50Xba@x.test", "back\\slash", 'quo"te', false);
    const find = (field: string, operator: "contains" | "equals", value: string) =>
      ids({ filters: [{ field, operator, value }], order_direction: "asc" });
    expect(await find("email", "contains", "50%_A@")).toEqual([a]);
    expect(await find("email", "contains", "%")).toEqual([a]);
    const byOtherName = { field: "email", operator: "contains" as const, search_value: "50%_A@" };
    expect(await ids({ filters: [byOtherName] })).toEqual([a]);
    expect(await find("email", "contains", "50xBA")).toEqual([b]);
    expect(await find("email", "equals", "50XBA@x.test")).toEqual([b]);
    expect(await find("email", "equals", "50XBA")).toEqual([]);
    expect(await find("first_name", "contains", "'neil; DROP")).toEqual([a]);
    expect(await find("first_name", "contains", "\\")).toEqual([b]);
    expect(await find("last_name", "contains", "🧠")).toEqual([a]);
    expect(await find("last_name", "contains", '"')).toEqual([b]);
    expect(await find("is_verified", "equals", "false")).toEqual([b]);
    expect(await find("role_count", "equals", "1")).toEqual([admin.id, a, b]);
    expect(await find("site_count", "equals", "0")).toEqual([a, b]);
    expect(await find("site_count", "equals", "1; select 1")).toEqual([]);
    expect(await find("user_id", "equals", String(b))).toEqual([b]);
    const both = [
      { field: "email", operator: "contains" as const, value: "@x.test" },
      { field: "is_verified", operator: "equals" as const, value: "true" },
    ];
    expect(await ids({ filters: both })).toEqual([a]);
  });

  it.each([
    "password_hash",
    "id; drop table app_user",
    "constructor",
    "__proto__",
    "",
  ])("refuses to sort or filter by %j", async (field) => {
    const refused = [400, adminText.badField];
    expect(await world.refusal(admin, getUsers, { order_by: field })).toEqual(refused);
    const filters = [{ field, operator: "equals" as const, value: "x" }];
    expect(await world.refusal(admin, getUsers, { filters })).toEqual(refused);
  });

  it("refuses control characters in a filter, and pages that cannot be", async () => {
    const filters = [{ field: "email", operator: "contains" as const, value: "a\u0000b" }];
    expect(await world.refusal(admin, getUsers, { filters })).toEqual([400, adminText.rules.plain]);
    for (const query of [{ page_index: 0 }, { rows_per_page: 501 }, { page_index: 1.5 }])
      expect((await world.call(admin, getUsers, query)).status).toBe(400);
    expect(await world.answer(admin, getUsers, { page_index: 1_000_000 })).toMatchObject({ data: [], total: 1 });
  });

  it("lists the users of a project and of a site", async () => {
    const other = await addProject(world.pool, place.workspaceId);
    const otherSite = await addSite(world.pool, place.workspaceId);
    const user = await member();
    await setScope(world.pool, user.id, { projectIds: [other], siteIds: [otherSite] });
    const ofProject = await world.answer(admin, getUsersByProject, { project_id: other });
    expect(ofProject.data.map(({ id }) => id)).toEqual([user.id]);
    const ofSite = await world.answer(admin, getUsersBySite, { site_id: place.siteId });
    expect(ofSite.data.map(({ id }) => id)).toEqual([admin.id]);
  });
});

describe("scope", () => {
  it("shows who shares a site and a project, and oneself, to who does not see all", async () => {
    const editor = await member(manages);
    const shared = await member();
    const [otherProject, otherSite] = [
      await addProject(world.pool, place.workspaceId),
      await addSite(world.pool, place.workspaceId),
    ];
    const half = await member();
    await setScope(world.pool, half.id, { projectIds: [place.projectId], siteIds: [otherSite] });
    await setScope(world.pool, shared.id, {
      projectIds: [place.projectId, otherProject],
      siteIds: [place.siteId, otherSite],
    });
    const seen = await world.answer(editor, getUsers, { order_direction: "asc" });
    expect(seen.data.map(({ id }) => id)).toEqual([admin.id, editor.id, shared.id]);
    expect(seen.data[2]).toMatchObject({ site_ids: [place.siteId], project_ids: [place.projectId], site_count: 1 });
    const gone = [404, adminText.notFound.user];
    expect(await world.refusal(editor, deleteUsers, { user_ids: [half.id] })).toEqual(gone);
    expect(await world.refusal(editor, modifyUser, choices(half))).toEqual(gone);
    expect(await world.refusal(editor, getUsersBySite, { site_id: otherSite })).toEqual([404, adminText.notFound.site]);
    expect(await world.refusal(editor, getUsersByProject, { project_id: otherProject })).toEqual([
      404,
      adminText.notFound.project,
    ]);
  });

  it("keeps the sites and projects of a user that the editor does not see", async () => {
    const editor = await member(manages);
    const user = await member();
    const [ownSite, hiddenSite] = [
      await addSite(world.pool, place.workspaceId),
      await addSite(world.pool, place.workspaceId),
    ];
    const hiddenProject = await addProject(world.pool, place.workspaceId);
    await setScope(world.pool, editor.id, { projectIds: [place.projectId], siteIds: [place.siteId, ownSite] });
    await setScope(world.pool, user.id, {
      projectIds: [place.projectId, hiddenProject],
      siteIds: [place.siteId, ownSite, hiddenSite],
    });
    const hidden = { ...choices(user), site_ids: [hiddenSite] };
    expect(await world.refusal(editor, modifyUser, hidden)).toEqual([404, adminText.notFound.site]);
    await world.answer(editor, modifyUser, { ...choices(user), site_ids: [ownSite] });
    const { data } = await world.answer(admin, getUsers, {
      filters: [{ field: "user_id", operator: "equals", value: String(user.id) }],
    });
    expect(data[0]).toMatchObject({
      site_ids: [ownSite, hiddenSite].sort((a, b) => a - b),
      project_ids: [place.projectId, hiddenProject],
    });
  });

  it("knows nothing of another workspace", async () => {
    const foreign = await world.workplace();
    const user = await member();
    const gone = [404, adminText.notFound.user];
    expect(await world.refusal(admin, deleteUsers, { user_ids: [user.id, foreign.admin.id] })).toEqual(gone);
    expect(await world.refusal(admin, modifyUser, { ...choices(user), user_id: foreign.admin.id })).toEqual(gone);
    const withForeign = (part: object) => world.refusal(admin, modifyUser, { ...choices(user), ...part });
    expect(await withForeign({ site_ids: [foreign.siteId] })).toEqual([404, adminText.notFound.site]);
    expect(await withForeign({ project_ids: [foreign.projectId] })).toEqual([404, adminText.notFound.project]);
    expect(await withForeign({ role_ids: [foreign.admin.roleId] })).toEqual([404, adminText.notFound.role]);
    expect(await world.refusal(admin, getUsersBySite, { site_id: foreign.siteId })).toEqual([
      404,
      adminText.notFound.site,
    ]);
    expect((await world.answer(admin, getUsers, {})).data.map(({ id }) => id)).toEqual([user.id, admin.id]);
    const elsewhere = await world.call(admin, getUsers, {}, foreign.workspaceId);
    const refused = [403, accountText.refused.otherWorkspace];
    expect([elsewhere.status, elsewhere.text]).toEqual(refused);
    expect(await world.refusal(admin, getUsers, { study_id: foreign.workspaceId })).toEqual(refused);
    await world.answer(admin, getUsers, { study_id: place.workspaceId });
  });
});

describe("changing a user", () => {
  it("replaces roles, sites and projects, writes the audit and tells the bus", async () => {
    const user = await member();
    const role = await world.role(place.workspaceId, ["upload_data"]);
    world.events.length = 0;
    const form = { ...choices(user), role_ids: [role, user.roleId] };
    expect(await world.answer(admin, modifyUser, form)).toEqual({ message: adminText.done.userModified });
    const { data } = await world.answer(admin, getUsers, { rows_per_page: 1 });
    expect(data[0].role_ids).toEqual([role, user.roleId].sort((a, b) => a - b));
    expect(world.events).toEqual([{ kind: "users-changed", workspaceId: place.workspaceId, userIds: [user.id] }]);
    expect(await world.actions(place.workspaceId)).toEqual([
      {
        user_id: admin.id,
        permission: "access_admin_user_management",
        action: modifyUser.path,
        facts: form,
        ip_address: "127.0.0.1",
      },
    ]);
  });

  it.each(["site_ids", "role_ids", "project_ids"])("asks for at least one of %s", async (name) => {
    const user = await member();
    const form = { ...choices(user), [name]: [] };
    expect(await world.refusal(admin, modifyUser, form)).toEqual([400, adminText.rules.modifyChoices]);
    expect(await world.actions(place.workspaceId)).toEqual([]);
  });

  it("refuses to give what the editor does not hold, and to touch who holds more", async () => {
    const editor = await member(manages);
    const user = await member();
    const more = await world.role(place.workspaceId, ["visualize_data", "upload_data"]);
    expect(await world.refusal(editor, modifyUser, { ...choices(user), role_ids: [more] })).toEqual([
      403,
      adminText.grantsMore,
    ]);
    const above = [403, adminText.aboveYou];
    expect(await world.refusal(editor, modifyUser, { ...choices(user), user_id: admin.id })).toEqual(above);
    expect(await world.refusal(editor, deleteUsers, { user_ids: [user.id, admin.id] })).toEqual(above);
    await world.answer(editor, modifyUser, choices(user));
    expect((await world.answer(admin, getUsers, {})).total).toBe(3);
  });

  it("refuses who lost the permission or the account after the request came in", async () => {
    const editor = await member(everything);
    const user = await member();
    const [first, second] = await Promise.all([
      world.call(admin, deleteUsers, { user_ids: [editor.id] }),
      world.call(editor, deleteUsers, { user_ids: [user.id] }),
    ]);
    expect(first.status).toBe(200);
    // Either it was before the deletion, or it was not allowed any more.
    const left = (await world.answer(admin, getUsers, {})).total;
    expect([
      [200, 1],
      [401, 2],
    ]).toContainEqual([second.status, left]);
  });
});

describe("deleting users", () => {
  it("ends their tokens and keeps the audit", async () => {
    const user = await member();
    const session = await addToken(world.pool, user);
    const { rows } = await world.pool.query<{ id: string }>("select id from token where user_id = $1 order by id", [
      user.id,
    ]);
    world.events.length = 0;
    expect(await world.answer(admin, deleteUsers, { user_ids: [user.id] })).toEqual({
      message: adminText.done.usersDeleted,
    });
    expect(world.events).toContainEqual({ kind: "users-changed", workspaceId: place.workspaceId, userIds: [user.id] });
    const ended = world.events.find((event) => event.kind === "tokens-ended");
    expect([...(ended?.kind === "tokens-ended" ? ended.tokenIds : [])].sort((a, b) => a - b)).toEqual(
      rows.map(({ id }) => Number(id)),
    );
    const refused = await world.call({ token: session }, getUsers, {});
    expect([refused.status, refused.text]).toEqual([401, accountText.refused.badToken]);
    expect(await world.refusal(admin, deleteUsers, { user_ids: [user.id] })).toEqual([404, adminText.notFound.user]);
    expect(await world.actions(place.workspaceId)).toMatchObject([{ facts: { user_ids: [user.id] } }]);
  });

  it("takes users before their tokens, as changes of a password do", async () => {
    const user = await member();
    const change = await world.pool.connect();
    await change.query("begin");
    await change.query("update app_user set password_hash = 'changed' where id = $1", [user.id]);
    const deleted = world.answer(admin, deleteUsers, { user_ids: [user.id] });
    await untilBlockedBy(change, world.pool);
    await change.query("delete from token where user_id = $1", [user.id]);
    await change.query("commit");
    change.release();
    expect((await deleted).message).toBe(adminText.done.usersDeleted);
  });

  it("deletes all of them or nobody", async () => {
    const user = await member();
    expect(await world.refusal(admin, deleteUsers, { user_ids: [user.id, 2_147_483_647] })).toEqual([
      404,
      adminText.notFound.user,
    ]);
    expect((await world.answer(admin, getUsers, {})).total).toBe(2);
    for (const body of [{ user_ids: [] }, { user_ids: [user.id, user.id] }, { user_ids: ["1"] }, {}])
      expect((await world.call(admin, deleteUsers, body)).status).toBe(400);
  });
});

describe("the last administrator", () => {
  const last = [409, accountText.refused.lastAdministrator];

  it("cannot be deleted or lose the roles", async () => {
    const viewer = await world.role(place.workspaceId, ["visualize_data"]);
    expect(await world.refusal(admin, deleteUsers, { user_ids: [admin.id] })).toEqual(last);
    expect(await world.refusal(admin, modifyUser, { ...choices(admin), role_ids: [viewer] })).toEqual(last);
    // Invited is not verified, and two halves in two people are not one administrator.
    await world.person({ workspaceId: place.workspaceId, permissions: everything, isVerified: false });
    await member(["access_admin_user_management"]);
    await member(["access_admin_role_and_permissions"]);
    expect(await world.refusal(admin, deleteUsers, { user_ids: [admin.id] })).toEqual(last);
    expect(await world.actions(place.workspaceId)).toEqual([]);
  });

  it("may be one whose two roles hold the two permissions", async () => {
    const user = await member(["access_admin_user_management"]);
    const roles = await world.role(place.workspaceId, ["access_admin_role_and_permissions"]);
    await world.answer(admin, modifyUser, { ...choices(user), role_ids: [user.roleId, roles] });
    await world.answer(admin, deleteUsers, { user_ids: [admin.id] });
  });
});
