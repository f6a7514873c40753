/** SQL about users: the table of users, and what they are assigned to. */
import { type SQL, sql } from "drizzle-orm";
import type { User } from "../../protocol/accounts.ts";
import type { TableQuery } from "../../protocol/tables.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { type Editor, projectInScope, siteInScope, userInScope } from "./editor.ts";
import { readTable, type Table, type TablePage } from "./table.ts";

/** Users as `editor` sees them: of their sites and projects only those in the editor's scope are shown and counted. */
export function userTable(editor: Editor): Table {
  const sites = siteInScope(editor, sql`us.site_id`);
  const projects = projectInScope(editor, sql`up.project_id`);
  const text = (value: SQL) => ({ value, kind: "text" }) as const;
  const number = (value: SQL) => ({ value, kind: "number" }) as const;
  return {
    id: sql`u.id`,
    orderBy: "user_id",
    direction: "desc",
    rowsPerPage: 100, // spec 9
    // The planner leaves out the counts that are neither sorted nor filtered by.
    from: sql`app_user u
      left join (select us.user_id, count(*)::int as n from user_site us where ${sites} group by us.user_id) sites
        on sites.user_id = u.id
      left join (select up.user_id, count(*)::int as n from user_project up where ${projects} group by up.user_id) projects
        on projects.user_id = u.id
      left join (select ur.user_id, count(*)::int as n from user_role ur group by ur.user_id) roles
        on roles.user_id = u.id`,
    columns: sql`u.id, u.email, u.first_name, u.last_name, u.country, u.is_verified,
      array(select us.site_id from user_site us where us.user_id = u.id and ${sites} order by 1) as site_ids,
      array(select up.project_id from user_project up where up.user_id = u.id and ${projects} order by 1) as project_ids,
      array(select ur.role_id from user_role ur where ur.user_id = u.id order by 1) as role_ids`,
    fields: {
      user_id: number(sql`u.id`),
      email: text(sql`u.email`),
      first_name: text(sql`u.first_name`),
      last_name: text(sql`u.last_name`),
      site_count: number(sql`coalesce(sites.n, 0)`),
      project_count: number(sql`coalesce(projects.n, 0)`),
      role_count: number(sql`coalesce(roles.n, 0)`),
      is_verified: { value: sql`u.is_verified`, kind: "flag" },
    },
    aliases: { id: "user_id" },
  };
}

type UserRow = Omit<User, "site_count" | "role_count" | "project_count">;

/** One page of the users in the editor's scope who also meet `and`. @throws Refused 400 for an unknown field */
export async function listUsers(
  db: Queries,
  editor: Editor,
  query: TableQuery,
  and: SQL = sql`true`,
): Promise<TablePage<User>> {
  const where = sql`u.workspace_id = ${editor.workspaceId} and ${userInScope(editor, sql`u.id`)} and ${and}`;
  const page = await readTable<UserRow>(db, userTable(editor), query, where);
  const data = page.data.map((row) => ({
    ...row,
    site_count: row.site_ids.length,
    project_count: row.project_ids.length,
    role_count: row.role_ids.length,
  }));
  return { ...page, data };
}

export const isOfSite = (siteId: number) =>
  sql`exists (select 1 from user_site of_site where of_site.user_id = u.id and of_site.site_id = ${siteId})`;
export const isOfProject = (projectId: number) =>
  sql`exists (select 1 from user_project of_project
    where of_project.user_id = u.id and of_project.project_id = ${projectId})`;

export interface Assignments {
  site_ids: readonly number[];
  role_ids: readonly number[];
  project_ids: readonly number[];
}

/** Gives users exactly these roles, and these sites and projects besides the ones out of the editor's scope. */
export async function assign(
  tx: Queries,
  editor: Editor,
  userIds: readonly number[],
  { site_ids, role_ids, project_ids }: Assignments,
): Promise<void> {
  const everything = sql`true`;
  const lists = [
    { table: sql`user_role`, column: sql`role_id`, ids: role_ids, inScope: everything },
    { table: sql`user_site`, column: sql`site_id`, ids: site_ids, inScope: siteInScope(editor, sql`it.site_id`) },
    {
      table: sql`user_project`,
      column: sql`project_id`,
      ids: project_ids,
      inScope: projectInScope(editor, sql`it.project_id`),
    },
  ];
  for (const { table, column, ids, inScope } of lists) {
    await tx.execute(sql`
      delete from ${table} it
      where it.user_id = any(${intArray(userIds)}) and it.${column} <> all(${intArray(ids)}) and ${inScope}`);
    await tx.execute(sql`
      insert into ${table} (user_id, ${column})
      select u.id, o.id from unnest(${intArray(userIds)}) as u (id), unnest(${intArray(ids)}) as o (id)
      on conflict do nothing`);
  }
}
