/**
 * Slows guessing down. Every attempt is counted, in one statement, before anything is looked at: however many race,
 * each sees the count of the others. Success gives the attempt back. The counts lie in the database, so all nodes
 * share them, and keys are made of what was typed, so an unknown account answers as a known one does.
 */
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { eq, inArray, sql } from "drizzle-orm";
import { accountText } from "../../protocol/text/account-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import { throttle } from "./schema.ts";

export type ThrottleRule =
  /** After `free` attempts each further one blocks the key for 1, 2, 4 ... s, at most `maxSeconds`. One is forgotten every `forgetSeconds`. */
  | { kind: "growing"; free: number; maxSeconds: number; forgetSeconds: number }
  /** At most `limit` attempts in a window that begins with the first one. */
  | { kind: "quota"; limit: number; windowSeconds: number };

export const loginRules = {
  account: { kind: "growing", free: 5, maxSeconds: 900, forgetSeconds: 900 },
  address: { kind: "growing", free: 60, maxSeconds: 900, forgetSeconds: 30 },
} as const satisfies Record<string, ThrottleRule>;

export const resetMailRules = {
  account: { kind: "quota", limit: 3, windowSeconds: 3600 },
  address: { kind: "quota", limit: 20, windowSeconds: 3600 },
} as const satisfies Record<string, ThrottleRule>;

/** New addresses one account may try: the answer tells whether they are taken. */
export const changeEmailRule = { kind: "quota", limit: 10, windowSeconds: 3600 } as const satisfies ThrottleRule;

/** Calls of invite_users, each for up to 100 people. */
export const inviteRules = {
  account: { kind: "quota", limit: 60, windowSeconds: 3600 },
  address: { kind: "quota", limit: 200, windowSeconds: 3600 },
} as const satisfies Record<string, ThrottleRule>;

/** Key of an account for one purpose; it does not show the e-mail. */
export const accountKey = (purpose: string, workspaceId: number, emailKey: string): string =>
  `${purpose}:account:${createHash("sha256").update(`${workspaceId}:${emailKey}`).digest("base64url")}`;

/** Key of an address for one purpose. Whoever has an IPv6 address has all 2^64 of its network. */
export const addressKey = (purpose: string, address: string): string => `${purpose}:address:${networkOf(address)}`;

/** IPv4 addresses as they are, IPv6 ones by their /64. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [plain] = address.split("%");
  if (!isIPv6(plain)) return plain;
  const [head, tail] = plain.split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array(8 - groups.length - after.length).fill("0");
  const full = [...groups, ...zeros, ...after].slice(0, 4);
  return `${full.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/**
 * Counts an attempt.
 * @throws Refused 429 with Retry-After while the key is blocked; that attempt is not counted.
 */
export async function countAttempt(db: Queries, key: string, rule: ThrottleRule): Promise<void> {
  const { failures, updatedAt, blockedUntil } = rule.kind === "growing" ? growing(rule) : quota(rule);
  const { rows } = await db.execute(sql`
    insert into throttle as t (key, failures, blocked_until, updated_at)
    values (${key}, 1, ${firstBlock(rule)}, now())
    on conflict (key) do update set failures = ${failures}, updated_at = ${updatedAt}, blocked_until = ${blockedUntil}
    where t.blocked_until <= now()
    returning key`);
  if (rows.length === 0) await refuse(db, key);
}

/** Counts a call that sends invitations. @throws Refused 429 with Retry-After after too many. */
export async function throttleInvitations(
  db: Queries,
  { session, address }: Pick<Caller, "session" | "address">,
): Promise<void> {
  await countAttempt(db, addressKey("invite", address), inviteRules.address);
  await countAttempt(db, accountKey("invite", session.workspaceId, String(session.userId)), inviteRules.account);
}

/** Counts a request for a reset mail. @throws Refused 429 with Retry-After after too many. */
export async function throttleResetMail(
  db: Queries,
  { workspaceId, emailKey, address }: { workspaceId: number; emailKey: string; address: string },
): Promise<void> {
  await countAttempt(db, addressKey("reset", address), resetMailRules.address);
  await countAttempt(db, accountKey("reset", workspaceId, emailKey), resetMailRules.account);
}

/** Forgets a key: its owner has shown to be who they are. */
export async function forgetAttempts(db: Queries, keys: readonly string[]): Promise<void> {
  await db.delete(throttle).where(inArray(throttle.key, [...keys]));
}

/** Takes the last counted attempt back; the others of the key stay. */
export async function giveBackAttempt(db: Queries, key: string): Promise<void> {
  await db
    .update(throttle)
    .set({ failures: sql`greatest(${throttle.failures} - 1, 0)`, blockedUntil: free })
    .where(eq(throttle.key, key));
}

/** After a password that was right: forgets the account's attempts and gives the address the last one back. */
export async function forgiveAttempts(db: Queries, keys: { account: string; address: string | null }): Promise<void> {
  await db.execute(sql`
    with forgotten as (delete from throttle where key = ${keys.account})
    update throttle set failures = greatest(failures - 1, 0), blocked_until = ${free} where key = ${keys.address}`);
}

/** Removes rows that no rule remembers any more. */
export async function sweepThrottle(db: Queries): Promise<void> {
  await db.execute(sql`
    delete from throttle where blocked_until < now() and updated_at < now() - interval '1 day'`);
}

/** Not blocked. "now()" would be: of two statements at once, the one that began first may come second. */
const free = sql`'epoch'::timestamptz`;
const seconds = (value: ReturnType<typeof sql> | number) => sql`(${value}) * interval '1 second'`;

function growing({ free: allowed, maxSeconds, forgetSeconds }: Extract<ThrottleRule, { kind: "growing" }>) {
  const forgotten = sql`greatest(floor(extract(epoch from now() - t.updated_at) / ${forgetSeconds}::int)::int, 0)`;
  const failures = sql`greatest(t.failures - ${forgotten}, 0) + 1`;
  return {
    failures,
    // The part of a period that has passed is kept, or frequent attempts would never be forgotten.
    updatedAt: sql`case when t.failures <= ${forgotten} then now() else t.updated_at + ${seconds(sql`${forgotten} * ${forgetSeconds}::int`)} end`,
    blockedUntil: sql`case when ${failures} <= ${allowed}::int then ${free}
      else now() + ${seconds(sql`least(power(2, least(${failures} - ${allowed}::int - 1, 20)), ${maxSeconds}::int)`)} end`,
  };
}

function quota({ limit, windowSeconds }: Extract<ThrottleRule, { kind: "quota" }>) {
  const end = sql`t.updated_at + ${seconds(sql`${windowSeconds}::int`)}`;
  const isOver = sql`${end} <= now()`;
  const failures = sql`case when ${isOver} then 1 else t.failures + 1 end`;
  return {
    failures,
    updatedAt: sql`case when ${isOver} then now() else t.updated_at end`,
    blockedUntil: sql`case when ${failures} < ${limit}::int then ${free} else ${end} end`,
  };
}

/** Until when the very first attempt blocks: not at all, unless nothing more is free. */
function firstBlock(rule: ThrottleRule) {
  if (rule.kind === "quota" && rule.limit <= 1) return sql`now() + ${seconds(sql`${rule.windowSeconds}::int`)}`;
  return rule.kind === "growing" && rule.free < 1 ? sql`now() + ${seconds(1)}` : free;
}

async function refuse(db: Queries, key: string): Promise<void> {
  const { rows } = await db.execute<{ wait: number }>(
    sql`select ceil(extract(epoch from blocked_until - now()))::int as wait from throttle where key = ${key}`,
  );
  const wait = Math.max(1, rows[0]?.wait ?? 1);
  throw new Refused(429, accountText.refused.tooMany(wait), wait);
}
