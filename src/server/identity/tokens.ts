/** Opaque tokens: 32 random bytes, of which the database knows the sha256 alone. */
import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Queries } from "../platform/database/sql.ts";
import { type StoredPurpose, token as tokens } from "./schema.ts";

export const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex");

/** What a new token looks like; it cannot be had again. */
export interface IssuedToken {
  token: string;
  tokenId: number;
  createdAt: Date;
  expiresAt: Date;
  /** null: it is not a session's. */
  endsAt: Date | null;
}

/** Makes a token that is good for `lifeMs` from now on, by the clock of the database. */
export async function issueToken(
  db: Queries,
  wanted: {
    purpose: StoredPurpose;
    workspaceId: number;
    userId: number;
    lifeMs: number;
    facts?: Readonly<Record<string, unknown>>;
  },
): Promise<IssuedToken> {
  const token = newToken();
  const { purpose, workspaceId, userId, lifeMs, facts = {} } = wanted;
  const [row] = await db
    .insert(tokens)
    .values({ hash: sha256Hex(token), purpose, workspaceId, userId, facts, expiresAt: after(lifeMs) })
    .returning({ tokenId: tokens.id, createdAt: tokens.createdAt, expiresAt: tokens.expiresAt });
  return { token, ...row, endsAt: null };
}

/**
 * Begins the session (or makes the authorization code) of somebody whose password was just checked against
 * `passwordHash`. null when the account changed or went meanwhile: a session must not outlive the end of all sessions
 * that such a change brings. The shared lock makes whichever of the two comes second see the other.
 * `wholeMs`: renewed or not, it is over then.
 */
export async function issueSession(
  db: Queries,
  user: { id: number; workspaceId: number; passwordHash: string },
  { lifeMs, wholeMs = null }: { lifeMs: number; wholeMs?: number | null },
  { purpose, facts = {} }: { purpose: "session" | "oauth_code"; facts?: Readonly<Record<string, unknown>> } = {
    purpose: "session",
  },
): Promise<IssuedToken | null> {
  const token = newToken();
  const endsAt = wholeMs === null ? sql`null::timestamptz` : after(wholeMs);
  const { rows } = await db.execute<Record<"created_at" | "expires_at", string | Date> & IssuedRow>(sql`
    insert into token (hash, purpose, workspace_id, user_id, facts, expires_at, ends_at)
    select ${sha256Hex(token)}, ${purpose}, u.workspace_id, u.id, ${JSON.stringify(facts)}::jsonb,
      least(${after(lifeMs)}, ${endsAt}), ${endsAt}
    from app_user u
    where u.id = ${user.id} and u.workspace_id = ${user.workspaceId} and u.password_hash = ${user.passwordHash}
    for share of u
    returning id, created_at, expires_at, ends_at`);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    token,
    tokenId: Number(row.id),
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    endsAt: row.ends_at === null ? null : new Date(row.ends_at),
  };
}

interface IssuedRow extends Record<string, unknown> {
  id: string;
  ends_at: string | Date | null;
}

/** Begins the life of a session anew, up to its end. null when it has ended meanwhile. */
export async function renewSession(
  db: Queries,
  tokenId: number,
  lifeMs: number,
): Promise<Pick<IssuedToken, "createdAt" | "expiresAt" | "endsAt"> | null> {
  const [row] = await db
    .update(tokens)
    .set({ createdAt: sql`now()`, expiresAt: sql`least(${after(lifeMs)}, ${tokens.endsAt})` })
    .where(and(eq(tokens.id, tokenId), eq(tokens.purpose, "session"), gt(tokens.expiresAt, sql`now()`)))
    .returning({ createdAt: tokens.createdAt, expiresAt: tokens.expiresAt, endsAt: tokens.endsAt });
  return row ?? null;
}

/** Uses a single-use token up. True for one caller only, however many race. */
export async function spendToken(db: Queries, tokenId: number): Promise<boolean> {
  const rows = await db
    .update(tokens)
    .set({ usedAt: sql`now()` })
    .where(and(eq(tokens.id, tokenId), isNull(tokens.usedAt), gt(tokens.expiresAt, sql`now()`)))
    .returning({ id: tokens.id });
  return rows.length > 0;
}

/** Ends one token. Tells its id when there was one, for the event "tokens-ended". */
export const endToken = (db: Queries, tokenId: number): Promise<number[]> =>
  idsOf(db.delete(tokens).where(eq(tokens.id, tokenId)).returning({ id: tokens.id }));

/** Ends all tokens of these users, sessions and links alike (or those of some purposes). Tells their ids. */
export function endTokensOf(
  db: Queries,
  userIds: readonly number[],
  purposes?: readonly StoredPurpose[],
): Promise<number[]> {
  const ofPurpose = purposes === undefined ? undefined : inArray(tokens.purpose, [...purposes]);
  const isTheirs = inArray(tokens.userId, [...userIds]);
  return idsOf(db.delete(tokens).where(and(isTheirs, ofPurpose)).returning({ id: tokens.id }));
}

/** Ends the older unused links of a user and purpose: one stays good. */
export async function endOlderLinks(
  db: Queries,
  { userId, purpose, tokenId }: { userId: number; purpose: StoredPurpose; tokenId: number },
): Promise<void> {
  await db.execute(
    sql`delete from token where user_id = ${userId} and purpose = ${purpose} and used_at is null and id < ${tokenId}`,
  );
}

/** Marks an authorization code as used. */
export async function markCodeUsed(tx: Queries, codeId: string): Promise<void> {
  await tx.execute(sql`update token set used_at = now() where id = ${codeId}`);
}

/** Ends the access tokens that a code became. Tells their ids. */
export async function endAccessOf(tx: Queries, codeId: string): Promise<number[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    delete from token where purpose = 'oauth_access' and facts ->> 'code_id' = ${String(codeId)} returning id`);
  return rows.map(({ id }) => Number(id));
}

/** What the mailer needs of tokens. */
export const linkTokens = { issue: issueToken, end: endToken, endOlder: endOlderLinks };

/** Removes tokens that expired a while ago; a used link is kept until then, so that it stays used. */
export async function sweepTokens(db: Queries): Promise<void> {
  await db.delete(tokens).where(lt(tokens.expiresAt, sql`now() - interval '1 hour'`));
}

const newToken = () => randomBytes(32).toString("base64url");
const after = (lifeMs: number) => sql`now() + ${lifeMs} * interval '1 millisecond'`;
const idsOf = async (rows: PromiseLike<{ id: number }[]>) => (await rows).map(({ id }) => id);
