/** Changing and deleting users. */
import { modifyUserRules } from "../../domain/people/admin-rules.ts";
import type { deleteUsers, modifyUser } from "../../protocol/admin.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { adminText } from "../../protocol/text/admin-text.ts";
import { deleteAccounts } from "../identity/accounts.ts";
import { demandAdministrator } from "../identity/administrators.ts";
import { change } from "../identity/change.ts";
import type { Caller } from "../platform/http/caller.ts";
import { demandInScope } from "./editor.ts";
import { demandRules } from "./form.ts";
import { demandGrantable, demandUsersNotAbove } from "./grants.ts";
import { withinReach } from "./reach.ts";
import { demandAsSeen, recordOf } from "./seen.ts";
import type { AdminDeps } from "./types.ts";
import { assign, userTable } from "./user-store.ts";

/**
 * Gives a user these roles, sites and projects; sites and projects out of the caller's scope stay.
 * @throws Refused 400 by the rules, 404 out of scope, 403 above the caller, 409 for the last administrator and unless as it was seen
 */
export async function reassign(
  deps: AdminDeps,
  caller: Caller,
  form: BodyOf<typeof modifyUser>,
): Promise<AnswerOf<typeof modifyUser>> {
  demandRules(modifyUserRules, form);
  const { user_id, site_ids, role_ids, project_ids, seen } = form;
  return change(deps, caller, async ({ tx, editor }) => {
    await demandInScope(tx, editor, "user", [user_id]);
    const now = await recordOf(tx, userTable(editor), user_id);
    demandAsSeen({ now, seen, wanted: form, sentence: adminText.changedMeanwhile("user") });
    await demandInScope(tx, editor, "site", site_ids);
    await demandInScope(tx, editor, "project", project_ids);
    await demandUsersNotAbove(tx, editor, [user_id]);
    await demandGrantable(tx, editor, role_ids);
    await withinReach(tx, editor, [user_id], () => assign(tx, editor, [user_id], form));
    await demandAdministrator(tx, editor.workspaceId);
    return {
      answer: { message: adminText.done.userModified },
      facts: { user_id, site_ids, role_ids, project_ids },
      usersChanged: [user_id],
    };
  });
}

/** Deletes users, all of them or nobody. @throws Refused 404, 403, 409 as above */
export function expel(
  deps: AdminDeps,
  caller: Caller,
  { user_ids }: BodyOf<typeof deleteUsers>,
): Promise<AnswerOf<typeof deleteUsers>> {
  return change(deps, caller, async ({ tx, editor }) => {
    await demandInScope(tx, editor, "user", user_ids);
    await demandUsersNotAbove(tx, editor, user_ids);
    const tokensEnded = await deleteAccounts(tx, user_ids);
    await demandAdministrator(tx, editor.workspaceId);
    return {
      answer: { message: adminText.done.usersDeleted },
      facts: { user_ids },
      usersChanged: user_ids,
      tokensEnded,
    };
  });
}
