/** Users as the calls show them. */
import { sql } from "drizzle-orm";
import type { User } from "../../protocol/accounts.ts";
import type { Queries } from "../platform/database/sql.ts";

interface Row extends Record<string, unknown> {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  country: string;
  is_verified: boolean;
  site_ids: number[];
  role_ids: number[];
  project_ids: number[];
}

/** The user with sites, roles and projects; null when there is none (any more). */
export async function userOf(db: Queries, userId: number): Promise<User | null> {
  const { rows } = await db.execute<Row>(sql`
    select u.id, u.email, u.first_name, u.last_name, u.country, u.is_verified,
      array(select site_id from user_site where user_id = u.id order by 1) as site_ids,
      array(select role_id from user_role where user_id = u.id order by 1) as role_ids,
      array(select project_id from user_project where user_id = u.id order by 1) as project_ids
    from app_user u where u.id = ${userId}`);
  const [row] = rows;
  if (row === undefined) return null;
  const { site_ids, role_ids, project_ids } = row;
  return {
    ...row,
    site_count: site_ids.length,
    role_count: role_ids.length,
    project_count: project_ids.length,
  };
}

/** Whether the workspace's restriction, if it is on, lists the domain of this address. */
export async function isDomainListed(db: Queries, workspaceId: number, emailKey: string): Promise<boolean> {
  const { rows } = await db.execute<{ is_listed: boolean }>(sql`
    select not w.restrict_email_domains or exists (
      select from email_domain d where d.workspace_id = w.id and d.domain = split_part(${emailKey}, '@', 2)
    ) as is_listed from workspace w where w.id = ${workspaceId}`);
  return rows[0]?.is_listed ?? false;
}
