/** Login: get token, deny without any permission, then check the account's other credentials (spec 000 section 4). */

import { checkCredentials, getToken, oauthLogin, validCredential } from "../../protocol/accounts.ts";
import { workspaceParameter } from "../../protocol/route.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import { callWithToken } from "./call.ts";
import { dropToken } from "./log-out.ts";
import type { OauthRequest } from "./oauth-request.ts";
import { beginSession } from "./start.ts";
import { workspaceId } from "./state.ts";

export interface Credentials {
  email: string;
  password: string;
  isRemembered: boolean;
}

const query = () => {
  const id = workspaceId();
  return id === null ? "" : `?${workspaceParameter}=${id}`;
};

/**
 * Signs in and begins the session.
 * @throws an error whose message is what the user is told.
 */
export async function signIn({ email, password, isRemembered }: Credentials): Promise<void> {
  const answer = await callWithToken(null, getToken, { email, password }, query());
  try {
    if (!Object.values(answer.permissions).includes(true)) throw new Error(accountText.login.noAccess);
    refuseFailed(await callWithToken(answer.token, checkCredentials, { email }, query()));
  } catch (error) {
    dropToken(answer.token);
    throw error;
  }
  await beginSession(answer, isRemembered);
}

/** Every validation must be 'Valid'. @throws Error that names those that are not. */
export function refuseFailed(validations: Readonly<Record<string, string>>): void {
  const failed = Object.keys(validations).filter((name) => validations[name] !== validCredential);
  if (failed.length > 0) throw new Error(accountText.login.validationsFailed(failed));
}

/** Signs in for a notebook hub. Resolves with the address to go to. @throws as `signIn`. */
export async function signInFor(request: OauthRequest, { email, password }: Credentials): Promise<string> {
  const { state, ...rest } = request;
  const { code } = await callWithToken(null, oauthLogin, { email, password, ...rest }, query());
  const target = new URL(request.redirect_uri);
  target.searchParams.set("code", code);
  target.searchParams.set("state", state);
  return target.href;
}
