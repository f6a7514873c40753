/** Checks e-mail and password. Whatever is wrong, the answer, the work and the rows written are the same. */
import { and, eq } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { emailKey } from "../../domain/people/account-rules.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type Cookies, Refused } from "../platform/http/routes.ts";
import { knownDevice, rememberDevice } from "./known-device.ts";
import { recordLogin } from "./login-log.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { appUser } from "./schema.ts";
import { permissionsOf } from "./session.ts";
import { accountKey, addressKey, countAttempt, forgiveAttempts, loginRules } from "./throttle.ts";
import { isDomainListed } from "./users.ts";

export interface SignedInUser {
  id: number;
  workspaceId: number;
  email: string;
  firstName: string;
  lastName: string;
  /** What the password was checked against. */
  passwordHash: string;
}

export interface Login {
  db: NodePgDatabase;
  workspaceId: number;
  email: string;
  password: string;
  address: string;
  cookies: Cookies;
  /** People come by TLS. */
  isSecure: boolean;
}

/**
 * The user of an e-mail and password; writes the login attempt, whatever comes of it.
 * @throws Refused 401 for a wrong e-mail or password, 429 with Retry-After after too many.
 */
export async function checkLogin(login: Login): Promise<SignedInUser> {
  const { db, workspaceId, email, password, address, cookies, isSecure } = login;
  const attempt = { workspaceId, email, address };
  const key = emailKey(email);
  const [user] = await db
    .select()
    .from(appUser)
    .where(and(eq(appUser.workspaceId, workspaceId), eq(appUser.emailKey, key)));
  const userId = user?.id ?? null;
  const device = await knownDevice(db, { workspaceId, email }, cookies);
  const keys =
    device === null
      ? { account: accountKey("login", workspaceId, key), address: addressKey("login", address) }
      : { account: device, address: null };
  let passwordHash: string;
  try {
    passwordHash = await checkPassword(db, keys, user?.isVerified ? user.passwordHash : null, password);
  } catch (error) {
    if (error instanceof Refused) await recordLogin(db, { ...attempt, userId, hasSucceeded: false });
    throw error;
  }
  const { id, firstName, lastName } = user;
  await recordLogin(db, { ...attempt, userId: id, hasSucceeded: true });
  await rememberDevice(db, { id, workspaceId, email }, cookies, { isKnown: device !== null, isSecure });
  return { id, workspaceId, email: user.email, firstName, lastName, passwordHash };
}

/**
 * What the sign-in page checks after the password (spec 000 section 4), for whoever signs in for another program. Who
 * manages users is exempt from the list of domains, as in their own sessions.
 * @throws Refused 403 for somebody without any permission, or whose domain is not allowed.
 */
export async function demandEntry(db: Queries, { id, workspaceId, email }: SignedInUser): Promise<void> {
  const permissions = await permissionsOf(db, id);
  if (permissions.size === 0) throw new Refused(403, accountText.login.noAccess);
  if (permissions.has("access_admin_user_management")) return;
  if (!(await isDomainListed(db, workspaceId, emailKey(email))))
    throw new Refused(403, accountText.refused.domainNotAllowed);
}

/**
 * Demands the caller's own password before a change of the account. Returns the hash it was checked against, so that
 * the change can tell whether another one was faster. Wrong ones count as wrong sign-ins do, but only they hold this up:
 * whoever has the session need not wait for what strangers guess.
 * @throws Refused 400 when it is wrong, 429 with Retry-After after too many.
 */
export async function checkOwnPassword(db: NodePgDatabase, caller: Caller, password: string): Promise<string> {
  const { workspaceId, userId } = caller.session;
  const [user] = await db.select().from(appUser).where(eq(appUser.id, userId));
  const keys = { account: ownPasswordKey(caller.session), address: null };
  try {
    return await checkPassword(db, keys, user?.passwordHash ?? null, password);
  } catch (error) {
    if (!(error instanceof Refused && error.statusCode === 401)) throw error;
    await countWrongSignIn(db, accountKey("login", workspaceId, emailKey(caller.session.email)));
    throw new Refused(400, accountText.refused.wrongPassword);
  }
}

/** What wrong own passwords of a session are counted by. */
export const ownPasswordKey = ({ workspaceId, userId }: Pick<Caller["session"], "workspaceId" | "userId">): string =>
  accountKey("password", workspaceId, String(userId));

/** An account that is blocked already stays so. */
async function countWrongSignIn(db: NodePgDatabase, key: string): Promise<void> {
  try {
    await countAttempt(db, key, loginRules.account);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

async function checkPassword(
  db: NodePgDatabase,
  keys: { account: string; address: string | null },
  phc: string | null,
  password: string,
): Promise<string> {
  if (keys.address !== null) await countAttempt(db, keys.address, loginRules.address);
  await countAttempt(db, keys.account, loginRules.account);
  const { matches, isOutdated } = await verifyPassword(phc, password);
  if (!matches || phc === null) throw new Refused(401, accountText.refused.badLogin);
  await forgiveAttempts(db, keys);
  return isOutdated ? rehash(db, phc, password) : phc;
}

/** Brings a hash to today's cost, unless the password was changed meanwhile. */
async function rehash(db: NodePgDatabase, phc: string, password: string): Promise<string> {
  const fresh = await hashPassword(password);
  const rows = await db
    .update(appUser)
    .set({ passwordHash: fresh })
    .where(eq(appUser.passwordHash, phc))
    .returning({ id: appUser.id });
  return rows.length > 0 ? fresh : phc;
}
