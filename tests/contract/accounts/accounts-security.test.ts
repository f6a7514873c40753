/** Guessing, probing and hiding: throttles, answers that tell nothing, allowed domains, and the audit. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  changePassword,
  checkCredentials,
  checkToken,
  getToken,
  logOut,
  resetForgotPassword,
  sendResetPasswordEmail,
} from "../../../src/protocol/accounts.ts";
import { getRecordings } from "../../../src/protocol/routes.ts";
import { accountText } from "../../../src/protocol/text/account-text.ts";
import { sessionOf } from "../../../src/server/identity/session.ts";
import { throttleInvitations } from "../../../src/server/identity/throttle.ts";
import { issueSession } from "../../../src/server/identity/tokens.ts";
import { startIdentityUpkeep } from "../../../src/server/identity/upkeep.ts";
import { addToken, addUser, addWorkspace } from "../../support/accounts.ts";
import { makeWorld, type World } from "./accounts-world.ts";

const { refused } = accountText;
let world: World;
beforeAll(async () => {
  world = await makeWorld();
}, 120_000);
afterAll(() => world?.close());

let lastAddress = 0;
const newAddress = () => `198.51.100.${++lastAddress}`;
const unblock = () => world.pool.query("update throttle set blocked_until = now() where blocked_until > now()");

describe("guessing passwords", () => {
  /** Answers of seven wrong guesses, then of the right password, from one address each. */
  async function guess(email: string, rightPassword: string) {
    const answers = [];
    for (let n = 0; n < 7; n++)
      answers.push(await world.call(getToken, { email, password: `wrong-${n}` }, { address: newAddress() }));
    answers.push(await world.call(getToken, { email, password: rightPassword }, { address: newAddress() }));
    return answers;
  }

  it("is slowed down from the sixth failure on, also for the right password, and tells when to come back", async () => {
    const user = await world.person();
    const answers = await guess(user.email, user.password);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    expect(answers[6]).toMatchObject({ text: "Too many attempts. Please try again in 1 second.", retryAfter: 1 });
    await unblock();
    await world.call(getToken, { email: user.email, password: "wrong" }, { address: newAddress() });
    const blocked = await world.call(getToken, user, { address: newAddress() });
    expect(blocked).toMatchObject({ status: 429, retryAfter: 2 });
    await unblock();
    await world.signIn(user, newAddress());
    const after = await guess(user.email, user.password);
    expect(
      after.map(({ status }) => status),
      "success begins anew",
    ).toEqual(answers.map(({ status }) => status));
  });

  it("sees the same of an account that is not there", async () => {
    const user = await world.person();
    const known = await guess(user.email, user.password);
    const unknown = await guess("nobody@nowhere.test", user.password);
    expect(unknown).toEqual(known);
  });

  it("costs the same statements for an account that is not there", async () => {
    const user = await world.person();
    const statements = async (email: string) => {
      const spy = vi.spyOn(world.pool, "query");
      await world.call(getToken, { email, password: "wrong" }, { address: newAddress() });
      const count = spy.mock.calls.length;
      spy.mockRestore();
      return count;
    };
    const known = await statements(user.email);
    expect(known).toBeGreaterThan(3);
    expect(await statements("nobody-else@nowhere.test")).toBe(known);
  });

  it("of many accounts from one address is slowed down too, and success gives one attempt back only", async () => {
    const address = "2001:db8:7:7::1";
    const neighbour = "2001:db8:7:7:ffff::9";
    const user = await world.person();
    const wrong = (n: number, from: string) =>
      world.call(getToken, { email: `spray-${n}@nowhere.test`, password: "wrong" }, { address: from });
    const first = await Promise.all(Array.from({ length: 60 }, (_, n) => wrong(n, address)));
    expect(first.map(({ status }) => status)).toEqual(Array(60).fill(401));
    await world.signIn(user, address);
    expect(await wrong(61, address)).toMatchObject({ status: 401 });
    expect(await wrong(62, neighbour)).toMatchObject({ status: 429 });
    expect(await world.call(getToken, user, { address })).toMatchObject({ status: 429 });
    await world.signIn(user, newAddress());
  });

  it("is counted for the last hop, whatever the client wrote, where any proxy is trusted", async () => {
    const trusting = await makeWorld({ TRUST_PROXY: "on" });
    try {
      const email = "nobody@connect.test";
      for (const written of ["6.6.6.6", "7.7.7.7, 8.8.8.8"]) {
        const headers = { "x-forwarded-for": `${written}, 203.0.113.9` };
        await trusting.call(getToken, { email, password: "wrong" }, { address: "10.0.0.1", headers });
      }
      const { rows } = await trusting.pool.query("select ip_address from login_attempt where email = $1", [email]);
      expect(rows).toEqual([{ ip_address: "203.0.113.9" }, { ip_address: "203.0.113.9" }]);
    } finally {
      await trusting.close();
    }
  });

  it("cannot be done with a session either", async () => {
    const user = await world.person();
    const token = await world.signIn(user, newAddress());
    const body = { password: "wrong", new_password: "Another-password-3" };
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) {
      const { status } = await world.call(changePassword, body, { token, address: newAddress() });
      statuses.push(status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429]);
    expect(await world.call(getToken, user, { address: newAddress() })).toMatchObject({ status: 429 });
    const link = await addToken(world.pool, user, { purpose: "reset_password" });
    const reset = { new_password: "Another-password-3" };
    expect(await world.call(resetForgotPassword, reset, { token: link })).toMatchObject({ status: 200 });
    await world.signIn({ ...user, password: reset.new_password }, newAddress());
  });

  it("does not keep fifty people of one hospital from signing in at once, nor the server from answering", async () => {
    const users = await Promise.all(Array.from({ length: 50 }, () => world.person()));
    const address = newAddress();
    let isDone = false;
    const health = (async () => {
      const statuses = new Set<number>();
      while (!isDone) {
        statuses.add((await world.app.http.inject({ url: "/healthz" })).statusCode);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return [...statuses];
    })();
    const tokens = await Promise.all(users.map((user) => world.signIn(user, address)));
    isDone = true;
    expect(new Set(tokens).size).toBe(50);
    expect(await health).toEqual([200]);
    const { rows } = await world.pool.query("select failures from throttle where key = $1", [
      `login:address:${address}`,
    ]);
    expect(rows).toEqual([{ failures: 0 }]);
  });
});

describe("a session", () => {
  it("does not outlive a change of the password that it was begun beside", async () => {
    const user = await world.person();
    const token = await world.signIn(user, newAddress());
    const form = { password: user.password, new_password: "Another-password-3" };
    const [, ...logins] = await Promise.all([
      world.answer(changePassword, form, { token, address: newAddress() }),
      ...[1, 2, 3].map(() => world.call(getToken, user, { address: newAddress() })),
    ]);
    for (const { status } of logins) expect([200, 401]).toContain(status);
    for (const { status, text } of logins.filter(({ status }) => status === 200))
      expect(await world.call(checkToken, {}, { token: JSON.parse(text).token }), `${status}`).toMatchObject({
        status: 401,
      });
    const { id, workspaceId } = user;
    const stale = { id, workspaceId, passwordHash: "the one before" };
    expect(await issueSession(world.drizzle, stale, { lifeMs: 60_000 })).toBeNull();
  });

  it("is swept away some time after its end, and links with it", async () => {
    const user = await world.person();
    const ages = [-2 * 3_600_000, -60_000, 60_000];
    for (const lifeMs of ages) await addToken(world.pool, user, { lifeMs });
    const log = { warn: (_facts: object, event: string) => expect.unreachable(event) };
    await startIdentityUpkeep({ db: world.drizzle, log })();
    const { rows } = await world.pool.query("select id from token where user_id = $1", [user.id]);
    expect(rows).toHaveLength(2);
  });
});

describe("invitations", () => {
  it("are sixty calls an hour for one account", async () => {
    const user = await world.person(["access_admin_user_management"]);
    const session = await sessionOf(world.drizzle, await addToken(world.pool, user));
    if (session === null) throw new Error("The token is not good.");
    const invite = () => throttleInvitations(world.drizzle, { session, address: newAddress() });
    for (let n = 0; n < 60; n++) await invite();
    await expect(invite()).rejects.toMatchObject({ statusCode: 429, retryAfter: expect.any(Number) });
  });
});

describe("mails to reset a password", () => {
  it("are three an hour for an address that was typed, known or not", async () => {
    const user = await world.person();
    const ask = async (email: string) => {
      const answers = [];
      for (let n = 0; n < 4; n++)
        answers.push(await world.call(sendResetPasswordEmail, { email }, { address: newAddress() }));
      return answers.map(({ status, text }) => [status, text.replace(/\d+ seconds/, "n seconds")]);
    };
    const known = await ask(user.email);
    expect(known.map(([status]) => status)).toEqual([200, 200, 200, 429]);
    expect(await ask("nobody-here@nowhere.test")).toEqual(known);
    expect(await world.mails("reset_password", user.email)).toHaveLength(3);
  });

  it("are twenty an hour from one address", async () => {
    const address = newAddress();
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++) {
      const body = { email: `ask-${n}@nowhere.test` };
      statuses.push((await world.call(sendResetPasswordEmail, body, { address })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  });
});

describe("allowed domains", () => {
  it("decide whether a sign-in is valid and calls are admitted, but never lock out who manages them", async () => {
    const workspaceId = await addWorkspace(world.pool);
    const inWorkspace = { workspaceId, permissions: ["access_data_visualize"] as const };
    const outside = await addUser(world.pool, inWorkspace);
    const inside = await addUser(world.pool, { ...inWorkspace, email: "ada@Good.test" });
    const manager = await addUser(world.pool, {
      workspaceId,
      permissions: ["access_admin_user_management", "access_data_visualize"],
    });
    const look = async (user: typeof outside) => {
      const token = await world.signIn(user);
      const checks = await world.answer(checkCredentials, { email: user.email }, { token });
      const { status, text } = await world.call(getRecordings, {}, { token });
      return { checks, status, ...(status === 200 ? {} : { text }) };
    };
    const valid = { checks: { Account: "Valid", "E-mail domain": "Valid" }, status: 200 };
    for (const user of [outside, inside, manager]) expect(await look(user)).toEqual(valid);
    await world.pool.query("update workspace set restrict_email_domains = true where id = $1", [workspaceId]);
    await world.pool.query("insert into email_domain (workspace_id, domain) values ($1, 'good.test')", [workspaceId]);
    expect(await look(outside)).toEqual({
      checks: { Account: "Valid", "E-mail domain": "Not allowed in this workspace" },
      status: 403,
      text: refused.domainNotAllowed,
    });
    for (const user of [inside, manager]) expect(await look(user)).toEqual(valid);
  });

  it("are checked for the caller alone", async () => {
    const [user, other] = [await world.person([]), await world.person()];
    const token = await world.signIn(user);
    const own = await world.answer(checkCredentials, { email: user.email.toUpperCase() }, { token });
    expect(own).toEqual({ Account: "No permissions", "E-mail domain": "Valid" });
    expect(await world.call(checkCredentials, { email: other.email }, { token })).toMatchObject({ status: 403 });
  });
});

describe("the audit", () => {
  it("has a row for every attempt to sign in, with what was typed and from where", async () => {
    const user = await world.person();
    const [wrong, right] = [newAddress(), newAddress()];
    const typed = user.email.toUpperCase();
    await world.call(getToken, { email: typed, password: "wrong" }, { address: wrong });
    await world.signIn(user, right);
    await world.call(getToken, { email: "nobody@audit.test", password: "wrong" }, { address: wrong });
    for (let n = 0; n < 6; n++) await world.call(getToken, { email: "nobody@audit.test", password: "wrong" });
    const { rows } = await world.pool.query(
      `select email, user_id, ip_address, status from login_attempt
       where user_id = $1 or email = 'nobody@audit.test' order by id`,
      [user.id],
    );
    expect(rows.slice(0, 3)).toEqual([
      { email: typed, user_id: user.id, ip_address: wrong, status: false },
      { email: user.email, user_id: user.id, ip_address: right, status: true },
      { email: "nobody@audit.test", user_id: null, ip_address: wrong, status: false },
    ]);
    expect(rows, "the throttled one too").toHaveLength(9);
  });

  it("is only ever added to", async () => {
    const user = await world.person();
    await world.signIn(user, newAddress());
    await world.pool.query(
      "insert into user_action (workspace_id, email, permission, action, ip_address) values ($1, 'a', '', 'b', 'c')",
      [world.workspaceId],
    );
    for (const table of ["login_attempt", "user_action"])
      for (const statement of [`update ${table} set email = 'x'`, `delete from ${table}`, `truncate ${table}`])
        await expect(world.pool.query(statement), statement).rejects.toThrow(
          `rows of ${table} are never changed or removed`,
        );
  });
});

it("tells who holds a token that it ended, and keeps no token in the clear", async () => {
  const user = await world.person();
  const token = await world.signIn(user, newAddress());
  const { rows } = await world.pool.query<{ id: string }>("select id from token where user_id = $1", [user.id]);
  await world.answer(logOut, {}, { token });
  const event = { kind: "tokens-ended", tokenIds: [Number(rows[0].id)] };
  await expect.poll(() => world.events).toContainEqual(event);
  expect(await world.call(checkToken, {}, { token })).toMatchObject({ status: 401, text: refused.badToken });
});
