/** Projects (studies): what patients take part in. */
import { sql } from "drizzle-orm";
import { createProjectRules, modifyProjectRules } from "../../../domain/people/admin-rules.ts";
import type {
  createProject,
  deleteProjects,
  getUserProjects,
  modifyProject,
  Project,
} from "../../../protocol/admin.ts";
import type { AnswerOf, BodyOf } from "../../../protocol/route.ts";
import type { TableQuery } from "../../../protocol/tables.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { change } from "../../identity/change.ts";
import type { Queries } from "../../platform/database/sql.ts";
import { intArray } from "../../platform/database/sql-arrays.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { Refused } from "../../platform/http/routes.ts";
import { demandInScope, type Editor, editorOf, projectInScope, userInScope } from "../editor.ts";
import { demandRules, tidied } from "../form.ts";
import { demandUsersNotAbove } from "../grants.ts";
import { demandOwnOrManaged } from "../others.ts";
import { demandAsSeen, recordOf } from "../seen.ts";
import { readTable, type Table } from "../table.ts";
import type { AdminDeps } from "../types.ts";
import { membersOf, setMembers } from "./members.ts";

/** Of the members only those in the editor's scope are named and counted. */
function projectTable(editor: Editor): Table {
  const members = userInScope(editor, sql`up.user_id`);
  return {
    id: sql`p.id`,
    orderBy: "identifier",
    direction: "asc",
    from: sql`project p join bucket b on b.id = p.bucket_id
      left join (select up.project_id, count(*)::int as n from user_project up where ${members} group by up.project_id)
        users on users.project_id = p.id
      left join (select project_id, count(*)::int as n from patient group by project_id) patients
        on patients.project_id = p.id`,
    columns: sql`p.id, p.identifier, p.name, b.name as bucket_name,
      array(select up.user_id from user_project up where up.project_id = p.id and ${members} order by 1) as user_ids,
      coalesce(users.n, 0) as user_count, coalesce(patients.n, 0) as patient_count`,
    fields: {
      id: { value: sql`p.id`, kind: "number" },
      identifier: { value: sql`p.identifier`, kind: "text" },
      name: { value: sql`p.name`, kind: "text" },
      bucket_name: { value: sql`b.name`, kind: "text" },
      user_count: { value: sql`coalesce(users.n, 0)`, kind: "number" },
      patient_count: { value: sql`coalesce(patients.n, 0)`, kind: "number" },
    },
  };
}

/** The projects in the caller's scope. */
export function listProjects({ db }: AdminDeps, caller: Caller, query: TableQuery) {
  const editor = editorOf(caller);
  const which = sql`p.workspace_id = ${editor.workspaceId} and ${projectInScope(editor, sql`p.id`)}`;
  return readTable<Project>(db, projectTable(editor), query, which);
}

/**
 * Creates a project whose files go to the workspace's first bucket.
 * @throws Refused 400 by the rules, 404 for users out of scope, 403 above the caller, 409 for a taken identifier
 */
export async function addProject(
  deps: AdminDeps,
  caller: Caller,
  body: BodyOf<typeof createProject>,
): Promise<AnswerOf<typeof createProject>> {
  const form = tidied(body);
  demandRules(createProjectRules, form);
  const { identifier, name, user_ids } = form;
  return change(
    deps,
    caller,
    async ({ tx, editor }) => {
      await demandInScope(tx, editor, "user", user_ids);
      await demandUsersNotAbove(tx, editor, user_ids);
      const { rows } = await tx.execute<{ id: number }>(sql`
        insert into project (workspace_id, identifier, name, bucket_id)
        select b.workspace_id, ${identifier}, ${name}, b.id from bucket b
        where b.workspace_id = ${editor.workspaceId} order by b.id limit 1 returning id`);
      if (rows.length === 0) throw new Refused(409, adminText.notFound.bucket);
      const [{ id }] = rows;
      const usersChanged = await setMembers(tx, editor, "project", id, user_ids);
      return {
        answer: { id, message: adminText.done.projectCreated },
        facts: { project_id: id, user_ids },
        usersChanged,
      };
    },
    { taken: adminText.taken.project },
  );
}

/**
 * The identifier stays; so does a type that is not sent, and users out of scope: with them alone it has some.
 * @throws Refused 400 by the rules, 404 out of scope, 403 above the caller, 409 unless as it was seen
 */
export async function changeProject(
  deps: AdminDeps,
  caller: Caller,
  body: BodyOf<typeof modifyProject>,
): Promise<AnswerOf<typeof modifyProject>> {
  const form = tidied(body);
  demandRules(modifyProjectRules, { ...form, hadUsers: false });
  const { project_id, name, type = null, user_ids, seen } = form;
  return change(deps, caller, async ({ tx, editor }) => {
    await demandInScope(tx, editor, "project", [project_id]);
    const now = await recordOf(tx, projectTable(editor), project_id);
    demandAsSeen({ now, seen, wanted: form, sentence: adminText.changedMeanwhile("project") });
    await demandInScope(tx, editor, "user", user_ids);
    await tx.execute(sql`update project set name = ${name}, type = coalesce(${type}, type) where id = ${project_id}`);
    const usersChanged = await setMembers(tx, editor, "project", project_id, user_ids);
    if (user_ids.length === 0)
      demandRules(modifyProjectRules, { ...form, user_ids: await membersOf(tx, "project", [project_id]) });
    return { answer: { message: adminText.done.projectModified }, facts: { project_id, user_ids }, usersChanged };
  });
}

/** Deletes projects, all of them or none. @throws Refused 404 out of scope, 409 for a project with patients or unfinished uploads */
export function removeProjects(
  deps: AdminDeps,
  caller: Caller,
  { project_ids }: BodyOf<typeof deleteProjects>,
): Promise<AnswerOf<typeof deleteProjects>> {
  return change(
    deps,
    caller,
    async ({ tx, editor }) => {
      await demandInScope(tx, editor, "project", project_ids);
      await demandNoPatients(tx, project_ids);
      const uploads = await deps.forgetUploads(tx, "project", project_ids);
      const usersChanged = await membersOf(tx, "project", project_ids);
      await tx.execute(sql`delete from project where id = any(${intArray(project_ids)})`);
      return { answer: { message: adminText.done.projectsDeleted }, facts: { project_ids, ...uploads }, usersChanged };
    },
    { inUse: adminText.inUse.project },
  );
}

/** A patient added at the same moment is kept by the foreign key. */
async function demandNoPatients(tx: Queries, projectIds: readonly number[]): Promise<void> {
  const { rows } = await tx.execute(sql`select 1 from patient where project_id = any(${intArray(projectIds)}) limit 1`);
  if (rows.length > 0) throw new Refused(409, adminText.inUse.project);
}

type Named = AnswerOf<typeof getUserProjects>["data"][number];

/** Projects of a user; of another user those in the caller's scope. @throws Refused 403, 404 */
export async function projectsOfUser(
  { db }: AdminDeps,
  caller: Caller,
  { user_id = caller.session.userId }: BodyOf<typeof getUserProjects>,
): Promise<AnswerOf<typeof getUserProjects>> {
  await demandOwnOrManaged(db, caller, user_id);
  const { rows } = await db.execute<Named & Record<string, unknown>>(sql`
    select p.id, p.identifier, p.name from project p join user_project up on up.project_id = p.id
    where up.user_id = ${user_id} and ${projectInScope(editorOf(caller), sql`p.id`)}
    order by lower(p.identifier), p.id`);
  return { data: rows };
}
