/** What the audit shows, and what a start makes sure of. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getAllUsersActions, getLoginAttempts } from "../../../src/protocol/admin.ts";
import { defaultRoles } from "../../../src/protocol/permissions.ts";
import { adminText } from "../../../src/protocol/text/admin-text.ts";
import { ensureAdministrator, ensureWorkspace, startAction } from "../../../src/server/admin/bootstrap.ts";
import { checkLogin } from "../../../src/server/identity/sign-in.ts";
import { addWorkspace, setPermissions } from "../../support/accounts.ts";
import { type AdminWorld, openAdminWorld, type Person, type Workplace } from "./admin-world.ts";

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

describe("activity", () => {
  const attempt = (user: { id: number | null; email: string }, status: boolean, at: string) =>
    world.pool.query(
      "insert into login_attempt (workspace_id, email, user_id, ip_address, login_at, status) values ($1, $2, $3, '10.0.0.1', $4, $5)",
      [place.workspaceId, user.email, user.id, at, status],
    );
  const action = (user: { id: number; email: string }, name: string, at: string) =>
    world.pool.query(
      "insert into user_action (workspace_id, user_id, email, permission, action, ip_address, performed_at) values ($1, $2, $3, 'upload_data', $4, '10.0.0.1', $5)",
      [place.workspaceId, user.id, user.email, name, at],
    );
  const member = () =>
    world.person({
      workspaceId: place.workspaceId,
      permissions: ["access_admin_user_management"],
      projectIds: [place.projectId],
      siteIds: [place.siteId],
    });

  it("shows attempts to sign in, newest first, of all or of some users", async () => {
    const user = await member();
    await attempt(user, false, "2026-11-20T10:00:00.123Z");
    await attempt(admin, true, "2026-11-20T11:00:00Z");
    await attempt({ id: null, email: "nobody@x.test" }, false, "2026-11-20T12:00:00Z");
    const { data, total, filters } = await world.answer(admin, getLoginAttempts, {});
    expect(data.map(({ email, status }) => [email, status])).toEqual([
      ["nobody@x.test", false],
      [admin.email, true],
      [user.email, false],
    ]);
    expect(data[2]).toMatchObject({ ip_address: "10.0.0.1", login_at: Date.UTC(2026, 10, 20, 10, 0, 0, 123) });
    expect([total, filters]).toEqual([3, ["id", "email", "ip_address", "status", "attempts"]]);
    const some = await world.answer(admin, getLoginAttempts, { user_ids: [user.id] });
    expect(some.data.map(({ email }) => email)).toEqual([user.email]);
    const oldest = await world.answer(admin, getLoginAttempts, { order_by: "login_at", order_direction: "asc" });
    expect(oldest.data[0].email).toBe(user.email);
    const failed = { filters: [{ field: "status", operator: "equals" as const, value: "false" }] };
    expect((await world.answer(admin, getLoginAttempts, failed)).total).toBe(2);
    const byTime = { filters: [{ field: "login_at", operator: "equals" as const, value: "2026" }] };
    expect(await world.refusal(admin, getLoginAttempts, byTime)).toEqual([400, adminText.badField]);
    // Unknown addresses are for those who see every user.
    expect((await world.answer(user, getLoginAttempts, {})).total).toBe(2);
  });

  it("shows changes, newest first, of users in scope only", async () => {
    const user = await member();
    const far = await world.person({ workspaceId: place.workspaceId, permissions: [] });
    await action(far, "/v1/far", "2026-11-20T10:00:00Z");
    await action(user, "/v1/near", "2026-11-20T11:00:00Z");
    const all = await world.answer(admin, getAllUsersActions, {});
    expect(all.data.map(({ action }) => action)).toEqual(["/v1/near", "/v1/far"]);
    expect(all.data[0]).toMatchObject({
      email: user.email,
      permission: "upload_data",
      ip_address: "10.0.0.1",
      performed_at: Date.UTC(2026, 10, 20, 11),
    });
    const seen = await world.answer(user, getAllUsersActions, {});
    expect(seen.data.map(({ action }) => action)).toEqual(["/v1/near"]);
    const gone = [404, adminText.notFound.user];
    expect(await world.refusal(user, getAllUsersActions, { user_ids: [user.id, far.id] })).toEqual(gone);
    const foreign = await world.workplace();
    expect(await world.refusal(admin, getLoginAttempts, { user_ids: [foreign.admin.id] })).toEqual(gone);
    expect((await world.answer(foreign.admin, getAllUsersActions, {})).total).toBe(0);
  });
});

describe("a start", () => {
  it("makes a workspace once, with roles, a bucket, projects and sites", async () => {
    const both = await Promise.all([1, 2].map(() => ensureWorkspace(world.db, "HOSPITAL")));
    expect(both.map(({ isNew }) => isNew).sort()).toEqual([false, true]);
    const [{ workspaceId }] = both;
    expect(both[1].workspaceId).toBe(workspaceId);
    const count = async (table: string) =>
      (await world.pool.query(`select count(*)::int as n from ${table} where workspace_id = $1`, [workspaceId])).rows[0]
        .n;
    expect(await Promise.all(["role", "bucket", "project", "site", "app_user"].map(count))).toEqual([
      defaultRoles.length,
      1,
      2,
      2,
      0,
    ]);
  });

  it("makes an administrator of every project and site when there is none that is verified", async () => {
    const { workspaceId } = await ensureWorkspace(world.db, "CLINIC");
    const who = { db: world.db, workspaceId, email: "Root@x.test" };
    const both = await Promise.all([ensureAdministrator(who), ensureAdministrator(who)]);
    const [made] = both.filter((one) => one !== null);
    expect(both).toContain(null);
    const signedIn = await checkLogin({
      ...who,
      ...made,
      email: "root@x.test",
      password: made?.password ?? "",
      cookies: { read: () => null, set: () => undefined },
      isSecure: false,
      address: "::1",
    });
    expect(signedIn.email).toBe("Root@x.test");
    const { rows } = await world.pool.query(
      `select (select count(*) from user_role where user_id = $1)::int as roles,
        (select count(*) from user_project where user_id = $1)::int as projects,
        (select count(*) from user_site where user_id = $1)::int as sites`,
      [signedIn.id],
    );
    expect(rows).toEqual([{ roles: 1, projects: 2, sites: 2 }]);
    expect(await ensureAdministrator({ ...who, email: "other@x.test" })).toBeNull();
    expect(await world.actions(workspaceId)).toEqual([
      { user_id: null, permission: "", action: startAction, facts: { user_id: signedIn.id }, ip_address: "" },
    ]);
  });

  it("takes an account that is there, and a role of another name when there is no Administrator", async () => {
    const workspaceId = await addWorkspace(world.pool);
    const user = await world.person({ workspaceId, permissions: [], isVerified: false });
    await world.role(workspaceId, ["upload_data"], "ADMINISTRATOR");
    await world.pool.query(
      `insert into email_change (user_id, email, email_key, expires_at)
       values ($1, 'else@x.test', 'else@x.test', now() + interval '1 hour')`,
      [user.id],
    );
    await world.pool.query("insert into known_device (hash, user_id) values ($1, $2)", ["0".repeat(64), user.id]);
    const given = { db: world.db, workspaceId, email: user.email, password: "Given-password-1" };
    expect(await ensureAdministrator(given)).toEqual({ email: user.email, password: given.password });
    for (const table of ["email_change", "known_device"])
      expect([
        table,
        (await world.pool.query(`select 1 from ${table} where user_id = $1`, [user.id])).rowCount,
      ]).toEqual([table, 0]);
    const { rows } = await world.pool.query(
      "select r.name from role r join user_role ur on ur.role_id = r.id where ur.user_id = $1 order by r.id",
      [user.id],
    );
    expect(rows.map(({ name }) => name)).toEqual([expect.any(String), expect.stringMatching(/^Administrator \d+$/)]);
    // Roles that lose what makes an administrator are mended by the next start.
    const held = await world.pool.query("select role_id from user_role where user_id = $1", [user.id]);
    for (const { role_id } of held.rows) await setPermissions(world.pool, role_id, []);
    expect(await ensureAdministrator(given)).not.toBeNull();
  });

  it("refuses a password or an address that breaks the rules, in one sentence", async () => {
    const workspaceId = await addWorkspace(world.pool);
    const made = (email: string, password: string) =>
      ensureAdministrator({ db: world.db, workspaceId, email, password });
    await expect(made("root", "Given-password-1")).rejects.toThrow(/e-mail address "root" is not valid\.$/);
    await expect(made("root@x.test", "short")).rejects.toThrow(/^The administrator's password cannot be used: /);
  });
});
