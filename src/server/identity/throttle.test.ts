import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { placeEmptyDatabase } from "../../../tests/support/empty-database.ts";
import { type Database, openDatabase } from "../platform/database/database.ts";
import { Refused } from "../platform/http/routes.ts";
import {
  accountKey,
  addressKey,
  countAttempt,
  forgetAttempts,
  giveBackAttempt,
  loginRules,
  resetMailRules,
  sweepThrottle,
  type ThrottleRule,
} from "./throttle.ts";

const dataDir = mkdtempSync(join(tmpdir(), "connect-throttle-"));
let database: Database;
beforeAll(async () => {
  await placeEmptyDatabase(dataDir);
  database = await openDatabase({ dataDir });
}, 120_000);
afterAll(async () => {
  await database?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Seconds to wait, 0 when the attempt is admitted. */
const attempt = (key: string, rule: ThrottleRule) =>
  countAttempt(database.drizzle, key, rule).then(
    () => 0,
    (error: unknown) => {
      if (!(error instanceof Refused) || error.statusCode !== 429) throw error;
      expect(error.message).toMatch(/^Too many attempts\. Please try again in \d+ seconds?\.$/);
      return error.retryAfter;
    },
  );
/** Makes the row look as if this many seconds had passed. */
const pass = (key: string, seconds: number) =>
  database.pool.query(
    `update throttle set blocked_until = blocked_until - $2 * interval '1 second',
      updated_at = updated_at - $2 * interval '1 second' where key = $1`,
    [key, seconds],
  );
const failuresOf = async (key: string) =>
  (await database.pool.query<{ failures: number }>("select failures from throttle where key = $1", [key])).rows[0]
    ?.failures;

describe("growing delay", () => {
  const rule = loginRules.account;

  it("gives five attempts, then 1, 2, 4 ... seconds up to fifteen minutes", async () => {
    const waits: (number | undefined)[] = [];
    for (let n = 0; n < 5; n++) expect(await attempt("grow", rule)).toBe(0);
    for (let n = 0; n < 13; n++) {
      expect(await attempt("grow", rule)).toBe(0);
      const wait = await attempt("grow", rule);
      waits.push(wait);
      // The waits themselves must not be long enough to forget an attempt.
      await database.pool.query("update throttle set blocked_until = now() where key = 'grow'");
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
  });

  it("does not count what it refuses", async () => {
    for (let n = 0; n < 6; n++) await attempt("refused", rule);
    const before = await failuresOf("refused");
    for (let n = 0; n < 5; n++) expect(await attempt("refused", rule)).toBeGreaterThan(0);
    expect(await failuresOf("refused")).toBe(before);
  });

  it("admits no more of a race than of a queue", async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => attempt("race", rule)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(6);
  });

  it("forgets one attempt a period, however often it is asked", async () => {
    for (let n = 0; n < 4; n++) await attempt("slow", rule);
    for (let n = 0; n < 6; n++) {
      await pass("slow", 500);
      expect(await attempt("slow", rule)).toBe(0);
    }
    expect(await failuresOf("slow")).toBe(4 + 6 - 3);
    await pass("slow", 100_000);
    await attempt("slow", rule);
    expect(await failuresOf("slow")).toBe(1);
  });

  it("is lifted by success, for an address by the one attempt", async () => {
    for (let n = 0; n < 6; n++) await attempt("success", rule);
    expect(await attempt("success", rule)).toBe(1);
    await giveBackAttempt(database.drizzle, "success");
    expect(await failuresOf("success")).toBe(5);
    expect(await attempt("success", rule)).toBe(0);
    await forgetAttempts(database.drizzle, ["success"]);
    expect(await failuresOf("success")).toBeUndefined();
  });
});

describe("quota", () => {
  it("admits three mails in an hour that begins with the first", async () => {
    const rule = resetMailRules.account;
    expect(await attempt("quota", rule)).toBe(0);
    await pass("quota", 1800);
    expect([await attempt("quota", rule), await attempt("quota", rule)]).toEqual([0, 0]);
    const wait = (await attempt("quota", rule)) ?? 0;
    expect(wait).toBeGreaterThan(1700);
    expect(wait).toBeLessThanOrEqual(1800);
    await pass("quota", 1801);
    expect(await attempt("quota", rule)).toBe(0);
    expect(await failuresOf("quota")).toBe(1);
  });

  it("of one admits one", async () => {
    const rule = { kind: "quota", limit: 1, windowSeconds: 60 } as const;
    expect(await attempt("once", rule)).toBe(0);
    expect(await attempt("once", rule)).toBeGreaterThan(50);
  });
});

describe("keys", () => {
  it("do not show the account, and differ by workspace and purpose", () => {
    const key = accountKey("login", 1, "ada@site.org");
    expect(key).not.toContain("ada");
    expect(new Set([key, accountKey("login", 2, "ada@site.org"), accountKey("reset", 1, "ada@site.org")]).size).toBe(3);
  });

  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("of %s are of its network", (address, network) =>
    expect(addressKey("login", address)).toBe(`login:address:${network}`));
});

it("sweeps rows that no rule remembers", async () => {
  await attempt("stale", loginRules.account);
  await attempt("fresh", loginRules.account);
  await pass("stale", 90_000);
  await sweepThrottle(database.drizzle);
  expect([await failuresOf("stale"), await failuresOf("fresh")]).toEqual([undefined, 1]);
});
