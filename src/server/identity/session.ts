/**
 * Whose token it is and what it allows: asked of the database for every request, no cache, so a change counts at once.
 * A page opens with a dozen calls; those that come while one is being asked for share the next query.
 */
import { type SQL, sql } from "drizzle-orm";
import { type Permission, permissionNames } from "../../protocol/permissions.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Session, TokenPurpose } from "../platform/http/caller.ts";
import { SharedReads } from "../platform/shared-reads.ts";
import { sha256Hex } from "./tokens.ts";

/** Permissions of the user `u`, as an array of text. */
const heldByUser = sql`array(
  select distinct rp.permission from user_role ur join role_permission rp on rp.role_id = ur.role_id where ur.user_id = u.id
)`;

/**
 * Whether the workspace `w` lets the address of user `u` in. Who manages users is exempt: the list of domains can
 * only be filled while the restriction is on, and nobody else could lift it.
 */
const isDomainAllowed = sql`(
  not w.restrict_email_domains
  or exists (select from email_domain d where d.workspace_id = w.id and d.domain = split_part(u.email_key, '@', 2))
  or exists (
    select from user_role ur join role_permission rp on rp.role_id = ur.role_id
    where ur.user_id = u.id and rp.permission = 'access_admin_user_management'
  )
)`;

/** What the link `t` of a wish for another address would change it to; null when the wish is over. */
const newEmail = sql`(
  select c.email from email_change c
  where t.purpose = 'change_email' and c.id = (t.facts ->> 'email_change_id')::bigint and c.user_id = t.user_id
    and c.expires_at > now()
)`;

interface Row extends Record<string, unknown> {
  id: string;
  purpose: TokenPurpose;
  workspace_id: number;
  workspace_name: string;
  user_id: number;
  email: string;
  new_email: string | null;
  permissions: string[];
  is_domain_allowed: boolean;
  created_at: string | Date;
  expires_at: string | Date;
  ends_at: string | Date | null;
}

/**
 * The session of a token that is good now: a signed-in user's, or a link's of a mail that was not used yet. null for
 * anything else, so nobody learns why.
 */
export function sessionOf(db: Queries, token: string): Promise<Session | null> {
  const hash = sha256Hex(token);
  const reads = readsOf.get(db) ?? new SharedReads<Session | null>();
  readsOf.set(db, reads);
  return reads.read(hash, () => findSession(db, sql`t.hash = ${hash}`));
}

const readsOf = new WeakMap<Queries, SharedReads<Session | null>>();

/** The same by the token's key: for what a session began and somebody else goes on with. */
export const sessionById = (db: Queries, tokenId: number): Promise<Session | null> =>
  findSession(db, sql`t.id = ${tokenId}`);

async function findSession(db: Queries, isThis: SQL): Promise<Session | null> {
  const { rows } = await db.execute<Row>(sql`
    select t.id, t.purpose, t.workspace_id, w.name as workspace_name, t.user_id, u.email, t.created_at, t.expires_at, t.ends_at,
      ${newEmail} as new_email, ${heldByUser} as permissions, ${isDomainAllowed} as is_domain_allowed
    from token t join app_user u on u.id = t.user_id join workspace w on w.id = t.workspace_id
    where ${isThis} and t.expires_at > now() and t.used_at is null
      and case t.purpose
        when 'session' then u.is_verified
        when 'reset_password' then u.is_verified
        when 'create_account' then not u.is_verified
        when 'change_email' then u.is_verified and ${newEmail} is not null
        else false
      end`);
  const [row] = rows;
  if (row === undefined) return null;
  return {
    tokenId: Number(row.id),
    purpose: row.purpose,
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    userId: row.user_id,
    email: row.email,
    ...(row.new_email === null ? {} : { newEmail: row.new_email }),
    permissions: new Set(allowedBy(row.purpose, row.permissions)),
    isDomainAllowed: row.is_domain_allowed,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    ...(row.ends_at === null ? {} : { endsAt: new Date(row.ends_at) }),
  };
}

/** What a user's roles hold together. */
export async function permissionsOf(db: Queries, userId: number): Promise<ReadonlySet<Permission>> {
  const { rows } = await db.execute<{ permissions: string[] }>(
    sql`select ${heldByUser} as permissions from app_user u where u.id = ${userId}`,
  );
  return new Set(known(rows[0]?.permissions ?? []));
}

/** The same of a verified user of the workspace; null when there is none. */
export async function permissionsOfVerified(
  db: Queries,
  { workspaceId, userId }: Pick<Session, "workspaceId" | "userId">,
): Promise<ReadonlySet<Permission> | null> {
  const { rows } = await db.execute<{ permissions: string[] }>(sql`
    select ${heldByUser} as permissions from app_user u
    where u.id = ${userId} and u.workspace_id = ${workspaceId} and u.is_verified`);
  return rows.length === 0 ? null : new Set(known(rows[0].permissions));
}

/** A link does its one thing: an invitation creates the account, a reset link is admitted to its call alone. */
function allowedBy(purpose: TokenPurpose, held: readonly string[]): readonly Permission[] {
  if (purpose === "session") return known(held);
  return purpose === "create_account" ? ["create_account"] : [];
}

const known = (names: readonly string[]) => permissionNames.filter((name) => names.includes(name));
