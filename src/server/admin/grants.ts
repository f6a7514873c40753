/**
 * Nobody gives what they do not hold, or touches who holds more (403). That every workspace keeps an administrator is
 * identity/administrators.ts.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Permission } from "../../protocol/permissions.ts";
import { adminText } from "../../protocol/text/admin-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray, textArray } from "../platform/database/sql-arrays.ts";
import { Refused } from "../platform/http/routes.ts";
import type { Editor } from "./editor.ts";

const isTrue = async (db: Queries, question: SQL): Promise<boolean> =>
  (await db.execute<{ answer: boolean }>(sql`select ${question} as answer`)).rows[0].answer;

const notHeldBy = ({ permissions }: Editor) => sql`rp.permission <> all(${textArray([...permissions])})`;

/** @throws Refused 404 unless each role is of the editor's workspace. */
export async function demandRoles(db: Queries, editor: Editor, roleIds: readonly number[]): Promise<void> {
  const { rows } = await db.execute<{ found: number }>(sql`
    select count(*)::int as found from role
    where workspace_id = ${editor.workspaceId} and id = any(${intArray(roleIds)})`);
  if (rows[0].found !== new Set(roleIds).size) throw new Refused(404, adminText.notFound.role);
}

const roleHoldsMore = (editor: Editor, roleIds: readonly number[]) =>
  sql`exists (select 1 from role_permission rp where rp.role_id = any(${intArray(roleIds)}) and ${notHeldBy(editor)})`;

/** Roles to be given to somebody. @throws Refused 404, 403 */
export async function demandGrantable(db: Queries, editor: Editor, roleIds: readonly number[]): Promise<void> {
  await demandRoles(db, editor, roleIds);
  if (await isTrue(db, roleHoldsMore(editor, roleIds))) throw new Refused(403, adminText.grantsMore);
}

/** Permissions to be put into a role. @throws Refused 403 */
export function demandHeld({ permissions }: Editor, wanted: readonly Permission[]): void {
  if (wanted.some((permission) => !permissions.has(permission))) throw new Refused(403, adminText.grantsMore);
}

/** Roles to be changed or deleted. @throws Refused 404, 403 */
export async function demandRolesNotAbove(db: Queries, editor: Editor, roleIds: readonly number[]): Promise<void> {
  await demandRoles(db, editor, roleIds);
  if (await isTrue(db, roleHoldsMore(editor, roleIds))) throw new Refused(403, adminText.aboveYou);
}

/** Users to be changed or deleted; they are known to be in scope. @throws Refused 403 */
export async function demandUsersNotAbove(db: Queries, editor: Editor, userIds: readonly number[]): Promise<void> {
  const holdMore = sql`exists (
    select 1 from user_role ur join role_permission rp on rp.role_id = ur.role_id
    where ur.user_id = any(${intArray(userIds)}) and ${notHeldBy(editor)})`;
  if (await isTrue(db, holdMore)) throw new Refused(403, adminText.aboveYou);
}
