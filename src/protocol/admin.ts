/** Calls of the administration area (spec 000 sections 2, 3 and 7). What belongs to another workspace does not exist (404). */
import Type, { type Static } from "typebox";
import { Email, User } from "./accounts.ts";
import { Permission } from "./permissions.ts";
import { route } from "./route.ts";
import { EpochMs, EpochMsOrNull, IntegerOrNull, RowKey } from "./scalars.ts";
import { tableAnswer, tableQuery } from "./tables.ts";

const Ids = Type.Array(RowKey, { maxItems: 10_000, uniqueItems: true });
const SomeIds = Type.Array(RowKey, { minItems: 1, maxItems: 1000, uniqueItems: true });
const OptionalStudy = { study_id: Type.Optional(Type.Integer()) };
const Done = Type.Object({ message: Type.String() });
const Created = Type.Object({ id: Type.Integer(), message: Type.String() });
const short = Type.String({ maxLength: 100 });
const long = Type.String({ maxLength: 1000 });
/** What a form was filled in with: when the record is no longer that, nothing is saved (409). Left out: it is saved over anything. */
const seen = <Form extends Type.TProperties>(form: Form) => ({ seen: Type.Optional(Type.Object(form)) });

// Users -----------------------------------------------------------------------------------------------------------
const users = ["access_admin_user_management"] as const;
const anyAdmin = ["access_admin_user_management", "access_admin_studies", "access_admin_sites"] as const;

export const getUsers = route("/v1/user/get_users", {
  needs: anyAdmin,
  summary: "Users of the workspace, a page at a time.",
  body: Type.Object(tableQuery),
  answer: tableAnswer(User),
});
export const getUsersByProject = route("/v1/user/get_users_by_project", {
  needs: anyAdmin,
  summary: "Users of a project.",
  body: Type.Object({ project_id: RowKey, ...tableQuery }),
  answer: tableAnswer(User),
});
export const getUsersBySite = route("/v1/user/get_users_by_site", {
  needs: anyAdmin,
  summary: "Users of a site.",
  body: Type.Object({ site_id: RowKey, ...tableQuery }),
  answer: tableAnswer(User),
});
export const inviteUsers = route("/v1/user/invite_users", {
  needs: users,
  summary: "Invites people by e-mail.",
  body: Type.Object({
    emails: Type.Array(Email, { maxItems: 100 }),
    project_ids: Ids,
    site_ids: Ids,
    role_ids: Ids,
  }),
  answer: Done,
});
const assignments = { site_ids: Ids, role_ids: Ids, project_ids: Ids };
export const modifyUser = route("/v1/user/modify_user", {
  needs: users,
  summary: "Changes the sites, roles and projects of a user.",
  body: Type.Object({ user_id: RowKey, ...assignments, ...seen(assignments) }),
  answer: Done,
});
export const deleteUsers = route("/v1/user/delete_users", {
  needs: users,
  summary: "Deletes users.",
  body: Type.Object({ user_ids: SomeIds }),
  answer: Done,
});

export const UserAction = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  permission: Type.String(),
  /** Refused: the call was not answered. */
  kind: Type.Union([Type.Literal("change"), Type.Literal("reading"), Type.Literal("refused")]),
  /** Name of the call, or of what was read: "review_recording", "read_patient", "read_file", "read_form", "read_run". */
  action: Type.String(),
  /** What was read or refused, "recording 12", or the form that corrects another, with its reason; "" where the action says all. */
  subject: Type.String(),
  /** The patient it is about, "1001 at Mercy Hospital"; "" where there is none, or none the caller may see. */
  patient: Type.String(),
  /** Key of the patient it is about. */
  patient_key: IntegerOrNull,
  /** How often in this session; a review counts looks at the recording. */
  times: Type.Integer(),
  ip_address: Type.String(),
  performed_at: EpochMs,
  /** Epoch milliseconds of the last time; null where there is only the first. */
  until: EpochMsOrNull,
});
export type UserAction = Static<typeof UserAction>;
export const getAllUsersActions = route("/v1/user/get_all_users_actions", {
  needs: users,
  summary: "What users changed, read and were refused, newest first.",
  body: Type.Object({ user_ids: Type.Optional(SomeIds), ...tableQuery }),
  answer: tableAnswer(UserAction),
});

export const LoginAttempt = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  ip_address: Type.String(),
  login_at: EpochMs,
  /** True when it succeeded. */
  status: Type.Boolean(),
  /** More than 1: the row stands for so many of one hour; `email` and `ip_address` are empty where they differ. */
  attempts: Type.Integer(),
});
export type LoginAttempt = Static<typeof LoginAttempt>;
export const getLoginAttempts = route("/v1/workspace/get_login_attempts", {
  needs: users,
  summary: "Attempts to sign in, newest first.",
  body: Type.Object({ user_ids: Type.Optional(SomeIds), ...tableQuery }),
  answer: tableAnswer(LoginAttempt),
});

// Roles -----------------------------------------------------------------------------------------------------------
const roles = ["access_admin_role_and_permissions"] as const;

export const Role = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  user_count: Type.Integer(),
  permission_count: Type.Integer(),
});
export type Role = Static<typeof Role>;

export const getRoles = route("/v1/role/get_roles", {
  needs: ["access_admin_role_and_permissions", "access_admin_user_management"],
  summary: "Roles of the workspace.",
  body: Type.Object(tableQuery),
  answer: tableAnswer(Role),
});
export const getRolesByUser = route("/v1/role/get_roles_by_user", {
  needs: "session",
  summary: "Roles of a user: one's own, or anybody's for who manages users.",
  body: Type.Object({ user_id: RowKey }),
  answer: Type.Object({ data: Type.Array(Role) }),
});
export const RolePermission = Type.Object({
  id: Type.Integer(),
  name: Permission,
  title: Type.String(),
  description: Type.String(),
  group: Type.String(),
  /** Held by the role asked for; false when none was. */
  enabled: Type.Boolean(),
  /** The caller holds it and may therefore grant it. */
  can_grant: Type.Boolean(),
});
export type RolePermission = Static<typeof RolePermission>;
export const getPermissions = route("/v1/role/get_permissions", {
  needs: ["access_admin_role_and_permissions", "access_admin_user_management"],
  summary: "Every permission by group, and which of them a role holds.",
  body: Type.Object({ ...OptionalStudy, role_id: Type.Optional(RowKey) }),
  answer: Type.Object({ data: Type.Array(RolePermission) }),
});
const roleForm = { name: short, description: long, permission_ids: Ids };
export const createRole = route("/v1/role/create_role", {
  needs: roles,
  summary: "Creates a role. It cannot hold what its maker does not hold.",
  body: Type.Object(roleForm),
  answer: Created,
});
export const modifyRole = route("/v1/role/modify_role", {
  needs: roles,
  summary: "Changes a role.",
  body: Type.Object({ role_id: RowKey, ...roleForm, ...seen(roleForm) }),
  answer: Done,
});
export const deleteRoles = route("/v1/role/delete_roles", {
  needs: roles,
  summary: "Deletes roles.",
  body: Type.Object({ role_ids: SomeIds }),
  answer: Done,
});

// Domains ---------------------------------------------------------------------------------------------------------
export const Domain = Type.Object({ id: Type.Integer(), domain: Type.String() });
export type Domain = Static<typeof Domain>;
export const getDomains = route("/v1/domain/get_domains", {
  needs: users,
  summary: "Allowed e-mail domains.",
  body: Type.Object(tableQuery),
  answer: tableAnswer(Domain),
});
export const addDomain = route("/v1/domain/add_domain", {
  needs: users,
  summary: "Adds an allowed e-mail domain.",
  body: Type.Object({ domain: Type.String({ maxLength: 253 }) }),
  answer: Created,
});
export const removeDomains = route("/v1/domain/remove_domains", {
  needs: users,
  summary: "Removes allowed e-mail domains.",
  body: Type.Object({ domain_ids: SomeIds }),
  answer: Done,
});
export const setRestrictEmailDomains = route("/v1/domain/set_restrict_email_domains", {
  needs: users,
  summary: "Turns the restriction to the allowed domains on or off.",
  body: Type.Object({ restrict_email_domains: Type.Boolean() }),
  answer: Type.Object({ restrict_email_domains: Type.Boolean() }),
});
export const getDomainRestriction = route("/v1/domain/get_domain_restriction", {
  needs: users,
  summary: "Whether only the allowed domains may be invited and sign in.",
  body: Type.Object({}),
  answer: Type.Object({ restrict_email_domains: Type.Boolean() }),
});

// Sites -----------------------------------------------------------------------------------------------------------
export const Site = Type.Object({
  id: Type.Integer(),
  /** Exactly 4 characters. */
  identifier: Type.String(),
  name: Type.String(),
  description: Type.String(),
  location: Type.String(),
  user_ids: Type.Array(Type.Integer()),
  user_count: Type.Integer(),
  patient_count: Type.Integer(),
});
export type Site = Static<typeof Site>;
const siteForm = { name: short, location: long, description: Type.Optional(long), user_ids: Ids };
export const getSites = route("/v1/site/get_sites", {
  needs: anyAdmin,
  summary: "Sites: the caller's, or with return_all_sites every site the caller may administer.",
  body: Type.Object({ return_all_sites: Type.Optional(Type.Boolean()), ...tableQuery }),
  answer: tableAnswer(Site),
});
export const createSite = route("/v1/site/create_site", {
  needs: ["access_admin_sites"],
  summary: "Creates a site.",
  body: Type.Object({ identifier: short, ...siteForm }),
  answer: Created,
  refusals: "errorMessage",
});
export const modifySite = route("/v1/site/modify_site", {
  needs: ["access_admin_sites"],
  summary: "Changes a site. Its identifier stays.",
  body: Type.Object({ site_id: RowKey, ...siteForm, ...seen(siteForm) }),
  answer: Done,
});
export const deleteSites = route("/v1/site/delete_sites", {
  needs: ["access_admin_sites"],
  summary: "Deletes sites that have no patients.",
  body: Type.Object({ site_ids: SomeIds }),
  answer: Done,
});

// Projects --------------------------------------------------------------------------------------------------------
export const Project = Type.Object({
  id: Type.Integer(),
  identifier: Type.String(),
  name: Type.String(),
  bucket_name: Type.String(),
  user_ids: Type.Array(Type.Integer()),
  user_count: Type.Integer(),
  patient_count: Type.Integer(),
});
export type Project = Static<typeof Project>;
export const getProjects = route("/v1/project/get_projects", {
  needs: anyAdmin,
  summary: "Projects the caller may administer.",
  body: Type.Object(tableQuery),
  answer: tableAnswer(Project),
});
export const createProject = route("/v1/project/create_project", {
  needs: ["access_admin_studies"],
  summary: "Creates a project.",
  body: Type.Object({ name: short, identifier: short, user_ids: Ids }),
  answer: Created,
  refusals: "errorMessage",
});
export const modifyProject = route("/v1/project/modify_project", {
  needs: ["access_admin_studies"],
  summary: "Changes a project. Its identifier stays.",
  body: Type.Object({
    project_id: RowKey,
    name: short,
    type: Type.Optional(short),
    user_ids: Ids,
    ...seen({ name: short, user_ids: Ids }),
  }),
  answer: Done,
});
export const deleteProjects = route("/v1/project/delete_projects", {
  needs: ["access_admin_studies"],
  summary: "Deletes projects that have no patients.",
  body: Type.Object({ project_ids: SomeIds }),
  answer: Done,
});
const Named = Type.Object({ id: Type.Integer(), identifier: Type.String(), name: Type.String() });
export const getUserProjects = route("/v1/project/get_user_projects", {
  needs: "session",
  summary: "Projects of a user: one's own, or anybody's for who manages users.",
  body: Type.Object({ user_id: Type.Optional(RowKey) }),
  answer: Type.Object({ data: Type.Array(Named) }),
});
export const getProjectUserSites = route("/v1/project/get_project_user_sites", {
  needs: "session",
  summary: "Sites a user may use in projects: one's own, or anybody's for who manages users.",
  body: Type.Object({ user_id: Type.Optional(RowKey), project_id: Type.Optional(RowKey) }),
  answer: Type.Object({ data: Type.Array(Named) }),
});

// Buckets ---------------------------------------------------------------------------------------------------------
export const Bucket = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  endpoint: Type.String(),
  projects: Type.Array(Type.Object({ id: Type.Integer(), identifier: Type.String() })),
});
export type Bucket = Static<typeof Bucket>;
export const getBuckets = route("/v1/bucket/get_buckets", {
  needs: ["access_admin_studies"],
  summary: "Where files of the workspace's projects are kept.",
  body: Type.Object(tableQuery),
  answer: tableAnswer(Bucket),
});
export const checkBucket = route("/v1/bucket/check_bucket", {
  needs: ["access_admin_studies"],
  summary: "Whether a bucket can be reached now: writes, reads and removes a small object.",
  body: Type.Object({ bucket_id: RowKey }),
  answer: Type.Object({ is_reachable: Type.Boolean(), message: Type.String(), checked_at: EpochMs }),
});

// Operation -------------------------------------------------------------------------------------------------------
export const getOperationNotices = route("/v1/admin/get_operation_notices", {
  needs: [
    "access_admin_user_management",
    "access_admin_role_and_permissions",
    "access_admin_studies",
    "access_admin_sites",
  ],
  summary: "What is wrong with the installation, one sentence each; none when all is well.",
  body: Type.Object({}),
  answer: Type.Object({ notices: Type.Array(Type.String()) }),
});
