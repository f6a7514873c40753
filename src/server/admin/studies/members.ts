/** Who belongs to a site or a project. */
import { sql } from "drizzle-orm";
import type { Queries } from "../../platform/database/sql.ts";
import { intArray } from "../../platform/database/sql-arrays.ts";
import { type Editor, userInScope } from "../editor.ts";
import { withinReach } from "../reach.ts";

const lists = {
  site: { table: sql`user_site`, column: sql`site_id` },
  project: { table: sql`user_project`, column: sql`project_id` },
} as const;

/**
 * Makes these users, and the ones out of the editor's scope who were it before, the members of a site or project.
 * Returns who came and who left.
 * @throws Refused 403 when one of those is above the editor, or would reach further than the editor
 */
export async function setMembers(
  tx: Queries,
  editor: Editor,
  kind: keyof typeof lists,
  id: number,
  userIds: readonly number[],
): Promise<number[]> {
  const { table, column } = lists[kind];
  const members = await membersOf(tx, kind, [id]);
  return withinReach(tx, editor, [...new Set([...members, ...userIds])], async () => {
    const left = await tx.execute<{ user_id: number }>(sql`
      delete from ${table} it where it.${column} = ${id} and it.user_id <> all(${intArray(userIds)})
        and ${userInScope(editor, sql`it.user_id`)}
      returning it.user_id`);
    const came = await tx.execute<{ user_id: number }>(sql`
      insert into ${table} (user_id, ${column}) select unnest(${intArray(userIds)}), ${id}::int
      on conflict do nothing returning user_id`);
    return [...left.rows, ...came.rows].map(({ user_id }) => user_id);
  });
}

/** Members of sites or projects. */
export async function membersOf(tx: Queries, kind: keyof typeof lists, ids: readonly number[]): Promise<number[]> {
  const { table, column } = lists[kind];
  const { rows } = await tx.execute<{ user_id: number }>(
    sql`select distinct it.user_id from ${table} it where it.${column} = any(${intArray(ids)})`,
  );
  return rows.map(({ user_id }) => user_id);
}
