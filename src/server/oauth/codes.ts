/** Authorization codes and the access tokens they become (RFC 6749 4.1, RFC 7636). Only hashes are stored. */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { endAccessOf, issueSession, issueToken, markCodeUsed, sha256Hex } from "../identity/tokens.ts";
import type { Queries } from "../platform/database/sql.ts";
import { isSameText } from "./clients.ts";
import { OauthError } from "./errors.ts";

const codeLifeMs = 60_000;
/** Used codes are kept for an hour longer than they are good (identity/tokens.ts), so a replay finds its access token. */
export const accessLifeMs = 3_600_000;

/** What a code is bound to. */
export interface CodeFacts extends Record<string, unknown> {
  client_id: string;
  redirect_uri: string;
  /** BASE64URL(SHA256(verifier)); null when the client gave none. */
  code_challenge: string | null;
}

/** null when the account changed or went since the password was checked against `passwordHash`. */
export async function issueCode(
  db: NodePgDatabase,
  user: { id: number; workspaceId: number; passwordHash: string },
  facts: CodeFacts,
): Promise<string | null> {
  const issued = await issueSession(db, user, { lifeMs: codeLifeMs }, { purpose: "oauth_code", facts });
  return issued?.token ?? null;
}

export interface Redemption {
  code: string;
  clientId: string;
  redirectUri: string;
  verifier: string | undefined;
}

interface CodeRow extends Record<string, unknown> {
  id: string;
  workspace_id: number;
  user_id: number;
  facts: CodeFacts;
  is_used: boolean;
  is_expired: boolean;
}

export type Redeemed = { accessToken: string } | { endedTokenIds: number[] };

/**
 * Turns a code into an access token, once. When a code comes a second time, the access token it became is ended: one
 * of the two callers is a thief.
 * @throws OauthError invalid_grant when the code is not good for this client, address and verifier.
 */
export async function redeemCode(db: NodePgDatabase, wanted: Redemption): Promise<Redeemed> {
  const hash = sha256Hex(wanted.code);
  const outcome = await db.transaction(async (tx): Promise<Redeemed | "refused"> => {
    // A change of the password takes the user's row, then ends all tokens: it must find the one that is made here.
    await tx.execute(sql`
      select u.id from app_user u where u.id = (
        select t.user_id from token t where t.hash = ${hash} and t.purpose = 'oauth_code') for share`);
    const { rows } = await tx.execute<CodeRow>(sql`
      select t.id, t.workspace_id, t.user_id, t.facts, t.used_at is not null as is_used, t.expires_at <= now() as is_expired
      from token t join app_user u on u.id = t.user_id and u.is_verified
      where t.hash = ${hash} and t.purpose = 'oauth_code' for update of t`);
    const [row] = rows;
    if (row === undefined || row.facts.client_id !== wanted.clientId) return "refused";
    if (row.is_used) return { endedTokenIds: await endAccessOf(tx, row.id) };
    await markCodeUsed(tx, row.id);
    if (row.is_expired || !isBoundTo(row.facts, wanted)) return "refused";
    const { token } = await issueToken(tx, {
      purpose: "oauth_access",
      workspaceId: row.workspace_id,
      userId: row.user_id,
      lifeMs: accessLifeMs,
      facts: { client_id: wanted.clientId, code_id: Number(row.id) },
    });
    return { accessToken: token };
  });
  if (outcome === "refused") throw new OauthError("invalid_grant", "The code is not valid.");
  return outcome;
}

function isBoundTo(facts: CodeFacts, { redirectUri, verifier }: Redemption): boolean {
  if (facts.redirect_uri !== redirectUri) return false;
  if (facts.code_challenge === null) return verifier === undefined; // RFC 9700 2.1.1: no way round PKCE
  if (verifier === undefined || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  return isSameText(createHash("sha256").update(verifier).digest("base64url"), facts.code_challenge);
}

/**
 * A name that stays with the account whatever its address becomes, and is nobody else's after its deletion: ids are
 * never given twice. Programs make folders and accounts of it, so it is lower-case letters, digits and a hyphen.
 */
const usernameOf = (userId: number): string => `user-${userId}`;

export interface UserInfo {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  given_name: string;
  family_name: string;
  preferred_username: string;
  workspace: string;
}

/** Whose access token it is. null when it is not good, whatever the reason. */
export async function userInfoOf(db: Queries, accessToken: string): Promise<UserInfo | null> {
  const { rows } = await db.execute<{
    id: number;
    email: string;
    email_verified: boolean;
    first_name: string;
    last_name: string;
    workspace: string;
  }>(sql`
    select u.id, u.email, u.email_verified, u.first_name, u.last_name, w.name as workspace
    from token t join app_user u on u.id = t.user_id and u.is_verified join workspace w on w.id = t.workspace_id
    where t.hash = ${sha256Hex(accessToken)} and t.purpose = 'oauth_access' and t.expires_at > now()`);
  const [user] = rows;
  if (user === undefined) return null;
  return {
    sub: String(user.id),
    email: user.email,
    email_verified: user.email_verified,
    name: `${user.first_name} ${user.last_name}`.trim() || user.email,
    given_name: user.first_name,
    family_name: user.last_name,
    preferred_username: usernameOf(user.id),
    workspace: user.workspace,
  };
}
