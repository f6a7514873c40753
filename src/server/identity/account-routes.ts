/** Calls of the identity service about one's own account and session (src/protocol/accounts.ts). */
import { emailKey, forgotRules, loginRules } from "../../domain/people/account-rules.ts";
import { firstFailure } from "../../domain/people/rules.ts";
import {
  cancelEmailChange,
  changeEmail,
  changePassword,
  checkCredentials,
  checkToken,
  confirmEmail as confirmEmailRoute,
  createAccount,
  deleteOwnUser,
  getClientSettings,
  getCurrentUser,
  getEmailChange,
  getToken,
  getTokenInfo,
  getWorkspaceEnv,
  getWorkspacesByUser,
  logOut,
  registryWorkspace,
  resetForgotPassword,
  sendResetPasswordEmail,
  type TokenInfo,
  updateTokenExpireTime,
  validCredential,
} from "../../protocol/accounts.ts";
import { permissionMap } from "../../protocol/permissions.ts";
import { accountText } from "../../protocol/text/account-text.ts";
import type { Session } from "../platform/http/caller.ts";
import { Refused, type RouteHost } from "../platform/http/routes.ts";
import { enqueueMail } from "../platform/mail/index.ts";
import type { Config } from "../platform/start/config.ts";
import { askForEmail, cancelEmail, confirmEmail, pendingEmail } from "./email-change.ts";
import {
  type AccountDeps,
  completeInvitation,
  deleteAccount,
  replacePassword,
  setForgottenPassword,
} from "./own-account.ts";
import { readRelease } from "./release.ts";
import { permissionsOf } from "./session.ts";
import { checkLogin } from "./sign-in.ts";
import { throttleResetMail } from "./throttle.ts";
import { endToken, issueSession, renewSession } from "./tokens.ts";
import { userOf } from "./users.ts";

export interface AccountRouteDeps extends AccountDeps {
  /** The workspace of this server; others are named to their own people alone. */
  workspaceId: number;
  config: Pick<
    Config,
    "sessionMinutes" | "sessionHours" | "deployment" | "hasSessionTimeout" | "privacyUrl" | "learnMoreUrl"
  >;
}

const { refused } = accountText;

/** Registers every call of protocol/accounts.ts but oauth_login. */
export function addAccountRoutes(host: RouteHost, deps: AccountRouteDeps): void {
  addSessionRoutes(host, deps);
  addWorkspaceRoutes(host, deps);
  host.add(createAccount, (body, caller) => completeInvitation(deps, caller, body));
  host.add(resetForgotPassword, (body, caller) => setForgottenPassword(deps, caller, body));
  host.add(changePassword, (body, caller) => replacePassword(deps, caller, body));
  host.add(changeEmail, (body, caller) => askForEmail(deps, caller, body));
  host.add(confirmEmailRoute, (_body, caller) => confirmEmail(deps, caller));
  host.add(getEmailChange, (_body, { session }) => pendingEmail(deps.db, session.userId));
  host.add(cancelEmailChange, (_body, caller) => cancelEmail(deps, caller));
  host.add(deleteOwnUser, (body, caller) => deleteAccount(deps, caller, body));

  host.add(sendResetPasswordEmail, async ({ email }, { workspaceId, address }) => {
    const failure = firstFailure(forgotRules, { email });
    if (failure !== undefined) throw new Refused(400, failure);
    await throttleResetMail(deps.db, { workspaceId, emailKey: emailKey(email), address });
    // Whether there is such an account is looked up when the mail is sent: neither answer nor time can tell.
    await enqueueMail(deps.db, { workspaceId, kind: "reset_password", recipient: email.trim() });
    deps.bus.send({ kind: "mail-waiting" });
    return { message: accountText.forgot.checkMail };
  });
}

function addSessionRoutes(host: RouteHost, { db, bus, config }: AccountRouteDeps): void {
  const lifeMs = config.sessionMinutes * 60_000;
  const wholeMs = config.sessionHours * 3_600_000;

  host.add(getToken, async ({ email, password }, { workspaceId, address, origin }, { cookies }) => {
    const failure = firstFailure(loginRules, { email, password });
    if (failure !== undefined) throw new Refused(400, failure);
    const user = await checkLogin({
      ...{ db, workspaceId, email, password, address, cookies },
      isSecure: origin.startsWith("https:"),
    });
    const issued = await issueSession(db, user, { lifeMs, wholeMs });
    if (issued === null) throw new Refused(401, refused.badLogin);
    const permissions = permissionMap(await permissionsOf(db, user.id));
    return { token: issued.token, permissions, ...tokenInfo(issued) };
  });

  host.add(checkToken, async ({ study_ids = [] }, { session }) => {
    demandOwnWorkspace(session, study_ids);
    const { permissions, email, newEmail } = session;
    return {
      permissions: permissionMap(permissions),
      email,
      ...(newEmail === undefined ? {} : { new_email: newEmail }),
    };
  });

  host.add(getCurrentUser, async ({ study_id }, { session }) => {
    demandOwnWorkspace(session, study_id === undefined ? [] : [study_id]);
    const user = await userOf(db, session.userId);
    if (user === null) throw new Refused(401, refused.badToken);
    return user;
  });

  host.add(updateTokenExpireTime, async (_body, { session }) => {
    const renewed = await renewSession(db, session.tokenId, lifeMs);
    if (renewed === null) throw new Refused(401, refused.badToken);
    return tokenInfo(renewed);
  });

  host.add(getTokenInfo, async (_body, { session }) => tokenInfo(session));

  host.add(logOut, async (_body, { session }) => {
    bus.send({ kind: "tokens-ended", tokenIds: await endToken(db, session.tokenId) });
    return {};
  });
}

function addWorkspaceRoutes(host: RouteHost, { config, workspaceId: own }: AccountRouteDeps): void {
  const release = readRelease();

  host.add(getClientSettings, async (_body, { workspaceId, workspaceName }) => ({
    parent_study_id: workspaceId,
    workspace_name: workspaceId === own || workspaceName === registryWorkspace ? workspaceName : "",
    version: release.version,
    deployment: config.deployment,
    has_session_timeout: config.hasSessionTimeout,
    privacy_url: config.privacyUrl,
    learn_more_url: config.learnMoreUrl,
    changelog: release.changelog,
  }));

  host.add(checkCredentials, async ({ email }, { session }) => {
    if (emailKey(email) !== emailKey(session.email)) throw new Refused(403, refused.noPermission);
    return {
      Account: session.permissions.size > 0 ? validCredential : "No permissions",
      "E-mail domain": session.isDomainAllowed ? validCredential : "Not allowed in this workspace",
    };
  });

  host.add(getWorkspaceEnv, async (_body, { origin }) => ({
    identity_service: origin,
    query_service: origin,
    prefetch_service: origin,
  }));

  host.add(getWorkspacesByUser, async (_body, { session }) => ({
    data: [{ id: session.workspaceId, name: session.workspaceName }],
  }));
}

const tokenInfo = (times: { createdAt: Date; expiresAt: Date; endsAt?: Date | null }): TokenInfo => ({
  time_created: times.createdAt.getTime(),
  time_expires: times.expiresAt.getTime(),
  ...(times.endsAt ? { time_ends: times.endsAt.getTime() } : {}),
});

/** A session is good for its own workspace. @throws Refused 403 */
function demandOwnWorkspace(session: Session, workspaceIds: readonly number[]): void {
  if (workspaceIds.some((id) => id !== session.workspaceId)) throw new Refused(403, refused.otherWorkspace);
}
