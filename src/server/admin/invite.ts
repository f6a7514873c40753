/** Invitations: people become users who are not verified and hold what they were given; the mail's link completes them. */

import { sql } from "drizzle-orm";
import { emailKey } from "../../domain/people/account-rules.ts";
import { inviteRules } from "../../domain/people/admin-rules.ts";
import type { inviteUsers } from "../../protocol/admin.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { adminText } from "../../protocol/text/admin-text.ts";
import { addAccounts } from "../identity/accounts.ts";
import { change } from "../identity/change.ts";
import { throttleInvitations } from "../identity/throttle.ts";
import { endTokensOf } from "../identity/tokens.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray, textArray } from "../platform/database/sql-arrays.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import { enqueueMail } from "../platform/mail/index.ts";
import { areListed, isRestricted } from "./domains.ts";
import { demandInScope, type Editor, userInScope } from "./editor.ts";
import { demandRules } from "./form.ts";
import { demandGrantable, demandUsersNotAbove } from "./grants.ts";
import { withinReach } from "./reach.ts";
import type { AdminDeps } from "./types.ts";
import { assign } from "./user-store.ts";

/**
 * Invites people by e-mail, all of them or nobody. An address that was invited before and never completed gets the new
 * roles, projects and sites, and a new link; the old link ends.
 * @throws Refused 400 by the rules and for domains that are not allowed, 403 for roles above the caller, 404 for what is
 * out of scope, 409 for taken addresses, which it names, 429 after too many
 */
export async function invite(
  deps: AdminDeps,
  caller: Caller,
  form: BodyOf<typeof inviteUsers>,
): Promise<AnswerOf<typeof inviteUsers>> {
  demandRules(inviteRules, form);
  const { site_ids, role_ids, project_ids } = form;
  await throttleInvitations(deps.db, caller);
  const emails = new Map(form.emails.map((email) => [emailKey(email), email.trim()]));
  return change(deps, caller, async ({ tx, editor }) => {
    if ((await isRestricted(tx, editor.workspaceId)) && !(await areListed(tx, editor.workspaceId, [...emails.keys()])))
      throw new Refused(400, accountText.refused.domainNotAllowed);
    await demandInScope(tx, editor, "project", project_ids);
    await demandInScope(tx, editor, "site", site_ids);
    await demandGrantable(tx, editor, role_ids);
    const waiting = await findWaiting(tx, editor, emails);
    const waitingIds = [...waiting.values()];
    await demandUsersNotAbove(tx, editor, waitingIds);
    const isNew = ([key]: [string, string]) => !waiting.has(key);
    const added = await addUsers(tx, editor.workspaceId, new Map([...emails].filter(isNew)));
    const userIds = [...waitingIds, ...added];
    const tokensEnded = await endTokensOf(tx, waitingIds, ["create_account"]);
    await withinReach(tx, editor, userIds, () => assign(tx, editor, userIds, form));
    const { rows } = await tx.execute<{ id: number; email: string }>(
      sql`select id, email from app_user where id = any(${intArray(userIds)}) order by id`,
    );
    for (const { id, email } of rows)
      await enqueueMail(tx, {
        workspaceId: editor.workspaceId,
        kind: "invite",
        recipient: email,
        facts: { user_id: id },
      });
    return {
      answer: { message: adminText.done.invited },
      facts: { user_ids: userIds, site_ids, role_ids, project_ids },
      usersChanged: waitingIds,
      tokensEnded,
      hasMail: true,
    };
  });
}

/**
 * Those of the addresses that were invited before and may be invited again: key and id.
 * @throws Refused 409 that names the addresses which are taken
 */
async function findWaiting(
  tx: Queries,
  editor: Editor,
  emails: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: number; email_key: string; is_waiting: boolean }>(sql`
    select u.id, u.email_key, not u.is_verified and ${userInScope(editor, sql`u.id`)} as is_waiting
    from app_user u
    where u.workspace_id = ${editor.workspaceId} and u.email_key = any(${textArray([...emails.keys()])})
    order by u.id`);
  refuseTaken(
    emails,
    rows.filter(({ is_waiting }) => !is_waiting).map(({ email_key }) => email_key),
  );
  return new Map(rows.map(({ id, email_key }) => [email_key, id]));
}

/** Adds users. @throws Refused 409 when somebody changed their e-mail to one of the addresses meanwhile */
async function addUsers(tx: Queries, workspaceId: number, emails: ReadonlyMap<string, string>): Promise<number[]> {
  const added = await addAccounts(tx, workspaceId, emails);
  refuseTaken(
    emails,
    [...emails.keys()].filter((key) => !added.has(key)),
  );
  return [...added.values()];
}

/** Names the addresses as they were typed. */
function refuseTaken(emails: ReadonlyMap<string, string>, keys: readonly string[]): void {
  const taken = new Set(keys);
  const named = [...emails].filter(([key]) => taken.has(key)).map(([, email]) => email);
  if (named.length > 0) throw new Refused(409, adminText.taken.emails(named));
}
