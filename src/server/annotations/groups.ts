/** Sessions of a recording (on the screen; groups in code): making, naming, deleting and bringing them back. */
import { sql } from "drizzle-orm";
import { isSessionNameTaken, sessionName, sessionNameRules } from "../../domain/annotations/annotation-rules.ts";
import { firstFailure } from "../../domain/people/rules.ts";
import type { openAnnotations } from "../../protocol/annotation-log.ts";
import {
  type AnnotationGroup,
  annotationLimits,
  type createAnnotationGroup,
  defaultGroupName,
  type renameAnnotationGroup,
} from "../../protocol/annotations.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import type { Caller } from "../platform/http/caller.ts";
import { demandRecording, onlyOne, recordingsOfGroups } from "./access.ts";
import { noGroup, refuse } from "./refusals.ts";
import { logGroups } from "./store.ts";
import { type AnnotationDeps, type Writing, type Written, write } from "./write.ts";

const { refused, rules } = annotationServerText;

/** Sessions of a recording, oldest first. */
export async function listGroups(db: Queries, recordingId: number): Promise<AnnotationGroup[]> {
  const { rows } = await db.execute<AnnotationGroup & Record<string, unknown>>(sql`
    select g.id, g.name as group_name, g.annotations as nannotations,
      floor(extract(epoch from g.made_at) * 1000)::float8 as timestamp, g.recording_id as data_object_id, u.id as user_id,
      g.revision::float8 as revision
    from annotation_group g left join app_user u on u.id = g.made_by
    where g.recording_id = ${recordingId} and g.deleted_at is null order by g.id`);
  return rows;
}

/** @throws Refused 404 */
export async function readGroups(
  deps: AnnotationDeps,
  { session }: Caller,
  { data_object_id }: { data_object_id: number },
): Promise<{ groups: AnnotationGroup[]; patientKey: number }> {
  const { patientKey } = await demandRecording(deps.db, session, data_object_id);
  return { groups: await listGroups(deps.db, data_object_id), patientKey };
}

/** Makes 'Default Session' where there is no session, for who may make one or annotate. @throws Refused 404, 429 */
export async function openRecording(
  deps: AnnotationDeps,
  caller: Caller,
  { data_object_id }: BodyOf<typeof openAnnotations>,
): Promise<{ answer: AnswerOf<typeof openAnnotations>; patientKey: number }> {
  const { session } = caller;
  const state = async () => {
    // The number is read first: what was done between the two is in the groups already, and comes again.
    const { sequence, maskRevision, patientKey } = await demandRecording(deps.db, session, data_object_id);
    const groups = await listGroups(deps.db, data_object_id);
    return { answer: { groups, sequence, mask_revision: maskRevision }, patientKey };
  };
  const now = await state();
  const mayMake = session.permissions.has("create_annotation_group") || session.permissions.has("create_annotations");
  if (now.answer.groups.length > 0 || !mayMake) return now;
  await write(deps, caller, data_object_id, async (writing) => {
    const { tx, head } = writing;
    // Somebody else may have opened it at the same moment.
    if ((await namesOf(tx, data_object_id)).length > 0)
      return { answer: {}, sequence: head.sequence, facts: { groups: 0 } };
    return { ...(await insertGroup(writing, defaultGroupName)), answer: {} };
  });
  return state();
}

/** @throws Refused 400, 404, 409, 429 */
export function makeGroup(
  deps: AnnotationDeps,
  caller: Caller,
  { data_object_id, annotation_group_name, request_key }: BodyOf<typeof createAnnotationGroup>,
): Promise<AnswerOf<typeof createAnnotationGroup>> {
  return write(deps, caller, data_object_id, async (writing) => {
    const made = request_key === undefined ? null : await madeBefore(writing, request_key);
    if (made !== null) return { answer: made, sequence: writing.head.sequence, facts: { groups: [made.id] } };
    const names = await namesOf(writing.tx, data_object_id);
    if (names.length >= annotationLimits.groups) throw refuse("too_many_groups", refused.tooManyGroups);
    demandName(annotation_group_name, names);
    return insertGroup(writing, sessionName(annotation_group_name), request_key);
  });
}

/** @throws Refused 400, 404, 409, 429 */
export async function nameGroup(
  deps: AnnotationDeps,
  caller: Caller,
  { annotation_group_id: id, new_group_name }: BodyOf<typeof renameAnnotationGroup>,
): Promise<Record<string, never>> {
  const [{ recordingId }] = await recordingsOfGroups(deps.db, caller.session, [id]);
  return write(deps, caller, recordingId, async ({ tx, head, editor }) => {
    const names = await namesOf(tx, recordingId);
    if (!names.some((one) => one.id === id)) throw noGroup();
    const others = names.filter((one) => one.id !== id);
    demandName(new_group_name, others);
    const name = sessionName(new_group_name);
    await tx.execute(
      sql`update annotation_group set name = ${name}, revision = ${head.sequence + 1}::bigint where id = ${id}`,
    );
    const sequence = await logGroups(tx, head, editor.userId, [{ act: "modify", groupId: id, name }]);
    return { answer: {}, sequence, facts: { groups: [id] } };
  });
}

/** Deletes sessions of one recording, all or none. @throws Refused 400, 403, 404, 409, 429 */
export async function dropGroups(
  deps: AnnotationDeps,
  caller: Caller,
  groupIds: readonly number[],
): Promise<Record<string, never>> {
  const ids = [...new Set(groupIds)];
  const found = await recordingsOfGroups(deps.db, caller.session, ids);
  const { recordingId } = onlyOne(found, refused.otherRecording);
  return write(deps, caller, recordingId, async ({ tx, head, editor }) => {
    const all = await namesOf(tx, recordingId);
    const gone = all.filter(({ id }) => ids.includes(id));
    if (gone.length < ids.length) throw noGroup();
    if (gone.length === all.length) throw refuse("last_group", refused.lastGroup);
    if (gone.some(({ annotations }) => annotations > 0) && !editor.permissions.has("delete_annotations"))
      throw refuse("annotation_not_changeable", refused.deleteAll);
    const entries = gone.map(({ id }) => ({ act: "delete" as const, groupId: id, name: null }));
    const sequence = await logGroups(tx, head, editor.userId, entries);
    await tx.execute(sql`
      update annotation_group set deleted_at = statement_timestamp(), revision = ${sequence}::bigint where id = any(${intArray(ids)})`);
    return { answer: {}, sequence, facts: { groups: ids } };
  });
}

/** Undo of a deletion. @throws Refused 403, 404, 409 when the name is taken meanwhile, 429 */
export async function restoreGroup(deps: AnnotationDeps, caller: Caller, id: number): Promise<Record<string, never>> {
  const [{ recordingId }] = await recordingsOfGroups(deps.db, caller.session, [id], { isDeleted: true });
  return write(deps, caller, recordingId, async ({ tx, head, editor }) => {
    const { rows } = await tx.execute<{ name: string; annotations: number }>(
      sql`select name, annotations from annotation_group where id = ${id} and deleted_at is not null`,
    );
    if (rows.length === 0) throw noGroup();
    const [{ name, annotations }] = rows;
    const all = await namesOf(tx, recordingId);
    if (all.length >= annotationLimits.groups) throw refuse("too_many_groups", refused.tooManyGroups);
    if (annotations > 0 && !editor.permissions.has("delete_annotations"))
      throw refuse("annotation_not_changeable", refused.deleteAll);
    demandName(name, all);
    const sequence = await logGroups(tx, head, editor.userId, [{ act: "restore", groupId: id, name }]);
    await tx.execute(sql`
      update annotation_group set deleted_at = null, revision = ${sequence}::bigint, since = ${sequence}::bigint where id = ${id}`);
    return { answer: {}, sequence, facts: { groups: [id] } };
  });
}

interface Named {
  id: number;
  name: string;
  annotations: number;
}

async function namesOf(tx: Queries, recordingId: number): Promise<Named[]> {
  const { rows } = await tx.execute<Named & Record<string, unknown>>(sql`
    select id, name, annotations from annotation_group where recording_id = ${recordingId} and deleted_at is null order by id`);
  return rows;
}

/** @throws Refused 400, 409 */
function demandName(name: string, others: readonly Named[]): void {
  const bad = firstFailure(sessionNameRules, { name, others: [] });
  if (bad !== undefined) throw refuse("bad_group_name", bad);
  const names = others.map((one) => one.name);
  if (isSessionNameTaken(name, names)) throw refuse("group_name_taken", rules.sessionTwice);
}

/** What a call of this key has made of the recording, and is there. Whoever writes holds the recording: there is never a second one. */
async function madeBefore(
  { tx, head, editor }: Writing,
  requestKey: string,
): Promise<AnswerOf<typeof createAnnotationGroup> | null> {
  const { rows } = await tx.execute<{ id: number; timestamp: number }>(sql`
    select id, ${madeAtMs} as timestamp from annotation_group
    where made_by = ${editor.userId} and request_key = ${requestKey} and recording_id = ${head.recordingId} and deleted_at is null`);
  return rows[0] ?? null;
}

const madeAtMs = sql`floor(extract(epoch from made_at) * 1000)::float8`;

async function insertGroup(
  { tx, head, editor }: Writing,
  name: string,
  requestKey?: string,
): Promise<Written<AnswerOf<typeof createAnnotationGroup>>> {
  const { rows } = await tx.execute<{ id: number; timestamp: number }>(sql`
    insert into annotation_group (recording_id, name, made_by, revision, since, request_key)
    values (${head.recordingId}, ${name}, ${editor.userId}, ${head.sequence + 1}::bigint, ${head.sequence + 1}::bigint,
      ${requestKey ?? null})
    returning id, ${madeAtMs} as timestamp`);
  const [answer] = rows;
  const sequence = await logGroups(tx, head, editor.userId, [{ act: "create", groupId: answer.id, name }]);
  return { answer, sequence, facts: { groups: [answer.id] } };
}
