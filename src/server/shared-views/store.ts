/** All SQL about shared views. */
import { sql } from "drizzle-orm";
import type { OwnLink, SharedDisplay, SharedSpan } from "../../protocol/shared-views.ts";
import { isOwnPatient, type UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { isVisible } from "../recordings/visible.ts";

/** What is kept of a view. */
export interface SharedContent {
  readonly display: SharedDisplay;
  readonly spans: readonly SharedSpan[];
  readonly active: string;
}

/** Key of the patient of a recording that the user sees; null: there is none for them. */
export async function patientOf(db: Queries, scope: UserScope, recordingId: number): Promise<number | null> {
  const { rows } = await db.execute<{ patient: number }>(sql`
    select p.id as patient from recording join patient p on p.id = recording.patient_key
    where recording.id = ${recordingId} and ${isVisible} and ${isOwnPatient(scope)}`);
  return rows[0]?.patient ?? null;
}

/** Lets go of those of the workspace whose time has ended, and of the oldest of this person until so many are left. */
export async function forgetViews(tx: Queries, { workspaceId, userId }: UserScope, most: number): Promise<void> {
  await tx.execute(sql`delete from shared_view where workspace_id = ${workspaceId} and expires_at <= now()`);
  await tx.execute(sql`
    delete from shared_view where made_by = ${userId} and id not in (
      select id from shared_view where made_by = ${userId} order by id desc limit ${most})`);
}

export interface NewView {
  readonly keyHash: string;
  readonly recordingId: number;
  readonly content: SharedContent;
  readonly days: number;
}

/** Returns when it ends, epoch ms. */
export async function insertView(tx: Queries, scope: UserScope, view: NewView): Promise<number> {
  const { keyHash, recordingId, content, days } = view;
  const { rows } = await tx.execute<{ endsAt: number }>(sql`
    insert into shared_view (key_hash, workspace_id, recording_id, made_by, content, expires_at)
    values (${keyHash}, ${scope.workspaceId}, ${recordingId}, ${scope.userId}, ${JSON.stringify(content)}::jsonb,
      now() + ${days} * interval '1 day')
    returning floor(extract(epoch from expires_at) * 1000)::float8 as "endsAt"`);
  return rows[0].endsAt;
}

export interface StoredView {
  content: SharedContent;
  madeBy: number | null;
  /** "" when the account is gone. */
  name: string;
  madeAt: number;
}

/** Null unless it is there, has not ended, and the user sees its recording. */
export async function findView(
  db: Queries,
  scope: UserScope,
  { keyHash, recordingId }: Pick<NewView, "keyHash" | "recordingId">,
): Promise<StoredView | null> {
  const { rows } = await db.execute<StoredView & Record<string, unknown>>(sql`
    select v.content, v.made_by as "madeBy", floor(extract(epoch from v.created_at) * 1000)::float8 as "madeAt",
      coalesce(trim(u.first_name || ' ' || u.last_name), '') as name
    from shared_view v join recording on recording.id = v.recording_id
      join patient p on p.id = recording.patient_key left join app_user u on u.id = v.made_by
    where v.key_hash = ${keyHash} and v.recording_id = ${recordingId} and v.workspace_id = ${scope.workspaceId}
      and v.expires_at > now() and ${isVisible} and ${isOwnPatient(scope)}`);
  return rows[0] ?? null;
}

/** The user's own of a recording that have not ended, the newest first. */
export async function linksOf(
  db: Queries,
  { workspaceId, userId }: UserScope,
  recordingId: number,
): Promise<OwnLink[]> {
  const { rows } = await db.execute<OwnLink & Record<string, unknown>>(sql`
    select id, content -> 'display' ->> 'name' as name, floor(extract(epoch from created_at) * 1000)::float8 as made_at,
      floor(extract(epoch from expires_at) * 1000)::float8 as expires_at
    from shared_view where made_by = ${userId} and workspace_id = ${workspaceId} and recording_id = ${recordingId}
      and expires_at > now()
    order by id desc`);
  return rows;
}

/** Removes those of these that are the user's own. Returns their ids. */
export async function removeLinks(
  tx: Queries,
  { workspaceId, userId }: UserScope,
  recordingId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    delete from shared_view where made_by = ${userId} and workspace_id = ${workspaceId} and recording_id = ${recordingId}
      and id = any(${intArray(ids)}) returning id`);
  return rows.map(({ id }) => id);
}
