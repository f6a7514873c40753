/**
 * How far somebody reaches: each of their permissions, at each of their sites, in each of their projects. Whoever changes
 * somebody's reach, by whichever call, holds all the permissions of that person, and nobody comes to reach what the
 * person who makes the change does not reach.
 */
import { sql } from "drizzle-orm";
import type { Permission } from "../../protocol/permissions.ts";
import { adminText } from "../../protocol/text/admin-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { Refused } from "../platform/http/routes.ts";
import type { Editor } from "./editor.ts";

interface Reach {
  permissions: readonly Permission[];
  sites: readonly number[];
  projects: readonly number[];
}

/** `null`: every one. */
interface EditorReach {
  permissions: ReadonlySet<Permission>;
  sites: ReadonlySet<number> | null;
  projects: ReadonlySet<number> | null;
}

const nothing: Reach = { permissions: [], sites: [], projects: [] };

/**
 * Does `work`, which may change roles, sites and projects of these users (or what their roles hold).
 * @throws Refused 403 when it changed somebody above the editor, or let somebody reach further than the editor does
 */
export async function withinReach<T>(
  tx: Queries,
  editor: Editor,
  userIds: readonly number[],
  work: () => Promise<T>,
): Promise<T> {
  const own = await editorReach(tx, editor);
  const before = await reachOf(tx, userIds);
  const result = await work();
  const after = await reachOf(tx, userIds);
  for (const userId of userIds) demandWithin(own, before.get(userId) ?? nothing, after.get(userId) ?? nothing);
  return result;
}

function demandWithin(own: EditorReach, before: Reach, after: Reach): void {
  const permissions = gained(before.permissions, after.permissions);
  const sites = gained(before.sites, after.sites);
  const projects = gained(before.projects, after.projects);
  const hasGained = permissions.length + sites.length + projects.length > 0;
  if (!hasGained && !hasLost(before, after)) return;
  if (!isWithin(before.permissions, own.permissions)) throw new Refused(403, adminText.aboveYou);
  if (!hasGained) return;
  // What is new comes together with everything else the user has.
  const areaOk =
    isWithin(permissions.length + projects.length > 0 ? after.sites : sites, own.sites) &&
    isWithin(permissions.length + sites.length > 0 ? after.projects : projects, own.projects);
  if (!areaOk || !isWithin(after.permissions, own.permissions)) throw new Refused(403, adminText.reachesFurther);
}

const gained = <T>(before: readonly T[], after: readonly T[]): T[] => after.filter((one) => !before.includes(one));
const isWithin = <T>(some: readonly T[], all: ReadonlySet<T> | null): boolean =>
  all === null || some.every((one) => all.has(one));
const hasLost = (before: Reach, after: Reach): boolean =>
  (["permissions", "sites", "projects"] as const).some((part) => gained<unknown>(after[part], before[part]).length > 0);

async function editorReach(tx: Queries, { userId, permissions }: Editor): Promise<EditorReach> {
  const own = (await reachOf(tx, [userId])).get(userId) ?? nothing;
  return {
    permissions,
    sites: permissions.has("access_admin_sites") ? null : new Set(own.sites),
    projects: permissions.has("access_admin_studies") ? null : new Set(own.projects),
  };
}

async function reachOf(tx: Queries, userIds: readonly number[]): Promise<ReadonlyMap<number, Reach>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await tx.execute<{ id: number } & Record<keyof Reach, never[]>>(sql`
    select u.id,
      array(select distinct rp.permission from user_role ur join role_permission rp using (role_id)
        where ur.user_id = u.id) as permissions,
      array(select us.site_id from user_site us where us.user_id = u.id) as sites,
      array(select up.project_id from user_project up where up.user_id = u.id) as projects
    from app_user u where u.id = any(${intArray(userIds)})`);
  return new Map(rows.map(({ id, ...reach }) => [id, reach]));
}
