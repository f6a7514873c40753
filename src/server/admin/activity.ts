/** What the audit tables show: attempts to sign in, and what was changed, read and refused, newest first. Of others only those in scope. */
import { type SQL, sql } from "drizzle-orm";
import type { LoginAttempt, UserAction } from "../../protocol/admin.ts";
import { correctPatientForm } from "../../protocol/forms.ts";
import type { TableQuery } from "../../protocol/tables.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import type { Caller } from "../platform/http/caller.ts";
import {
  demandInScope,
  type Editor,
  editorOf,
  projectInScope,
  seesAllUsers,
  siteInScope,
  userInScope,
} from "./editor.ts";
import { readTable, type Table } from "./table.ts";
import type { AdminDeps } from "./types.ts";

const id = { value: sql`a.id`, kind: "number" } as const;
const email = { value: sql`a.email`, kind: "text" } as const;
const ip_address = { value: sql`a.ip_address`, kind: "text" } as const;
/** Ids are given in the order of time; bigint, which the driver would give as text. */
const newestFirst = { id: sql`a.id`, orderBy: "id", direction: "desc" } as const;

const attemptTable: Table = {
  ...newestFirst,
  from: sql`login_attempt a`,
  columns: sql`a.id::float8 as id, a.email, a.ip_address, a.status, a.attempts,
    floor(extract(epoch from a.login_at) * 1000)::float8 as login_at`,
  fields: {
    id,
    email,
    ip_address,
    status: { value: sql`a.status`, kind: "flag" },
    attempts: { value: sql`a.attempts`, kind: "number" },
    login_at: { value: sql`a.login_at`, kind: "time" },
  },
};

/** Whom a row is about: what was refused may name a recording alone. */
const patientKey = sql`coalesce((a.facts ->> 'patient_key')::bigint, case when a.kind = 'refused' then (
  select r.patient_key from recording r where r.id = (a.facts ->> 'data_object_id')::bigint) end)`;

/** "1001 at Mercy Hospital"; "" of patients that are gone or out of the editor's scope, and where it is about none. */
const patientNamed = (editor: Editor): SQL => sql`coalesce((
  select p.identifier || ' at ' || s.name from patient p join site s on s.id = p.site_id
  where p.id = ${patientKey} and p.workspace_id = ${editor.workspaceId}
    and ${projectInScope(editor, sql`p.project_id`)} and ${siteInScope(editor, sql`p.site_id`)}), '')`;

/** "recording 12"; of a correction the form that it made, with the reason where its patient may be seen. */
const subjectTold = (
  editor: Editor,
): SQL => sql`coalesce(a.subject, case when a.action = ${correctPatientForm.path} then
  'form ' || (a.facts ->> 'form_id') || coalesce((
    select ': ' || form.reason from patient_form form
    where form.id = (a.facts ->> 'form_id')::bigint and ${patientNamed(editor)} <> ''), '') end, '')`;

const actionTable = (editor: Editor): Table => ({
  ...newestFirst,
  from: sql`user_action a`,
  columns: sql`a.id::float8 as id, a.email, a.permission, a.kind, a.action, ${subjectTold(editor)} as subject,
    ${patientKey}::float8 as patient_key, ${patientNamed(editor)} as patient, a.times, a.ip_address,
    floor(extract(epoch from a.performed_at) * 1000)::float8 as performed_at,
    floor(extract(epoch from a.until) * 1000)::float8 as until`,
  fields: {
    id,
    email,
    ip_address,
    permission: { value: sql`a.permission`, kind: "text" },
    kind: { value: sql`a.kind`, kind: "text" },
    action: { value: sql`a.action`, kind: "text" },
    subject: { value: subjectTold(editor), kind: "text" },
    patient: { value: patientNamed(editor), kind: "text" },
    patient_key: { value: patientKey, kind: "number" },
    times: { value: sql`a.times`, kind: "number" },
    performed_at: { value: sql`a.performed_at`, kind: "time" },
  },
});

type ActivityQuery = TableQuery & { user_ids?: readonly number[] };

/** @throws Refused 404 for users out of scope, 400 for an unknown field */
export const listLoginAttempts = (deps: AdminDeps, caller: Caller, query: ActivityQuery) =>
  list<LoginAttempt>(deps, () => attemptTable, caller, query);

/** @throws Refused 404 for users out of scope, 400 for an unknown field */
export const listActions = (deps: AdminDeps, caller: Caller, query: ActivityQuery) =>
  list<UserAction>(deps, actionTable, caller, query);

async function list<Row extends object>(
  { db }: AdminDeps,
  tableFor: (editor: Editor) => Table,
  caller: Caller,
  query: ActivityQuery,
) {
  const editor = editorOf(caller);
  const { user_ids } = query;
  if (user_ids !== undefined) await demandInScope(db, editor, "user", user_ids);
  const ofUsers = user_ids === undefined ? inScope(editor) : sql`a.user_id = any(${intArray(user_ids)})`;
  return readTable<Row>(db, tableFor(editor), query, sql`a.workspace_id = ${editor.workspaceId} and ${ofUsers}`);
}

/** Rows of unknown addresses and of deleted users are for those who see every user. */
const inScope = (editor: Editor): SQL =>
  seesAllUsers(editor)
    ? sql`true`
    : sql`exists (select 1 from app_user u where u.id = a.user_id and ${userInScope(editor, sql`u.id`)})`;
