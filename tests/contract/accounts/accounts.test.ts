/** The life of an account through the calls: invited, created, signed in, changed, reset, deleted. */
import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  changeEmail,
  changePassword,
  checkToken,
  createAccount,
  deleteOwnUser,
  getCurrentUser,
  getToken,
  getTokenInfo,
  getWorkspacesByUser,
  logOut,
  resetForgotPassword,
  sendResetPasswordEmail,
  updateTokenExpireTime,
} from "../../../src/protocol/accounts.ts";
import { permissionMap } from "../../../src/protocol/permissions.ts";
import { accountText } from "../../../src/protocol/text/account-text.ts";
import {
  addProject,
  addSite,
  addToken,
  addUser,
  addWorkspace,
  setScope,
  type TestUser,
} from "../../support/accounts.ts";
import { makeWorld, type World } from "./accounts-world.ts";

const { refused } = accountText;
const newPassword = "Another-password-3";
let world: World;
beforeAll(async () => {
  world = await makeWorld({ PUBLIC_URL: "https://connect.example" });
}, 120_000);
afterAll(() => world?.close());

const minutes = 60_000;
const checked = (token: string) => world.call(checkToken, {}, { token });
const link = (user: TestUser, purpose: "create_account" | "reset_password") =>
  addToken(world.pool, user, { purpose, lifeMs: 10 * minutes });
const actionsOf = async (userId: number) =>
  (
    await world.pool.query<{ action: string; permission: string; facts: unknown; ip_address: string; email: string }>(
      "select action, permission, facts, ip_address, email from user_action where user_id = $1 and kind = 'change' order by id",
      [userId],
    )
  ).rows;

describe("an invitation", () => {
  const form = { first_name: " Ada ", last_name: "Lovelace", password: newPassword, country: "United Kingdom" };

  it("becomes an account, once", async () => {
    const invited = await world.person(["upload_data"], { isVerified: false });
    const token = await link(invited, "create_account");
    expect(await world.answer(checkToken, {}, { token })).toEqual({
      permissions: permissionMap(new Set(["create_account"])),
      email: invited.email,
    });
    expect(await world.answer(createAccount, form, { token, address: "192.0.2.1" })).toEqual({
      message: "Your account was created. Please check your email for confirmation.",
    });
    expect(await world.call(createAccount, form, { token })).toMatchObject({ status: 401, text: refused.badToken });
    const session = await world.signIn({ ...invited, password: newPassword });
    expect(await world.answer(getCurrentUser, {}, { token: session })).toMatchObject({
      id: invited.id,
      first_name: "Ada",
      last_name: "Lovelace",
      country: "United Kingdom",
      is_verified: true,
      role_count: 1,
      role_ids: [invited.roleId],
    });
    expect((await world.answer(checkToken, {}, { token: session })).permissions.upload_data).toBe(true);
    expect(await world.mails("account_created", invited.email)).toHaveLength(1);
    expect(await actionsOf(invited.id)).toEqual([
      {
        action: createAccount.path,
        permission: "",
        facts: { user_id: invited.id },
        ip_address: "192.0.2.1",
        email: invited.email,
      },
    ]);
  });

  it("is completed by one of two who use its link at once", async () => {
    const invited = await world.person([], { isVerified: false });
    const token = await link(invited, "create_account");
    const passwords = ["First-password-1", "Second-password-1"];
    const answers = await Promise.all(
      passwords.map((password) => world.call(createAccount, { ...form, password }, { token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)];
    await world.signIn({ ...invited, password: winner });
  });

  it.each([
    ["a#b", "Passwords may not contain a hashtag."],
    ["abc", "Password must contain at least one special character."],
    ["abc!", "Password must contain at least one number."],
    ["abc!1", "Password must be at least 8 characters long"],
  ])("holds to the rules: %s", async (password, text) => {
    const invited = await world.person([], { isVerified: false });
    const token = await link(invited, "create_account");
    expect(await world.call(createAccount, { ...form, password }, { token })).toMatchObject({ status: 400, text });
    const reset = await link(await world.person(), "reset_password");
    const answer = await world.call(resetForgotPassword, { new_password: password }, { token: reset });
    expect(answer).toMatchObject({ status: 400, text });
    expect((await checked(reset)).status, "the link is still good").toBe(200);
  });

  it("demands names that are neither blank nor hold control characters, and an allowed domain", async () => {
    const workspaceId = await addWorkspace(world.pool);
    const invited = await addUser(world.pool, { workspaceId, permissions: [], isVerified: false });
    const token = await link(invited, "create_account");
    expect(await world.call(createAccount, { ...form, country: " " }, { token })).toMatchObject({ status: 400 });
    for (const name of ["Ada\u0000", "Ada\r\nBcc: x@y.example", "\ud800"])
      expect(await world.call(createAccount, { ...form, last_name: name }, { token })).toMatchObject({ status: 400 });
    await world.pool.query("update workspace set restrict_email_domains = true where id = $1", [workspaceId]);
    const answer = await world.call(createAccount, form, { token });
    expect(answer).toMatchObject({ status: 403, text: refused.domainNotAllowed });
  });

  it("cannot sign in before", async () => {
    const invited = await world.person([], { isVerified: false });
    for (const password of ["", "x", invited.password])
      expect([400, 401]).toContain((await world.call(getToken, { email: invited.email, password })).status);
  });
});

describe("a session", () => {
  it("begins with what the roles hold and lasts half an hour", async () => {
    const user = await world.person(["access_data_visualize", "upload_data"]);
    const body = { permissions: ["anything"], email: ` ${user.email.toUpperCase()}`, password: user.password };
    const { token, permissions, time_created, time_expires } = await world.answer(getToken, body);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(permissions).toEqual(permissionMap(new Set(["access_data_visualize", "upload_data"])));
    expect(time_expires - time_created).toBe(30 * minutes);
    const stored = await world.pool.query("select hash from token where user_id = $1", [user.id]);
    expect(stored.rows[0].hash).toMatch(/^[0-9a-f]{64}$/);
    expect(stored.rows[0].hash).not.toContain(token);
  });

  it("knows its user with sites and projects", async () => {
    const user = await world.person();
    const scope = {
      projectIds: [await addProject(world.pool, world.workspaceId)],
      siteIds: [await addSite(world.pool, world.workspaceId), await addSite(world.pool, world.workspaceId)],
    };
    await setScope(world.pool, user.id, scope);
    const token = await world.signIn(user);
    expect(await world.answer(getCurrentUser, { study_id: world.workspaceId }, { token })).toMatchObject({
      email: user.email,
      site_ids: scope.siteIds,
      project_ids: scope.projectIds,
      site_count: 2,
      project_count: 1,
    });
    expect(await world.call(getCurrentUser, { study_id: 1_000_000 }, { token })).toMatchObject({ status: 403 });
    expect(await world.call(checkToken, { study_ids: [1_000_000] }, { token })).toMatchObject({ status: 403 });
  });

  it("is renewed by its own call and by no other", async () => {
    const token = await addToken(world.pool, await world.person(), { lifeMs: 5 * minutes });
    const before = await world.answer(getTokenInfo, {}, { token });
    await checked(token);
    expect(await world.answer(getTokenInfo, {}, { token })).toEqual(before);
    const renewed = await world.answer(updateTokenExpireTime, {}, { token });
    expect(renewed.time_created).toBeGreaterThan(before.time_created);
    expect(renewed.time_expires - renewed.time_created).toBe(30 * minutes);
    expect(await world.answer(getTokenInfo, {}, { token })).toEqual(renewed);
  });

  it("ends by logging out, alone", async () => {
    const user = await world.person();
    const [one, two] = [await world.signIn(user), await world.signIn(user)];
    await world.answer(logOut, {}, { token: one });
    expect([(await checked(one)).status, (await checked(two)).status]).toEqual([401, 200]);
  });

  it("feels a change of roles at once", async () => {
    const user = await world.person(["upload_data"]);
    const token = await world.signIn(user);
    await world.pool.query("delete from role_permission where role_id = $1", [user.roleId]);
    expect((await world.answer(checkToken, {}, { token })).permissions).toEqual(permissionMap(new Set()));
  });

  it("belongs to one workspace, where the same e-mail may have another account", async () => {
    const user = await world.person();
    const elsewhere = await addWorkspace(world.pool);
    const twin = await addUser(world.pool, {
      workspaceId: elsewhere,
      email: user.email,
      password: "Twin-password-1",
      permissions: [],
    });
    const wrong = { email: user.email, password: user.password };
    expect(await world.call(getToken, wrong, { workspace: elsewhere })).toMatchObject({ status: 401 });
    const token = await world.signIn(twin);
    const { data } = await world.answer(getWorkspacesByUser, {}, { token });
    expect(data).toEqual([{ id: elsewhere, name: expect.any(String) }]);
    expect(await world.answer(getCurrentUser, {}, { token })).toMatchObject({ id: twin.id });
  });

  it("brings an old hash to today's cost", async () => {
    const user = await world.person();
    const old = await hash(user.password, { memoryCost: 8192, timeCost: 1 });
    await world.pool.query("update app_user set password_hash = $2 where id = $1", [user.id, old]);
    await world.signIn(user);
    const { rows } = await world.pool.query("select password_hash from app_user where id = $1", [user.id]);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    await world.signIn(user);
  });
});

describe("a password", () => {
  it("is changed by who knows the old one, and every session and link ends", async () => {
    const user = await world.person();
    const [one, two] = [await world.signIn(user), await world.signIn(user)];
    const mailed = await link(user, "reset_password");
    const form = { password: user.password, new_password: newPassword };
    const refusals = [
      [{ ...form, new_password: user.password }, accountText.password.same],
      [{ ...form, new_password: "abc" }, accountText.password.special],
      [{ ...form, new_password: "abc!#" }, accountText.password.hashtag],
      [{ ...form, password: "wrong" }, refused.wrongPassword],
    ] as const;
    for (const [body, text] of refusals)
      expect(await world.call(changePassword, body, { token: one })).toMatchObject({ status: 400, text });
    expect(await world.answer(changePassword, form, { token: one })).toEqual({ message: accountText.passwordChanged });
    for (const token of [one, two, mailed]) expect((await checked(token)).status).toBe(401);
    expect(await world.call(getToken, user)).toMatchObject({ status: 401 });
    await world.signIn({ ...user, password: newPassword });
    expect(await world.mails("password_changed", user.email)).toHaveLength(1);
    expect((await actionsOf(user.id)).map(({ action }) => action)).toEqual([changePassword.path]);
  });

  it("is reset by a link that is good once, and every session ends", async () => {
    const user = await world.person();
    const session = await world.signIn(user);
    const token = await link(user, "reset_password");
    expect(await world.answer(checkToken, {}, { token })).toEqual({
      permissions: permissionMap(new Set()),
      email: user.email,
    });
    const answers = await Promise.all(
      [1, 2].map(() => world.call(resetForgotPassword, { new_password: newPassword }, { token })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    for (const old of [session, token]) expect((await checked(old)).status).toBe(401);
    await world.signIn({ ...user, password: newPassword });
    expect(await world.mails("password_changed", user.email)).toHaveLength(1);
  });

  it("is asked for in the same words, whether or not there is such an account", async () => {
    const user = await world.person();
    for (const email of [user.email, "nobody@nowhere.test"]) {
      expect(await world.answer(sendResetPasswordEmail, { email })).toEqual({
        message: "Please check your email to reset your password.",
      });
      expect(await world.mails("reset_password", email)).toEqual([{ recipient: email, facts: {} }]);
    }
    expect(await world.call(sendResetPasswordEmail, { email: "nobody" })).toMatchObject({
      status: 400,
      text: "Enter a valid email.",
    });
  });
});

describe("the wish for another e-mail", () => {
  const other = () => `New-${Math.random().toString(36).slice(2)}@connect.test`;

  it("holds to the rules", async () => {
    const [user, taken] = [await world.person(), await world.person([], { isVerified: false })];
    const token = await world.signIn(user);
    const cases = [
      ["nonsense", user.password, 400, accountText.email.invalid],
      [user.email.toUpperCase(), user.password, 400, accountText.email.same],
      [other(), "wrong", 400, refused.wrongPassword],
      [taken.email.toUpperCase(), user.password, 409, refused.emailTaken],
    ] as const;
    for (const [new_email, password, status, text] of cases)
      expect(await world.call(changeEmail, { new_email, password }, { token })).toMatchObject({ status, text });
    expect((await checked(token)).status).toBe(200);
  });

  it("stays within the allowed domains", async () => {
    const workspaceId = await addWorkspace(world.pool);
    const user = await addUser(world.pool, { workspaceId, permissions: [] });
    await world.pool.query("update workspace set restrict_email_domains = true where id = $1", [workspaceId]);
    await world.pool.query("insert into email_domain (workspace_id, domain) values ($1, 'good.test')", [workspaceId]);
    const token = await world.signIn(user);
    const change = (new_email: string) => world.call(changeEmail, { new_email, password: user.password }, { token });
    expect(await change("a@bad.test")).toMatchObject({ status: 400, text: refused.domainNotAllowed });
    expect(await change("a@good.test.bad.test")).toMatchObject({ status: 400, text: refused.domainNotAllowed });
    expect(await change("a@Good.test")).toMatchObject({ status: 200 });
  });

  it("cannot be probed for ever", async () => {
    const [user, taken] = [await world.person(), await world.person()];
    const token = await world.signIn(user);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) {
      const body = { new_email: taken.email, password: user.password };
      statuses.push((await world.call(changeEmail, body, { token })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(409), 429]);
  });
});

describe("deleting one's own account", () => {
  it("wants the own e-mail and password, and leaves the audit", async () => {
    const user = await world.person();
    const [token, other] = [await world.signIn(user), await world.signIn(user)];
    const { email, password } = user;
    const cases = [
      [{ email: world.administrator.email, password }, accountText.email.noMatch],
      [{ email, password: "wrong" }, refused.wrongPassword],
    ] as const;
    for (const [body, text] of cases)
      expect(await world.call(deleteOwnUser, body, { token })).toMatchObject({ status: 400, text });
    expect(await world.answer(deleteOwnUser, { email, password }, { token })).toEqual({
      message: accountText.deleted,
    });
    for (const old of [token, other]) expect((await checked(old)).status).toBe(401);
    expect(await world.call(getToken, { email, password })).toMatchObject({ status: 401, text: refused.badLogin });
    expect(await world.mails("account_deleted", email)).toHaveLength(1);
    expect((await actionsOf(user.id)).map(({ action }) => action)).toEqual([deleteOwnUser.path]);
  });

  it("is refused to the last administrator, also when two leave at once", async () => {
    const workspaceId = await addWorkspace(world.pool);
    const permissions = ["access_admin_user_management", "access_admin_role_and_permissions"] as const;
    const pair = await Promise.all([1, 2].map(() => addUser(world.pool, { workspaceId, permissions })));
    // Neither half an administrator nor an invited one counts.
    await addUser(world.pool, { workspaceId, permissions: permissions.slice(0, 1) });
    await addUser(world.pool, { workspaceId, permissions, isVerified: false });
    const leave = async (user: TestUser) => {
      const token = await world.signIn(user);
      return () => world.call(deleteOwnUser, { email: user.email, password: user.password }, { token });
    };
    const leaves = await Promise.all(pair.map(leave));
    const answers = await Promise.all(leaves.map((go) => go()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.map(({ text }) => text)).toContain(refused.lastAdministrator);
    const stays = pair[answers.findIndex(({ status }) => status === 409)];
    await world.signIn(stays);
  });
});
