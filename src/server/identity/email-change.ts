/**
 * Another address for one's own account. It takes effect when the link that was sent there is opened, and not before:
 * whoever holds a session and a password, but not the mailbox, gains nothing.
 */
import { and, eq, sql } from "drizzle-orm";
import { changeEmailRules, emailKey } from "../../domain/people/account-rules.ts";
import { firstFailure } from "../../domain/people/rules.ts";
import type { changeEmail, EmailChange } from "../../protocol/accounts.ts";
import type { BodyOf } from "../../protocol/route.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import type { Bus } from "../platform/bus/bus.ts";
import { isUniqueViolation, type Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import { enqueueMail, mailLinkLifeMs } from "../platform/mail/index.ts";
import { recordAction } from "./audit.ts";
import { forgetDevices } from "./known-device.ts";
import type { AccountDeps } from "./own-account.ts";
import { appUser } from "./schema.ts";
import { checkOwnPassword } from "./sign-in.ts";
import { accountKey, changeEmailRule, countAttempt } from "./throttle.ts";
import { endTokensOf, spendToken } from "./tokens.ts";
import { isDomainListed } from "./users.ts";

type Answer = Promise<{ message: string }>;

const { refused } = accountText;

/**
 * Sends a link to the new address and tells the old one. An earlier wish and its link end.
 * @throws Refused 400 by the rules or for a domain that is not allowed, 409 when it is taken, 429 after too many
 */
export async function askForEmail(
  { db, bus }: AccountDeps,
  caller: Caller,
  { new_email, password }: BodyOf<typeof changeEmail>,
): Answer {
  const { userId, workspaceId, email } = caller.session;
  const newEmail = new_email.trim();
  const key = emailKey(newEmail);
  const failure = firstFailure(changeEmailRules, { newEmail, confirmation: newEmail, password, currentEmail: email });
  if (failure !== undefined) throw new Refused(400, failure);
  await countAttempt(db, accountKey("email", workspaceId, String(userId)), changeEmailRule);
  const checked = await checkOwnPassword(db, caller, password);
  if (!(await isDomainListed(db, workspaceId, key))) throw new Refused(400, refused.domainNotAllowed);
  const ended = await db.transaction(async (tx) => {
    const isSame = and(eq(appUser.id, userId), eq(appUser.passwordHash, checked));
    const rows = await tx.select({ id: appUser.id }).from(appUser).where(isSame).for("update");
    if (rows.length === 0) throw new Refused(400, refused.wrongPassword);
    if (await isTaken(tx, workspaceId, key)) throw new Refused(409, refused.emailTaken);
    const tokenIds = await endEmailChange(tx, userId);
    const { rows: made } = await tx.execute<{ id: string }>(sql`
      insert into email_change (user_id, email, email_key, expires_at)
      values (${userId}, ${newEmail}, ${key}, now() + ${mailLinkLifeMs("confirm_email")} * interval '1 millisecond')
      returning id`);
    const facts = { user_id: userId, email_change_id: Number(made[0].id) };
    await enqueueMail(tx, { workspaceId, kind: "confirm_email", recipient: newEmail, facts });
    await enqueueMail(tx, { workspaceId, kind: "email_change_asked", recipient: email, facts: { user_id: userId } });
    await recordAction(tx, caller, facts);
    return tokenIds;
  });
  announce(bus, ended);
  return { message: accountText.emailAsked };
}

/**
 * What the link does, once: the address changes, every session and link of the account ends, both addresses are told.
 * @throws Refused 401 when the wish or the link is over, 400 for a domain that is not allowed any more, 409 when somebody
 *   else took the address meanwhile
 */
export async function confirmEmail({ db, bus }: AccountDeps, caller: Caller): Answer {
  const { userId, workspaceId, tokenId } = caller.session;
  const ended = await db
    .transaction(async (tx) => {
      const { rows } = await tx.execute<{ email: string }>(
        sql`select email from app_user where id = ${userId} and is_verified for update`,
      );
      const wish = await wishOf(tx, userId, tokenId);
      if (rows.length === 0 || wish === null || !(await spendToken(tx, tokenId)))
        throw new Refused(401, refused.badToken);
      if (!(await isDomainListed(tx, workspaceId, wish.email_key))) throw new Refused(400, refused.domainNotAllowed);
      const change = { email: wish.email, emailKey: wish.email_key, emailVerified: true };
      await tx.update(appUser).set(change).where(eq(appUser.id, userId));
      for (const recipient of [rows[0].email, wish.email])
        await enqueueMail(tx, { workspaceId, kind: "email_changed", recipient, facts: { user_id: userId } });
      await recordAction(tx, caller, { user_id: userId, email_change_id: Number(wish.id) });
      await tx.execute(sql`delete from email_change where user_id = ${userId}`);
      await forgetDevices(tx, userId);
      return endTokensOf(tx, [userId]);
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? new Refused(409, refused.emailTaken) : error;
    });
  announce(bus, ended);
  return { message: accountText.emailChanged };
}

/** Takes the wish back; its link is good for nothing then. */
export async function cancelEmail({ db, bus }: AccountDeps, caller: Caller): Answer {
  const { userId } = caller.session;
  const ended = await db.transaction(async (tx) => {
    await tx.execute(sql`select id from app_user where id = ${userId} for update`);
    const { rowCount } = await tx.execute(sql`select 1 from email_change where user_id = ${userId}`);
    const tokenIds = await endEmailChange(tx, userId);
    if (rowCount !== 0) await recordAction(tx, caller, { user_id: userId });
    return tokenIds;
  });
  announce(bus, ended);
  return { message: accountText.emailCanceled };
}

/** The wish that waits for its link to be opened. */
export async function pendingEmail(db: Queries, userId: number): Promise<EmailChange> {
  const { rows } = await db.execute<{ email: string; expires_at: number }>(sql`
    select email, floor(extract(epoch from expires_at) * 1000)::float8 as expires_at from email_change
    where user_id = ${userId} and expires_at > now()`);
  const [wish] = rows;
  return { new_email: wish?.email ?? null, time_expires: wish?.expires_at ?? null };
}

/** Ends a wish and its links. The caller has the user's row. */
export async function endEmailChange(tx: Queries, userId: number): Promise<number[]> {
  await tx.execute(sql`delete from email_change where user_id = ${userId}`);
  return endTokensOf(tx, [userId], ["change_email"]);
}

/** The wish that a link was made for; null when it was canceled, replaced or is too old. */
async function wishOf(tx: Queries, userId: number, tokenId: number) {
  const { rows } = await tx.execute<{ id: string; email: string; email_key: string }>(sql`
    select c.id, c.email, c.email_key from email_change c
    join token t on t.id = ${tokenId} and c.id = (t.facts ->> 'email_change_id')::bigint
    where c.user_id = ${userId} and c.expires_at > now()`);
  return rows[0] ?? null;
}

async function isTaken(tx: Queries, workspaceId: number, key: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from app_user where workspace_id = ${workspaceId} and email_key = ${key}`,
  );
  return rows.length > 0;
}

function announce(bus: Bus, tokenIds: number[]): void {
  if (tokenIds.length > 0) bus.send({ kind: "tokens-ended", tokenIds });
  bus.send({ kind: "mail-waiting" });
}
