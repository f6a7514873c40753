/** Roles and the permissions they hold. */
import { sql } from "drizzle-orm";
import { roleRules } from "../../domain/people/admin-rules.ts";
import type {
  createRole,
  deleteRoles,
  getPermissions,
  getRolesByUser,
  modifyRole,
  Role,
} from "../../protocol/admin.ts";
import { type Permission, permissions } from "../../protocol/permissions.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import type { TableQuery } from "../../protocol/tables.ts";
import { adminText } from "../../protocol/text/admin-text.ts";
import { demandAdministrator } from "../identity/administrators.ts";
import { change } from "../identity/change.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray, textArray } from "../platform/database/sql-arrays.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import { editorOf } from "./editor.ts";
import { demandRules, tidied } from "./form.ts";
import { demandHeld, demandRoles, demandRolesNotAbove } from "./grants.ts";
import { demandOwnOrManaged } from "./others.ts";
import { withinReach } from "./reach.ts";
import { demandAsSeen, recordOf } from "./seen.ts";
import { readTable, type Table } from "./table.ts";
import type { AdminDeps } from "./types.ts";

const roleTable: Table = {
  id: sql`r.id`,
  orderBy: "name",
  direction: "asc",
  from: sql`role r
    left join (select role_id, count(*)::int as n from user_role group by role_id) users on users.role_id = r.id
    left join (select role_id, count(*)::int as n from role_permission group by role_id) held on held.role_id = r.id`,
  columns: sql`r.id, r.name, r.description,
    coalesce(users.n, 0) as user_count, coalesce(held.n, 0) as permission_count`,
  fields: {
    id: { value: sql`r.id`, kind: "number" },
    name: { value: sql`r.name`, kind: "text" },
    description: { value: sql`r.description`, kind: "text" },
    user_count: { value: sql`coalesce(users.n, 0)`, kind: "number" },
    permission_count: { value: sql`coalesce(held.n, 0)`, kind: "number" },
  },
};

export const listRoles = ({ db }: AdminDeps, { workspaceId }: Caller, query: TableQuery) =>
  readTable<Role>(db, roleTable, query, sql`r.workspace_id = ${workspaceId}`);

/** @throws Refused 403, 404 for whom the caller may not ask about */
export async function rolesOfUser(
  { db }: AdminDeps,
  caller: Caller,
  { user_id }: BodyOf<typeof getRolesByUser>,
): Promise<AnswerOf<typeof getRolesByUser>> {
  await demandOwnOrManaged(db, caller, user_id);
  const { rows } = await db.execute<Role & Record<string, unknown>>(sql`
    select ${roleTable.columns} from ${roleTable.from}
    where r.workspace_id = ${caller.workspaceId}
      and exists (select 1 from user_role ur where ur.role_id = r.id and ur.user_id = ${user_id})
    order by lower(r.name), r.id`);
  return { data: rows };
}

/** The catalogue of permissions, in its order. @throws Refused 404 for an unknown role */
export async function listPermissions(
  { db }: AdminDeps,
  caller: Caller,
  { role_id }: BodyOf<typeof getPermissions>,
): Promise<AnswerOf<typeof getPermissions>> {
  const held = new Set<string>(role_id === undefined ? [] : await permissionsOf(db, caller, role_id));
  const data = permissions.map((facts) => ({
    ...facts,
    enabled: held.has(facts.name),
    can_grant: caller.session.permissions.has(facts.name),
  }));
  return { data };
}

async function permissionsOf(db: Queries, caller: Caller, roleId: number): Promise<string[]> {
  await demandRoles(db, editorOf(caller), [roleId]);
  const { rows } = await db.execute<{ permission: string }>(
    sql`select permission from role_permission where role_id = ${roleId}`,
  );
  return rows.map(({ permission }) => permission);
}

/** @throws Refused 400 by the rules, 404 for an unknown permission, 403 for one the caller lacks, 409 for a taken name */
export async function addRole(
  deps: AdminDeps,
  caller: Caller,
  body: BodyOf<typeof createRole>,
): Promise<AnswerOf<typeof createRole>> {
  const form = tidied(body);
  demandRules(roleRules, form);
  const wanted = namesOf(form.permission_ids);
  return change(
    deps,
    caller,
    async ({ tx, editor }) => {
      demandHeld(editor, wanted);
      const { rows } = await tx.execute<{ id: number }>(sql`
        insert into role (workspace_id, name, description)
        values (${editor.workspaceId}, ${form.name}, ${form.description}) returning id`);
      const [{ id }] = rows;
      await hold(tx, id, wanted);
      return {
        answer: { id, message: adminText.done.roleCreated },
        facts: { role_id: id, permission_ids: form.permission_ids },
      };
    },
    { taken: adminText.taken.role },
  );
}

/** @throws Refused as `addRole`, and 403 for a role above the caller, 409 for the last administrator's and unless as it was seen */
export async function changeRole(
  deps: AdminDeps,
  caller: Caller,
  body: BodyOf<typeof modifyRole>,
): Promise<AnswerOf<typeof modifyRole>> {
  const form = tidied(body);
  demandRules(roleRules, form);
  const { role_id, permission_ids, seen } = form;
  const wanted = namesOf(permission_ids);
  return change(
    deps,
    caller,
    async ({ tx, editor }) => {
      await demandRolesNotAbove(tx, editor, [role_id]);
      const held = new Set<string>(await permissionsOf(tx, caller, role_id));
      const now = {
        ...(await recordOf(tx, roleTable, role_id)),
        permission_ids: permissions.filter(({ name }) => held.has(name)).map(({ id }) => id),
      };
      demandAsSeen({ now, seen, wanted: form, sentence: adminText.changedMeanwhile("role") });
      demandHeld(editor, wanted);
      await tx.execute(
        sql`update role set name = ${form.name}, description = ${form.description} where id = ${role_id}`,
      );
      const holders = await holdersOf(tx, [role_id]);
      await withinReach(tx, editor, holders, async () => {
        await tx.execute(sql`
          delete from role_permission where role_id = ${role_id} and permission <> all(${textArray(wanted)})`);
        await hold(tx, role_id, wanted);
      });
      await demandAdministrator(tx, editor.workspaceId);
      return {
        answer: { message: adminText.done.roleModified },
        facts: { role_id, permission_ids },
        usersChanged: holders,
      };
    },
    { taken: adminText.taken.role },
  );
}

/** Deletes roles, all of them or none. Who held them keeps the rest. @throws Refused as `changeRole` */
export function removeRoles(
  deps: AdminDeps,
  caller: Caller,
  { role_ids }: BodyOf<typeof deleteRoles>,
): Promise<AnswerOf<typeof deleteRoles>> {
  return change(deps, caller, async ({ tx, editor }) => {
    await demandRolesNotAbove(tx, editor, role_ids);
    const usersChanged = await holdersOf(tx, role_ids);
    await withinReach(tx, editor, usersChanged, () =>
      tx.execute(sql`delete from role where id = any(${intArray(role_ids)})`),
    );
    await demandAdministrator(tx, editor.workspaceId);
    return { answer: { message: adminText.done.rolesDeleted }, facts: { role_ids }, usersChanged };
  });
}

function namesOf(ids: readonly number[]): Permission[] {
  return ids.map((id) => {
    const facts = permissions.find((permission) => permission.id === id);
    if (facts === undefined) throw new Refused(404, adminText.notFound.permission);
    return facts.name;
  });
}

const hold = (tx: Queries, roleId: number, wanted: readonly Permission[]) =>
  tx.execute(sql`
    insert into role_permission (role_id, permission)
    select ${roleId}::int, unnest(${textArray(wanted)}) on conflict do nothing`);

async function holdersOf(tx: Queries, roleIds: readonly number[]): Promise<number[]> {
  const { rows } = await tx.execute<{ user_id: number }>(
    sql`select distinct user_id from user_role where role_id = any(${intArray(roleIds)})`,
  );
  return rows.map(({ user_id }) => user_id);
}
