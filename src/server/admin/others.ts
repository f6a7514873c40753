/** Calls that anybody may make about themselves, and who manages users about others. */
import { accountText } from "../../protocol/text/account-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import { demandInScope, editorOf } from "./editor.ts";

/** @throws Refused 403 for somebody else without the permission, 404 for who is out of scope */
export async function demandOwnOrManaged(db: Queries, caller: Caller, userId: number): Promise<void> {
  const { session } = caller;
  if (userId === session.userId) return;
  if (!session.permissions.has("access_admin_user_management"))
    throw new Refused(403, accountText.refused.noPermission);
  await demandInScope(db, editorOf(caller), "user", [userId]);
}
