/** A workspace always keeps somebody who can administer it. */
import { sql } from "drizzle-orm";
import { accountText } from "../../protocol/text/account-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import { Refused } from "../platform/http/routes.ts";

/**
 * Makes changes of who may administer a workspace wait for each other. First thing in their transaction. "no key update"
 * keeps each other out and lets in rows that merely refer to the workspace, such as login attempts.
 */
export async function lockWorkspace(tx: Queries, workspaceId: number): Promise<void> {
  await tx.execute(sql`select id from workspace where id = ${workspaceId} for no key update`);
}

/** Whether a verified user's roles together hold the users and the roles. */
export async function hasAdministrator(db: Queries, workspaceId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select u.id from app_user u
    join user_role ur on ur.user_id = u.id join role_permission rp on rp.role_id = ur.role_id
    where u.workspace_id = ${workspaceId} and u.is_verified
      and rp.permission in ('access_admin_user_management', 'access_admin_role_and_permissions')
    group by u.id having count(distinct rp.permission) = 2 limit 1`);
  return rows.length > 0;
}

/**
 * Undoes, by throwing, a change that left the workspace without an administrator. Last thing in the transaction that
 * began with `lockWorkspace`.
 * @throws Refused 409
 */
export async function demandAdministrator(tx: Queries, workspaceId: number): Promise<void> {
  if (!(await hasAdministrator(tx, workspaceId))) throw new Refused(409, accountText.refused.lastAdministrator);
}
