/** Sign-ins: known devices are not locked out by strangers, the log is bounded, a session ends whatever is renewed. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emailKey } from "../../../src/domain/people/account-rules.ts";
import {
  changePassword,
  checkToken,
  getToken,
  getTokenInfo,
  updateTokenExpireTime,
} from "../../../src/protocol/accounts.ts";
import { getLoginAttempts } from "../../../src/protocol/admin.ts";
import { accountText } from "../../../src/protocol/text/account-text.ts";
import { hourly, sweepLogins } from "../../../src/server/identity/login-log.ts";
import { ownPasswordKey } from "../../../src/server/identity/sign-in.ts";
import { accountKey } from "../../../src/server/identity/throttle.ts";
import { addWorkspace, type TestUser } from "../../support/accounts.ts";
import { makeWorld, type World } from "./accounts-world.ts";

const { refused } = accountText;
let world: World;
beforeAll(async () => {
  world = await makeWorld({ SESSION_HOURS: "2" });
}, 120_000);
afterAll(() => world?.close());

const stranger = "203.0.113.77";
/** What a browser sends back of the cookies it was given. */
const jarOf = (cookies: readonly string[]) => ({ cookie: cookies.map((one) => one.split(";")[0]).join("; ") });
const signIn = (
  user: Pick<TestUser, "workspaceId" | "email" | "password">,
  headers: Record<string, string> = {},
  address?: string,
) => world.call(getToken, user, { headers, address, workspace: user.workspaceId });
/** A stranger guesses until the account is closed to others; it stays closed for the rest of the test. */
async function lockOut({ workspaceId, email }: TestUser): Promise<void> {
  const key = accountKey("login", workspaceId, emailKey(email));
  await signIn({ workspaceId, email, password: "guess" }, {}, stranger);
  const { rowCount } = await world.pool.query(
    "update throttle set failures = 9, blocked_until = now() + interval '10 minutes' where key = $1",
    [key],
  );
  expect(rowCount).toBe(1);
}

describe("a known device", () => {
  it("is let in while strangers guess, alone and for its own account alone", async () => {
    const [user, other] = [await world.person(), await world.person()];
    const { cookies } = await signIn(user);
    const device = jarOf(cookies);
    await lockOut(user);
    expect(await signIn(user, device)).toMatchObject({ status: 200 });
    expect((await signIn(user)).status).toBe(429);
    await lockOut(other);
    expect((await signIn(other, device)).status).toBe(429);
    const secret = device.cookie.split("=").at(-1);
    for (const [, name] of (await signIn(await world.person())).cookies.map((one) => /^([^=]+)=/.exec(one) ?? []))
      expect((await signIn(user, { cookie: `${name}=${secret}` })).status).toBe(429);
  });

  it("changes its account while strangers guess, and is held up by its own guesses alone", async () => {
    const user = await world.person();
    const token = await world.signIn(user);
    await lockOut(user);
    const passwords = { password: user.password, new_password: "Other-lantern-73" };
    expect((await world.call(changePassword, { ...passwords, password: "guess" }, { token })).status).toBe(400);
    const blocked = async (until: string) => {
      const block = `update throttle set blocked_until = ${until} where key = $1`;
      expect((await world.pool.query(block, [ownPasswordKey({ ...user, userId: user.id })])).rowCount).toBe(1);
    };
    await blocked("now() + interval '10 minutes'");
    expect((await world.call(changePassword, passwords, { token })).status).toBe(429);
    await blocked("'epoch'");
    expect((await world.call(changePassword, passwords, { token })).status).toBe(200);
  });

  it("has a cookie that no script reads and that is sent to sign in alone", async () => {
    const { cookies } = await signIn(await world.person());
    expect(cookies.map((one) => one.replace(/^connect_device_[0-9a-f]{16}=[\w-]{43}/, "it"))).toEqual(
      ["/user/get_token", "/v1/user/oauth_login"].map(
        (path) => `it; Path=${path}; Max-Age=15552000; HttpOnly; SameSite=Strict`,
      ),
    );
    expect((await signIn({ ...(await world.person()), password: "guess" })).cookies).toEqual([]);
  });

  it("is slowed down by its own guesses, and takes no secret that somebody else put there", async () => {
    const user = await world.person();
    const planted = (await signIn(user)).cookies;
    const name = planted[0].split("=")[0];
    const theirs = { cookie: `${name}=${"A".repeat(43)}` };
    expect(jarOf((await signIn(user, theirs)).cookies).cookie).not.toContain("A".repeat(43));
    await lockOut(user);
    const device = jarOf(planted);
    for (let n = 0; n < 5; n++) expect((await signIn({ ...user, password: "guess" }, device)).status).toBe(401);
    const hash = createHash("sha256")
      .update(device.cookie.split("=").at(-1) ?? "")
      .digest("hex");
    const { rows } = await world.pool.query("select failures from throttle where key = $1", [`login:device:${hash}`]);
    expect(rows).toEqual([{ failures: 5 }]);
    await world.pool.query("update throttle set blocked_until = now() + interval '1 hour' where key like $1", [
      `%${hash}`,
    ]);
    expect((await signIn(user, device)).status).toBe(429);
  });

  it("is forgotten when the password changes", async () => {
    const user = await world.person();
    const { cookies, text } = await signIn(user);
    const passwords = { password: user.password, new_password: "Other-lantern-73" };
    await world.answer(changePassword, passwords, { token: JSON.parse(text).token });
    const changed = { ...user, password: "Other-lantern-73" };
    await lockOut(changed);
    expect((await signIn(changed, jarOf(cookies))).status).toBe(429);
  });
});

describe("a session", () => {
  it("ends after its hours, however often it is renewed", async () => {
    const token = await world.signIn(await world.person());
    const { time_ends } = await world.answer(getTokenInfo, {}, { token });
    const begun = Date.now();
    expect(Math.abs((time_ends ?? 0) - begun - 2 * 3_600_000)).toBeLessThan(60_000);
    const hash = "hash = encode(sha256(convert_to($1, 'UTF8')), 'hex')";
    await world.pool.query(`update token set ends_at = now() + interval '10 minutes' where ${hash}`, [token]);
    const renewed = await world.answer(updateTokenExpireTime, {}, { token });
    expect(renewed.time_expires).toBe(renewed.time_ends);
    await world.pool.query(`update token set ends_at = now() - interval '1 second' where ${hash}`, [token]);
    await world.call(updateTokenExpireTime, {}, { token });
    expect(await world.call(checkToken, {}, { token })).toMatchObject({ status: 401, text: refused.badToken });
  });
});

describe("the log of sign-ins", () => {
  const rowsOf = async (workspaceId: number) =>
    (
      await world.pool.query<{ email: string; ip_address: string; status: boolean; attempts: number }>(
        "select email, ip_address, status, attempts from login_attempt where workspace_id = $1 order by id",
        [workspaceId],
      )
    ).rows;

  it("counts on in one row for who guesses without end from one network, and says so", async () => {
    const workspaceId = await addWorkspace(world.pool);
    const person = await world.person(["access_admin_user_management", "access_admin_sites", "access_admin_studies"], {
      workspaceId,
    });
    const token = JSON.parse((await signIn(person)).text).token;
    const more = 7;
    for (let n = 0; n < hourly.network + more; n++)
      await signIn({ ...person, email: `guess-${n}@connect.test`, password: "x" }, {}, `2001:db8::${n + 1}`);
    const failed = (await rowsOf(workspaceId)).filter(({ status }) => !status);
    // An hour may turn over in between: nothing is lost then either.
    expect(failed.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(hourly.network + more);
    expect(failed.length).toBeLessThan(hourly.network + more);
    const { data } = await world.answer(getLoginAttempts, { order_by: "attempts", rows_per_page: 10 }, { token });
    expect(data[0]).toMatchObject({ email: "", status: false });
    expect(data[0].attempts).toBeGreaterThan(1);
  });

  it("cannot be changed, but for the row that counts, and forgets after a year", async () => {
    const { pool } = world;
    const workspaceId = await addWorkspace(pool);
    const insert = `insert into login_attempt (workspace_id, email, ip_address, status, burst_key, login_at)
      values ($1, 'a@b.test', '', false, $2, now() - $3 * interval '1 day')`;
    await pool.query(insert, [workspaceId, null, 1]);
    await pool.query(insert, [workspaceId, "k", 364]);
    await pool.query(insert, [workspaceId, null, 366]);
    for (const change of [
      "update login_attempt set attempts = attempts + 1 where burst_key is null and workspace_id = $1",
      "update login_attempt set attempts = attempts - 1 where burst_key = 'k' and workspace_id = $1",
      "update login_attempt set email = '', attempts = attempts + 1 where burst_key = 'k' and workspace_id = $1",
      "delete from login_attempt where workspace_id = $1",
    ])
      await expect(pool.query(change, [workspaceId])).rejects.toThrow("never changed or removed");
    await sweepLogins(world.drizzle);
    expect(await rowsOf(workspaceId)).toHaveLength(2);
  });
});
