/** Calls of the identity service about one's own account and session (spec 000 section 7). Times are epoch milliseconds. */
import Type, { type Static } from "typebox";
import { PermissionMap } from "./permissions.ts";
import { route } from "./route.ts";
import { EpochMs, EpochMsOrNull, TextOrNull } from "./scalars.ts";

/** May be empty: the rules of the form then say what is missing. */
export const Email = Type.String({ maxLength: 254 });
/** Hashing is the dear part of a request: a longer password is refused before it. An empty one is the rules' business. */
export const Password = Type.String({ maxLength: 256 });
const Name = Type.String({ minLength: 1, maxLength: 100 });
export const Message = Type.Object({ message: Type.String() });

export const User = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  first_name: Type.String(),
  last_name: Type.String(),
  country: Type.String(),
  is_verified: Type.Boolean(),
  site_ids: Type.Array(Type.Integer()),
  role_ids: Type.Array(Type.Integer()),
  project_ids: Type.Array(Type.Integer()),
  site_count: Type.Integer(),
  role_count: Type.Integer(),
  project_count: Type.Integer(),
});
export type User = Static<typeof User>;

/** How long the caller's token is good for; `time_ends`: renewed or not, a session is over then. */
export const TokenInfo = Type.Object({
  time_created: EpochMs,
  time_expires: EpochMs,
  time_ends: Type.Optional(EpochMs),
});
export type TokenInfo = Static<typeof TokenInfo>;

/** The workspace with a home screen of its own (spec 000 section 1): its name is no secret. */
export const registryWorkspace = "CURINGCOMA";

/** What a browser must know before anybody signed in. */
export const ClientSettings = Type.Object({
  parent_study_id: Type.Integer(),
  /** Empty for another workspace than the server's own: whoever is signed in reads it from get_workspaces_by_user. */
  workspace_name: Type.String(),
  version: Type.String(),
  deployment: Type.Union([Type.Literal("DEVELOPMENT"), Type.Literal("CLOUD"), Type.Literal("CLINICAL")]),
  has_session_timeout: Type.Boolean(),
  /** null: the operator has not published one. */
  privacy_url: TextOrNull,
  learn_more_url: TextOrNull,
  /** Contents of CHANGELOG.md. */
  changelog: Type.String(),
});
export type ClientSettings = Static<typeof ClientSettings>;

export const getClientSettings = route("/v1/workspace/get_client_settings", {
  needs: "anyone",
  summary: "The workspace of parent_study_id (or the default one) and what its sign-in page shows.",
  body: Type.Object({}),
  answer: ClientSettings,
});

export const getToken = route("/user/get_token", {
  needs: "anyone",
  hasSecrets: true,
  summary: "Signs in.",
  // `permissions`: older clients send what they hope for; the answer says what they hold.
  body: Type.Object({ permissions: Type.Optional(Type.Unknown()), email: Email, password: Password }),
  answer: Type.Object({ token: Type.String(), permissions: PermissionMap, ...TokenInfo.properties }),
});

export const checkToken = route("/user/check_token", {
  needs: "any token",
  summary: "What the caller's token allows, and whose it is.",
  body: Type.Object({ study_ids: Type.Optional(Type.Array(Type.Integer(), { maxItems: 100 })) }),
  // `new_email`: what the link of a wish for another address would change it to.
  answer: Type.Object({ permissions: PermissionMap, email: Type.String(), new_email: Type.Optional(Type.String()) }),
});

export const getCurrentUser = route("/user/get_current_user", {
  needs: "session",
  summary: "The signed-in user.",
  body: Type.Object({ study_id: Type.Optional(Type.Integer()) }),
  answer: User,
});

export const updateTokenExpireTime = route("/user/update_token_expire_time", {
  needs: "session",
  summary: "Renews the caller's token: its age begins anew.",
  body: Type.Object({}),
  answer: TokenInfo,
});

export const getTokenInfo = route("/user/get_token_info", {
  needs: "session",
  summary: "How long the caller's token is good for. Does not renew it.",
  body: Type.Object({}),
  answer: TokenInfo,
});

export const logOut = route("/user/log_out", {
  needs: "session",
  summary: "Ends the caller's session.",
  body: Type.Object({}),
  answer: Type.Object({}),
});

export const deleteOwnUser = route("/user/delete_user", {
  needs: "session",
  summary: "Deletes the caller's own account.",
  body: Type.Object({ email: Email, password: Password }),
  answer: Message,
});

export const sendResetPasswordEmail = route("/v1/account/send_reset_password_email", {
  needs: "anyone",
  summary: "Mails a link to set a new password. The answer is the same whether or not there is such an account.",
  body: Type.Object({ email: Email }),
  answer: Message,
});

export const createAccount = route("/v1/account/create_account", {
  needs: "invitation",
  summary: "Completes an invitation.",
  body: Type.Object({ first_name: Name, last_name: Name, password: Password, country: Name }),
  answer: Message,
});

export const resetForgotPassword = route("/v1/account/reset_forgot_password", {
  needs: "reset link",
  summary: "Sets a new password with the token of a reset mail.",
  body: Type.Object({ new_password: Password }),
  answer: Message,
});

export const changePassword = route("/v1/account/change_password", {
  needs: "session",
  summary: "Changes the caller's password and ends the account's sessions.",
  body: Type.Object({ new_password: Password, password: Password }),
  answer: Message,
});

export const changeEmail = route("/v1/account/change_email", {
  needs: "session",
  summary: "Mails a link to another e-mail address. It becomes the caller's once the link is opened.",
  body: Type.Object({ new_email: Email, password: Password }),
  answer: Message,
});

export const confirmEmail = route("/v1/account/confirm_email", {
  needs: "email link",
  summary: "Changes the e-mail address with the token of its mail and ends the account's sessions.",
  body: Type.Object({}),
  answer: Message,
});

/** The address that waits for its link to be opened; nulls: none. */
export const EmailChange = Type.Object({
  new_email: TextOrNull,
  time_expires: EpochMsOrNull,
});
export type EmailChange = Static<typeof EmailChange>;

export const getEmailChange = route("/v1/account/get_email_change", {
  needs: "session",
  summary: "The caller's new e-mail address that waits for its link to be opened.",
  body: Type.Object({}),
  answer: EmailChange,
});

export const cancelEmailChange = route("/v1/account/cancel_email_change", {
  needs: "session",
  summary: "Takes the wish for another e-mail address back; its link ends.",
  body: Type.Object({}),
  answer: Message,
});

export const oauthLogin = route("/v1/user/oauth_login", {
  needs: "anyone",
  summary: "Signs in for a registered client and gives an authorization code for it.",
  body: Type.Object({
    email: Email,
    password: Password,
    client_id: Type.String({ minLength: 1, maxLength: 200 }),
    redirect_uri: Type.String({ minLength: 1, maxLength: 2000 }),
    code_challenge: Type.Optional(Type.String({ pattern: "^[A-Za-z0-9_-]{43,128}$" })),
    code_challenge_method: Type.Optional(Type.Literal("S256")),
    scope: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  answer: Type.Object({ code: Type.String() }),
});

/** Validations by name; each must be "Valid" (spec 000 section 4, Login). */
export const checkCredentials = route("/v1/ibm/check_ibm_credentials", {
  needs: "session",
  summary: "Checks of the caller's account besides the password, by name.",
  body: Type.Object({ email: Email }),
  answer: Type.Record(Type.String(), Type.String()),
});
export const validCredential = "Valid";

/** Origins of the services; here they are one server. */
export const WorkspaceEnv = Type.Object({
  identity_service: Type.String(),
  query_service: Type.String(),
  prefetch_service: Type.String(),
});
export type WorkspaceEnv = Static<typeof WorkspaceEnv>;

export const getWorkspaceEnv = route("/v1/workspace/get_workspace_env", {
  needs: "session",
  summary: "Where the services of the workspace are.",
  body: Type.Object({}),
  answer: WorkspaceEnv,
});

export const getWorkspacesByUser = route("/v1/workspace/get_workspaces_by_user", {
  needs: "session",
  summary: "Workspaces the caller's session is good for.",
  body: Type.Object({}),
  answer: Type.Object({ data: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })) }),
});
