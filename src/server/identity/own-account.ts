/**
 * What people do to their own account: complete an invitation, set passwords, delete it. One function a call.
 * Every transaction takes the user's row first and the tokens after it, so two of them cannot wait for each other.
 */
import { and, eq } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import {
  changePasswordRules,
  deleteAccountRules,
  emailKey,
  refusePassword,
} from "../../domain/people/account-rules.ts";
import { isPlain, tidy } from "../../domain/people/admin-rules.ts";
import { firstFailure } from "../../domain/people/rules.ts";
import type { changePassword, createAccount, deleteOwnUser, resetForgotPassword } from "../../protocol/accounts.ts";
import type { BodyOf } from "../../protocol/route.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { adminText } from "../../protocol/text/admin-text.ts";
import type { Bus } from "../platform/bus/bus.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import { enqueueMail } from "../platform/mail/index.ts";
import { demandAdministrator, lockWorkspace } from "./administrators.ts";
import { recordAction } from "./audit.ts";
import { endEmailChange } from "./email-change.ts";
import { forgetDevices } from "./known-device.ts";
import { hashPassword } from "./password.ts";
import { appUser } from "./schema.ts";
import { checkOwnPassword, ownPasswordKey } from "./sign-in.ts";
import { accountKey, forgetAttempts } from "./throttle.ts";
import { endTokensOf, spendToken } from "./tokens.ts";

export interface AccountDeps {
  db: NodePgDatabase;
  bus: Bus;
}
type Answer = Promise<{ message: string }>;

const { refused } = accountText;
const demandNone = (failure: string | undefined): void => {
  if (failure !== undefined) throw new Refused(400, failure);
};

/**
 * Fills in the account of an invitation and verifies it.
 * @throws Refused 400 by the password rules, 401 when the link was used meanwhile, 403 when the domain is not allowed
 */
export async function completeInvitation(
  { db, bus }: AccountDeps,
  caller: Caller,
  form: BodyOf<typeof createAccount>,
): Answer {
  const texts = [form.first_name, form.last_name, form.country].map(tidy);
  if (texts.includes("")) throw new Refused(400, refused.badForm);
  if (!texts.every(isPlain)) throw new Refused(400, adminText.rules.plain);
  const [firstName, lastName, country] = texts;
  demandNone(refusePassword(form.password));
  const { userId, workspaceId, tokenId, email, isDomainAllowed } = caller.session;
  if (!isDomainAllowed) throw new Refused(403, refused.domainNotAllowed);
  const passwordHash = await hashPassword(form.password);
  await db.transaction(async (tx) => {
    const rows = await tx
      .update(appUser)
      .set({ firstName, lastName, country, passwordHash, isVerified: true, emailVerified: true })
      .where(and(eq(appUser.id, userId), eq(appUser.isVerified, false)))
      .returning({ id: appUser.id });
    if (rows.length === 0 || !(await spendToken(tx, tokenId))) throw new Refused(401, refused.badToken);
    await enqueueMail(tx, { workspaceId, kind: "account_created", recipient: email, facts: { user_id: userId } });
    await recordAction(tx, caller, { user_id: userId });
  });
  bus.send({ kind: "mail-waiting" });
  return { message: accountText.created };
}

/**
 * Sets a new password with a reset link and ends every session and link of the account.
 * @throws Refused 400 by the password rules, 401 when the link was used meanwhile
 */
export async function setForgottenPassword(
  deps: AccountDeps,
  caller: Caller,
  { new_password }: BodyOf<typeof resetForgotPassword>,
): Answer {
  demandNone(refusePassword(new_password));
  const { userId, workspaceId, tokenId, email } = caller.session;
  const passwordHash = await hashPassword(new_password);
  const ended = await deps.db.transaction(async (tx) => {
    // The link came by mail to the account's address.
    await tx.update(appUser).set({ passwordHash, emailVerified: true }).where(eq(appUser.id, userId));
    if (!(await spendToken(tx, tokenId))) throw new Refused(401, refused.badToken);
    // Whoever reads the mails of the account need not wait for what others guessed.
    await forgetAttempts(tx, [accountKey("login", workspaceId, emailKey(email)), ownPasswordKey(caller.session)]);
    return finishPasswordChange(tx, caller);
  });
  announce(deps, ended);
  return { message: accountText.passwordChanged };
}

/** Changes the caller's password and ends the account's sessions. @throws Refused 400 by the rules, 429 after too many */
export async function replacePassword(
  deps: AccountDeps,
  caller: Caller,
  { password, new_password }: BodyOf<typeof changePassword>,
): Answer {
  const form = { current: password, password: new_password, confirmation: new_password };
  demandNone(firstFailure(changePasswordRules, form));
  const checked = await checkOwnPassword(deps.db, caller, password);
  const passwordHash = await hashPassword(new_password);
  const ended = await deps.db.transaction(async (tx) => {
    const isSame = and(eq(appUser.id, caller.session.userId), eq(appUser.passwordHash, checked));
    const rows = await tx.update(appUser).set({ passwordHash }).where(isSame).returning({ id: appUser.id });
    if (rows.length === 0) throw new Refused(400, refused.wrongPassword); // another change was faster
    return finishPasswordChange(tx, caller);
  });
  announce(deps, ended);
  return { message: accountText.passwordChanged };
}

async function finishPasswordChange(tx: Queries, caller: Caller): Promise<number[]> {
  const { userId, workspaceId, email } = caller.session;
  await forgetDevices(tx, userId);
  await endEmailChange(tx, userId); // whoever asked for it may be who the password is changed for
  const ended = await endTokensOf(tx, [userId]);
  await enqueueMail(tx, { workspaceId, kind: "password_changed", recipient: email, facts: { user_id: userId } });
  await recordAction(tx, caller, { user_id: userId });
  return ended;
}

/**
 * Deletes the caller's account. What it did stays in the audit.
 * @throws Refused 400 when e-mail or password are not the caller's, 409 for the last administrator, 429 after too many
 */
export async function deleteAccount(deps: AccountDeps, caller: Caller, form: BodyOf<typeof deleteOwnUser>): Answer {
  const { userId, workspaceId, email } = caller.session;
  demandNone(firstFailure(deleteAccountRules, { password: form.password, confirmation: form.password }));
  if (emailKey(form.email) !== emailKey(email)) throw new Refused(400, accountText.email.noMatch);
  const checked = await checkOwnPassword(deps.db, caller, form.password);
  const ended = await deps.db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    const isSame = and(eq(appUser.id, userId), eq(appUser.passwordHash, checked));
    const rows = await tx.select({ id: appUser.id }).from(appUser).where(isSame).for("update");
    if (rows.length === 0) throw new Refused(400, refused.wrongPassword);
    const ids = await endTokensOf(tx, [userId]);
    await tx.delete(appUser).where(eq(appUser.id, userId));
    await demandAdministrator(tx, workspaceId);
    await enqueueMail(tx, { workspaceId, kind: "account_deleted", recipient: email, facts: { user_id: userId } });
    await recordAction(tx, caller, { user_id: userId });
    return ids;
  });
  announce(deps, ended);
  return { message: accountText.deleted };
}

function announce({ bus }: AccountDeps, ended: number[]): void {
  bus.send({ kind: "tokens-ended", tokenIds: ended });
  bus.send({ kind: "mail-waiting" });
}
