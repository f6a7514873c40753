/**
 * Who administers, and how far they see. Sites: all with access_admin_sites, else their own; projects: all with
 * access_admin_studies, else their own; users: all with both, else themselves and whoever shares a site and a project
 * with them. What is out of scope does not exist.
 */
import { type SQL, sql } from "drizzle-orm";
import { adminText } from "../../protocol/text/admin-text.ts";
import type { Editor } from "../identity/change.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";

export type { Editor } from "../identity/change.ts";

export const editorOf = ({ session }: Caller): Editor => session;

/** Condition that a site, given by the SQL of its id, is in scope. The row itself must be of the workspace. */
export const siteInScope = ({ permissions, userId }: Editor, siteId: SQL): SQL =>
  permissions.has("access_admin_sites")
    ? sql`true`
    : sql`exists (select 1 from user_site mine where mine.user_id = ${userId} and mine.site_id = ${siteId})`;

/** Condition that a project, given by the SQL of its id, is in scope. The row itself must be of the workspace. */
export const projectInScope = ({ permissions, userId }: Editor, projectId: SQL): SQL =>
  permissions.has("access_admin_studies")
    ? sql`true`
    : sql`exists (select 1 from user_project mine where mine.user_id = ${userId} and mine.project_id = ${projectId})`;

export const seesAllUsers = ({ permissions }: Editor): boolean =>
  permissions.has("access_admin_sites") && permissions.has("access_admin_studies");

/**
 * Condition that a user, given by the SQL of the id, is in scope. The row itself must be of the workspace. A set that
 * does not depend on the row: found once for a statement, not once for each user.
 */
export const userInScope = (editor: Editor, userId: SQL): SQL =>
  seesAllUsers(editor)
    ? sql`true`
    : sql`${userId} in (
        select ${editor.userId}::int union (
          select their.user_id from user_site mine join user_site their using (site_id)
            where mine.user_id = ${editor.userId}
          intersect
          select their.user_id from user_project mine join user_project their using (project_id)
            where mine.user_id = ${editor.userId}))`;

type Kind = "site" | "project" | "user";
const tables: Record<Kind, { name: SQL; inScope: (editor: Editor, id: SQL) => SQL }> = {
  site: { name: sql`site`, inScope: siteInScope },
  project: { name: sql`project`, inScope: projectInScope },
  user: { name: sql`app_user`, inScope: userInScope },
};

/** @throws Refused 404 unless each of these exists in the editor's workspace and scope. */
export async function demandInScope(db: Queries, editor: Editor, kind: Kind, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { name, inScope } = tables[kind];
  const { rows } = await db.execute<{ found: number }>(sql`
    select count(*)::int as found from ${name} it
    where it.workspace_id = ${editor.workspaceId} and it.id = any(${intArray(ids)}) and ${inScope(editor, sql`it.id`)}`);
  if (rows[0].found !== new Set(ids).size) throw new Refused(404, adminText.notFound[kind]);
}
