/** Sites: where patients are. */
import { sql } from "drizzle-orm";
import { createSiteRules, modifySiteRules } from "../../../domain/people/admin-rules.ts";
import type {
  createSite,
  deleteSites,
  getProjectUserSites,
  getSites,
  modifySite,
  Site,
} from "../../../protocol/admin.ts";
import type { AnswerOf, BodyOf } from "../../../protocol/route.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { change } from "../../identity/change.ts";
import type { Queries } from "../../platform/database/sql.ts";
import { intArray } from "../../platform/database/sql-arrays.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { Refused } from "../../platform/http/routes.ts";
import { demandInScope, type Editor, editorOf, projectInScope, siteInScope, userInScope } from "../editor.ts";
import { demandRules, tidied } from "../form.ts";
import { demandUsersNotAbove } from "../grants.ts";
import { demandOwnOrManaged } from "../others.ts";
import { demandAsSeen, recordOf } from "../seen.ts";
import { readTable, type Table } from "../table.ts";
import type { AdminDeps } from "../types.ts";
import { membersOf, setMembers } from "./members.ts";

/** Of the members only those in the editor's scope are named and counted. */
function siteTable(editor: Editor): Table {
  const members = userInScope(editor, sql`us.user_id`);
  return {
    id: sql`s.id`,
    orderBy: "identifier",
    direction: "asc",
    from: sql`site s
      left join (select us.site_id, count(*)::int as n from user_site us where ${members} group by us.site_id) users
        on users.site_id = s.id
      left join (select site_id, count(*)::int as n from patient group by site_id) patients on patients.site_id = s.id`,
    columns: sql`s.id, s.identifier, s.name, s.description, s.location,
      array(select us.user_id from user_site us where us.site_id = s.id and ${members} order by 1) as user_ids,
      coalesce(users.n, 0) as user_count, coalesce(patients.n, 0) as patient_count`,
    fields: {
      id: { value: sql`s.id`, kind: "number" },
      identifier: { value: sql`s.identifier`, kind: "text" },
      name: { value: sql`s.name`, kind: "text" },
      description: { value: sql`s.description`, kind: "text" },
      location: { value: sql`s.location`, kind: "text" },
      user_count: { value: sql`coalesce(users.n, 0)`, kind: "number" },
      patient_count: { value: sql`coalesce(patients.n, 0)`, kind: "number" },
    },
  };
}

/** The caller's own sites, or all in the caller's scope. */
export function listSites(
  { db }: AdminDeps,
  caller: Caller,
  { return_all_sites = false, ...query }: BodyOf<typeof getSites>,
) {
  const editor = editorOf(caller);
  const own = sql`exists (select 1 from user_site o where o.site_id = s.id and o.user_id = ${editor.userId})`;
  const which = return_all_sites ? siteInScope(editor, sql`s.id`) : own;
  return readTable<Site>(db, siteTable(editor), query, sql`s.workspace_id = ${editor.workspaceId} and ${which}`);
}

/** @throws Refused 400 by the rules, 404 for users out of scope, 403 above the caller, 409 for a taken identifier */
export async function addSite(
  deps: AdminDeps,
  caller: Caller,
  body: BodyOf<typeof createSite>,
): Promise<AnswerOf<typeof createSite>> {
  const form = tidied(body);
  demandRules(createSiteRules, form);
  const { identifier, name, description = "", location, user_ids } = form;
  return change(
    deps,
    caller,
    async ({ tx, editor }) => {
      await demandInScope(tx, editor, "user", user_ids);
      await demandUsersNotAbove(tx, editor, user_ids);
      const { rows } = await tx.execute<{ id: number }>(sql`
        insert into site (workspace_id, identifier, name, description, location)
        values (${editor.workspaceId}, ${identifier}, ${name}, ${description}, ${location}) returning id`);
      const [{ id }] = rows;
      const usersChanged = await setMembers(tx, editor, "site", id, user_ids);
      return { answer: { id, message: adminText.done.siteCreated }, facts: { site_id: id, user_ids }, usersChanged };
    },
    { taken: adminText.taken.site },
  );
}

/** The identifier stays; so does a description that is not sent. @throws Refused 400 by the rules, 404 out of scope, 403 above the caller, 409 unless as it was seen */
export async function changeSite(
  deps: AdminDeps,
  caller: Caller,
  body: BodyOf<typeof modifySite>,
): Promise<AnswerOf<typeof modifySite>> {
  const form = tidied(body);
  demandRules(modifySiteRules, form);
  const { site_id, name, description = null, location, user_ids, seen } = form;
  return change(deps, caller, async ({ tx, editor }) => {
    await demandInScope(tx, editor, "site", [site_id]);
    const now = await recordOf(tx, siteTable(editor), site_id);
    demandAsSeen({ now, seen, wanted: form, sentence: adminText.changedMeanwhile("site") });
    await demandInScope(tx, editor, "user", user_ids);
    await tx.execute(sql`
      update site set name = ${name}, location = ${location}, description = coalesce(${description}, description)
      where id = ${site_id}`);
    const usersChanged = await setMembers(tx, editor, "site", site_id, user_ids);
    return { answer: { message: adminText.done.siteModified }, facts: { site_id, user_ids }, usersChanged };
  });
}

/** Deletes sites, all of them or none. @throws Refused 404 out of scope, 409 for a site with patients or unfinished uploads */
export function removeSites(
  deps: AdminDeps,
  caller: Caller,
  { site_ids }: BodyOf<typeof deleteSites>,
): Promise<AnswerOf<typeof deleteSites>> {
  return change(
    deps,
    caller,
    async ({ tx, editor }) => {
      await demandInScope(tx, editor, "site", site_ids);
      await demandNoPatients(tx, site_ids);
      const uploads = await deps.forgetUploads(tx, "site", site_ids);
      const usersChanged = await membersOf(tx, "site", site_ids);
      await tx.execute(sql`delete from site where id = any(${intArray(site_ids)})`);
      return { answer: { message: adminText.done.sitesDeleted }, facts: { site_ids, ...uploads }, usersChanged };
    },
    { inUse: adminText.inUse.site },
  );
}

/** A patient added at the same moment is kept by the foreign key. */
async function demandNoPatients(tx: Queries, siteIds: readonly number[]): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from patient where site_id = any(${intArray(siteIds)}) limit 1`);
  if (rows.length > 0) throw new Refused(409, adminText.inUse.site);
}

type Named = AnswerOf<typeof getProjectUserSites>["data"][number];

/**
 * Sites of a user, in one of the user's projects where that is given; of another user those in the caller's scope.
 * @throws Refused 403, 404 for whom the caller may not ask about and for a project that is not the user's
 */
export async function sitesOfUser(
  { db }: AdminDeps,
  caller: Caller,
  { user_id = caller.session.userId, project_id }: BodyOf<typeof getProjectUserSites>,
): Promise<AnswerOf<typeof getProjectUserSites>> {
  await demandOwnOrManaged(db, caller, user_id);
  const editor = editorOf(caller);
  if (project_id !== undefined) {
    const { rows } = await db.execute(sql`
      select 1 from user_project up where up.user_id = ${user_id} and up.project_id = ${project_id}
        and ${projectInScope(editor, sql`up.project_id`)}`);
    if (rows.length === 0) throw new Refused(404, adminText.notFound.project);
  }
  const { rows } = await db.execute<Named & Record<string, unknown>>(sql`
    select s.id, s.identifier, s.name from site s join user_site us on us.site_id = s.id
    where us.user_id = ${user_id} and ${siteInScope(editor, sql`s.id`)} order by lower(s.identifier), s.id`);
  return { data: rows };
}
