/**
 * Browsers that an account was signed in with before. Their attempts are counted by themselves, so a stranger's guesses
 * lock nobody out of a browser they use. The secret is in a cookie that scripts cannot read, one for each account: on a
 * shared station everybody has their own. A secret is made by a successful sign-in and good for that account alone.
 */
import { createHash, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { emailKey } from "../../domain/people/account-rules.ts";
import { getToken, oauthLogin } from "../../protocol/accounts.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Cookies } from "../platform/http/routes.ts";
import { sha256Hex } from "./tokens.ts";

const lifeDays = 180;
/** Of one account; the one that was used longest ago goes first. */
const mostDevices = 10;
/** Cookies are sent with these calls and no other. */
const paths = [getToken.path, oauthLogin.path];

export interface DeviceOwner {
  workspaceId: number;
  email: string;
}

/** Name of the cookie of one account in a browser; it does not show the e-mail. */
const deviceCookie = ({ workspaceId, email }: DeviceOwner): string =>
  `connect_device_${createHash("sha256")
    .update(`${workspaceId}:${emailKey(email)}`)
    .digest("hex")
    .slice(0, 16)}`;

/** The key that attempts of this browser are counted by; null when the account was never signed in with it. */
export async function knownDevice(db: Queries, owner: DeviceOwner, cookies: Cookies): Promise<string | null> {
  const secret = cookies.read(deviceCookie(owner));
  if (secret === null || !/^[A-Za-z0-9_-]{43}$/.test(secret)) return null;
  const { rows } = await db.execute(sql`
    select 1 from known_device d join app_user u on u.id = d.user_id
    where d.hash = ${sha256Hex(secret)} and u.workspace_id = ${owner.workspaceId}
      and u.email_key = ${emailKey(owner.email)} and d.used_at > now() - ${lifeDays} * interval '1 day'`);
  return rows.length === 0 ? null : `login:device:${sha256Hex(secret)}`;
}

/** Remembers the browser of a successful sign-in. `isSecure`: people come by TLS. */
export async function rememberDevice(
  db: Queries,
  user: DeviceOwner & { id: number },
  cookies: Cookies,
  { isKnown, isSecure }: { isKnown: boolean; isSecure: boolean },
): Promise<void> {
  const name = deviceCookie(user);
  // A secret that this account did not make itself is never taken over: somebody else may know it.
  const secret = (isKnown ? cookies.read(name) : null) ?? randomBytes(32).toString("base64url");
  await db.execute(sql`
    insert into known_device (hash, user_id) values (${sha256Hex(secret)}, ${user.id})
    on conflict (hash) do update set used_at = now() where known_device.user_id = ${user.id}`);
  await db.execute(sql`
    delete from known_device where user_id = ${user.id} and hash in (
      select hash from known_device where user_id = ${user.id} order by used_at desc, hash offset ${mostDevices})`);
  for (const path of paths)
    cookies.set(
      `${name}=${secret}; Path=${path}; Max-Age=${lifeDays * 86_400}; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`,
    );
}

/** Whoever signed in before may have been somebody else: after a change of password or address nothing is known. */
export async function forgetDevices(tx: Queries, userId: number): Promise<void> {
  await tx.execute(sql`delete from known_device where user_id = ${userId}`);
}

/** Removes what is too old to be known. */
export async function sweepDevices(db: Queries): Promise<void> {
  await db.execute(sql`delete from known_device where used_at < now() - ${lifeDays} * interval '1 day'`);
}
