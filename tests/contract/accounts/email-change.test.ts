/** Another e-mail address: a link sent there, and nothing before it is opened. What programs are told of an address. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  cancelEmailChange,
  changeEmail,
  changePassword,
  checkToken,
  confirmEmail,
  createAccount,
  deleteOwnUser,
  getCurrentUser,
  getEmailChange,
  getToken,
  resetForgotPassword,
} from "../../../src/protocol/accounts.ts";
import { inviteUsers } from "../../../src/protocol/admin.ts";
import { accountText } from "../../../src/protocol/text/account-text.ts";
import { linkTokens } from "../../../src/server/identity/tokens.ts";
import { userInfoOf } from "../../../src/server/oauth/codes.ts";
import { openBus } from "../../../src/server/platform/bus/open-bus.ts";
import { type Mailer, startMailer } from "../../../src/server/platform/mail/index.ts";
import { addProject, addSite, addToken, type TestUser } from "../../support/accounts.ts";
import { type MailServer, startMailServer, tokenOf } from "../../support/mail.ts";
import { makeWorld, type World } from "./accounts-world.ts";

const { refused } = accountText;
let world: World;
let smtp: MailServer;
let mailer: Mailer;

beforeAll(async () => {
  world = await makeWorld();
  smtp = await startMailServer();
  mailer = startMailer({
    db: world.drizzle,
    bus: await openBus(),
    config: {
      smtpUrl: smtp.url,
      mailFrom: "CONNECT <no-reply@connect.test>",
      dataDir: world.dataDir,
      deployment: "DEVELOPMENT",
    },
    publicUrl: "https://connect.example",
    tokens: linkTokens,
    log: { info: () => undefined, warn: () => undefined },
    pollMs: 50,
  });
}, 120_000);
afterAll(async () => {
  await mailer?.close();
  await smtp?.close();
  await world?.close();
});

let user: TestUser;
let token: string;
beforeEach(async () => {
  user = await world.person();
  token = await world.signIn(user);
});

const fresh = () => `new-${Math.random().toString(36).slice(2)}@connect.test`;
const ask = (new_email: string, who = { user, token }) =>
  world.call(changeEmail, { new_email, password: who.user.password }, { token: who.token });
const linkTo = async (address: string) => tokenOf(await smtp.next(address, ({ subject }) => /^Confirm/.test(subject)));
const wish = async (address: string, who = { user, token }) => {
  expect(await ask(address, who)).toMatchObject({
    status: 200,
    text: JSON.stringify({ message: accountText.emailAsked }),
  });
  return linkTo(address);
};
const emailNow = async () =>
  (await world.answer(getCurrentUser, {}, { token: await addToken(world.pool, user) })).email;
const gone = { status: 401, text: refused.badToken };

describe("another e-mail", () => {
  it("is nobody's until the link that was sent there is opened, then every session and link ends", async () => {
    const address = `New-${fresh()}`;
    const mailed = await wish(address);
    expect(await emailNow()).toBe(user.email);
    await world.signIn(user);
    expect(await world.call(getToken, { email: address, password: user.password })).toMatchObject({ status: 401 });
    expect((await smtp.next(user.email)).subject).toMatch(/^Another email was asked for/);
    expect(await world.answer(getEmailChange, {}, { token })).toMatchObject({ new_email: address });
    expect(await world.answer(checkToken, {}, { token: mailed })).toMatchObject({
      email: user.email,
      new_email: address,
    });

    expect(await world.answer(confirmEmail, {}, { token: mailed })).toEqual({ message: accountText.emailChanged });
    for (const old of [token, mailed]) expect(await world.call(checkToken, {}, { token: old })).toMatchObject(gone);
    expect(await world.call(getToken, user)).toMatchObject({ status: 401 });
    await world.signIn({ email: address.toLowerCase(), password: user.password });
    for (const told of [user.email, address])
      expect((await smtp.next(told, ({ subject }) => /^Your email was changed/.test(subject))).recipients).toEqual([
        told,
      ]);
    const { rows } = await world.pool.query(
      "select action, email from user_action where user_id = $1 and kind = 'change' order by id",
      [user.id],
    );
    expect(rows).toEqual([changeEmail, confirmEmail].map(({ path }) => ({ action: path, email: user.email })));
  });

  it("changes once, however many open the link at the same moment", async () => {
    const mailed = await wish(fresh());
    const answers = await Promise.all([1, 2, 3].map(() => world.call(confirmEmail, {}, { token: mailed })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it("can be canceled, and a newer wish ends the older link", async () => {
    const [first, second] = [fresh(), fresh()];
    const [older, newer] = [await wish(first), await wish(second)];
    expect(await world.call(confirmEmail, {}, { token: older })).toMatchObject(gone);
    expect(await world.answer(getEmailChange, {}, { token })).toMatchObject({ new_email: second });
    expect(await world.answer(cancelEmailChange, {}, { token })).toEqual({ message: accountText.emailCanceled });
    expect(await world.call(confirmEmail, {}, { token: newer })).toMatchObject(gone);
    expect(await world.answer(getEmailChange, {}, { token })).toEqual({ new_email: null, time_expires: null });
    expect(await emailNow()).toBe(user.email);
  });

  it("is forgotten after a day, and by a change of the password", async () => {
    const stale = await wish(fresh());
    await world.pool.query("update email_change set expires_at = now() where user_id = $1", [user.id]);
    expect(await world.call(confirmEmail, {}, { token: stale })).toMatchObject(gone);
    const thiefs = await wish(fresh());
    const passwords = { password: user.password, new_password: "Longer-and-other-7" };
    await world.answer(changePassword, passwords, { token });
    expect(await world.call(confirmEmail, {}, { token: thiefs })).toMatchObject(gone);
    expect(await emailNow()).toBe(user.email);
  });

  it("goes to the first of two who confirm it", async () => {
    const other = await world.person();
    const address = fresh();
    const mine = await wish(address);
    const theirs = await wish(address, { user: other, token: await world.signIn(other) });
    const answers = await Promise.all([mine, theirs].map((link) => world.call(confirmEmail, {}, { token: link })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.text).toBe(refused.emailTaken);
  });

  it("is refused when somebody was invited with it meanwhile", async () => {
    const { workspaceId, pool } = world;
    const everywhere = await world.person(
      ["access_admin_user_management", "access_admin_sites", "access_admin_studies"],
      {},
    );
    const places = { project_ids: [await addProject(pool, workspaceId)], site_ids: [await addSite(pool, workspaceId)] };
    const address = fresh();
    const mailed = await wish(address);
    const role_ids = [everywhere.roleId];
    await world.answer(
      inviteUsers,
      { ...places, role_ids, emails: [address] },
      { token: await world.signIn(everywhere) },
    );
    expect(await world.call(confirmEmail, {}, { token: mailed })).toMatchObject({
      status: 409,
      text: refused.emailTaken,
    });
    expect(await emailNow()).toBe(user.email);
  });

  it("ends with the account", async () => {
    const mailed = await wish(fresh());
    await world.answer(deleteOwnUser, { email: user.email, password: user.password }, { token });
    expect(await world.call(confirmEmail, {}, { token: mailed })).toMatchObject(gone);
  });

  it("does nothing else with its link", async () => {
    const mailed = await wish(fresh());
    for (const [route, body] of [
      [getCurrentUser, {}],
      [resetForgotPassword, { new_password: "Longer-and-other-7" }],
      [changeEmail, { new_email: fresh(), password: user.password }],
      [createAccount, { first_name: "A", last_name: "B", country: "C", password: "Longer-and-other-7" }],
    ] as const)
      expect(await world.call(route, body, { token: mailed })).toMatchObject({ status: 403 });
  });
});

describe("what a program is told", () => {
  const told = async (id: number) =>
    userInfoOf(
      world.drizzle,
      await addToken(world.pool, { id, workspaceId: world.workspaceId }, { purpose: "oauth_access" }),
    );

  it("is whether the address was ever reached by a mail", async () => {
    expect(await told(user.id)).toMatchObject({ email_verified: false });
    await world.answer(confirmEmail, {}, { token: await wish(fresh()) });
    expect(await told(user.id)).toMatchObject({ email_verified: true });
    const invited = await world.person([], { isVerified: false });
    const link = await addToken(world.pool, invited, { purpose: "create_account" });
    const form = { first_name: "A", last_name: "B", country: "C", password: "Longer-and-other-7" };
    await world.answer(createAccount, form, { token: link });
    expect(await told(invited.id)).toMatchObject({ email_verified: true });
    const reset = await world.person();
    const resetLink = await addToken(world.pool, reset, { purpose: "reset_password" });
    await world.answer(resetForgotPassword, { new_password: "Longer-and-other-7" }, { token: resetLink });
    expect(await told(reset.id)).toMatchObject({ email_verified: true });
  });

  it("is a user name that stays, and that nobody else gets with the address", async () => {
    const before = await told(user.id);
    const oldAddress = user.email;
    await world.answer(confirmEmail, {}, { token: await wish(fresh()) });
    expect(await told(user.id)).toMatchObject({ sub: before?.sub, preferred_username: before?.preferred_username });
    const heir = await world.person(["access_data_visualize"], { email: oldAddress });
    expect((await told(heir.id))?.preferred_username).not.toBe(before?.preferred_username);
    await world.answer(
      deleteOwnUser,
      { email: oldAddress, password: heir.password },
      { token: await world.signIn(heir) },
    );
    const next = await world.person(["access_data_visualize"], { email: oldAddress });
    const names = [before?.preferred_username, (await told(next.id))?.preferred_username, `user-${heir.id}`];
    expect(new Set(names).size).toBe(3);
  });
});
