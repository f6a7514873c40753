/** What a start makes sure of: the workspace with what it begins with, and somebody who administers it. */
import { randomBytes, randomInt } from "node:crypto";
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { isEmail, refusePassword } from "../../domain/people/account-rules.ts";
import { defaultRoles } from "../../protocol/permissions.ts";
import { makeVerified } from "../identity/accounts.ts";
import { hasAdministrator, lockWorkspace } from "../identity/administrators.ts";
import { recordStart } from "../identity/audit.ts";
import { endEmailChange } from "../identity/email-change.ts";
import { forgetDevices } from "../identity/known-device.ts";
import { hashPassword } from "../identity/password.ts";
import { role, rolePermission, userRole, workspace } from "../identity/schema.ts";
import { endTokensOf } from "../identity/tokens.ts";
import type { Queries } from "../platform/database/sql.ts";
import { StartRefused } from "../platform/start/start-refused.ts";
import type { BucketAddress } from "../platform/storage/types.ts";
import { bucket, project, site } from "./studies/schema.ts";
import { starterBucket, starterProjects, starterSites } from "./studies/starter.ts";

/**
 * The workspace of this name. A new one gets the default roles, a bucket (in the data folder unless told otherwise), and
 * two projects and two sites to look at. Nodes that start at once make it once.
 */
export function ensureWorkspace(
  db: NodePgDatabase,
  name: string,
  { firstBucket = starterBucket }: { firstBucket?: BucketAddress } = {},
): Promise<{ workspaceId: number; isNew: boolean }> {
  return db.transaction(async (tx) => {
    const [made] = await tx.insert(workspace).values({ name }).onConflictDoNothing().returning({ id: workspace.id });
    if (made !== undefined) {
      await furnish(tx, made.id, firstBucket);
      return { workspaceId: made.id, isNew: true };
    }
    const { rows } = await tx.execute<{ id: number }>(sql`select id from workspace where name = ${name}`);
    return { workspaceId: rows[0].id, isNew: false };
  });
}

async function furnish(tx: Queries, workspaceId: number, { name, endpoint }: BucketAddress): Promise<void> {
  for (const { permissions, ...facts } of defaultRoles) await addRole(tx, { workspaceId, ...facts }, permissions);
  const [{ id: bucketId }] = await tx
    .insert(bucket)
    .values({ workspaceId, name, endpoint })
    .returning({ id: bucket.id });
  await tx.insert(project).values(starterProjects.map((facts) => ({ ...facts, workspaceId, bucketId })));
  await tx.insert(site).values(starterSites.map((facts) => ({ ...facts, workspaceId })));
}

async function addRole(
  tx: Queries,
  facts: typeof role.$inferInsert,
  permissions: (typeof defaultRoles)[number]["permissions"],
): Promise<number> {
  const [{ id: roleId }] = await tx.insert(role).values(facts).returning({ id: role.id });
  await tx.insert(rolePermission).values(permissions.map((permission) => ({ roleId, permission })));
  return roleId;
}

/** Action of the row of audit that a start leaves when it makes an administrator. */
export const startAction = "start: administrator made";

export interface FirstAdministrator {
  db: NodePgDatabase;
  workspaceId: number;
  email: string;
  /** Default: a random one. */
  password?: string;
}

/**
 * Makes an administrator with all projects and sites when the workspace has none that is verified; an account with this
 * address becomes it. Null when there is one already.
 * @throws StartRefused when the address or the password does not follow the rules of accounts
 */
export async function ensureAdministrator({
  db,
  workspaceId,
  email,
  password = randomPassword(),
}: FirstAdministrator): Promise<{ email: string; password: string } | null> {
  if (await hasAdministrator(db, workspaceId)) return null;
  if (!isEmail(email)) throw new StartRefused(`The administrator's e-mail address "${email}" is not valid.`);
  const failure = refusePassword(password);
  if (failure !== undefined) throw new StartRefused(`The administrator's password cannot be used: ${failure}`);
  const passwordHash = await hashPassword(password);
  const isMade = await db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    if (await hasAdministrator(tx, workspaceId)) return false; // another node was faster
    const userId = await makeVerified(tx, { workspaceId, email, passwordHash });
    // Whoever had the account before reaches it by nothing that they began or signed in with.
    await endEmailChange(tx, userId);
    await forgetDevices(tx, userId);
    await endTokensOf(tx, [userId]);
    await tx
      .insert(userRole)
      .values({ userId, roleId: await administratorRole(tx, workspaceId) })
      .onConflictDoNothing();
    await tx.execute(sql`
      insert into user_project (user_id, project_id) select ${userId}::int, id from project
      where workspace_id = ${workspaceId} on conflict do nothing`);
    await tx.execute(sql`
      insert into user_site (user_id, site_id) select ${userId}::int, id from site
      where workspace_id = ${workspaceId} on conflict do nothing`);
    await recordStart(tx, { workspaceId, action: startAction, facts: { user_id: userId } });
    return true;
  });
  return isMade ? { email, password } : null;
}

/** The role that holds most of those that can administer; made anew when all of them were changed or deleted. */
async function administratorRole(tx: Queries, workspaceId: number): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select r.id from role r join role_permission rp on rp.role_id = r.id
    where r.workspace_id = ${workspaceId}
    group by r.id
    having bool_or(rp.permission = 'access_admin_user_management')
      and bool_or(rp.permission = 'access_admin_role_and_permissions')
    order by count(*) desc, r.id limit 1`);
  if (rows.length > 0) return rows[0].id;
  const [{ name, description, permissions }] = defaultRoles;
  const free = await tx.execute<{ name: string }>(sql`
    select n.name from (values (${name}), (${name} || ' ' || ${randomInt(1e9)}::text)) as n (name)
    where not exists (select 1 from role where workspace_id = ${workspaceId} and lower(role.name) = lower(n.name))
    order by length(n.name) limit 1`);
  return addRole(tx, { workspaceId, name: free.rows[0].name, description }, permissions);
}

/** 120 random bits and what the rules of passwords ask for. */
const randomPassword = (): string => `${randomBytes(15).toString("base64url")}-${randomInt(10)}`;
