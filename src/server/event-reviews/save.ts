/** Saving a reader's own review: one row of an annotation and a reader, a row of the log each time, and blinding lifted where it ends. */
import { sql } from "drizzle-orm";
import { isReviewComplete } from "../../domain/event-review/review-form.ts";
import { readForm } from "../../domain/event-review/review-rules.ts";
import type { AnnotationReview, addAnnotationReview, ReviewResponses } from "../../protocol/annotation-reviews.ts";
import type { BodyOf } from "../../protocol/route.ts";
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import { eventReviewText } from "../../protocol/text/event-review-text.ts";
import { byId, demandHeld, peopleOf, seenBy, type WriteTurns } from "../annotations/index.ts";
import { type ChangeDeps, change } from "../identity/change.ts";
import type { UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { noAnnotation, refuse } from "./refusals.ts";
import { type ReviewRow, reviewColumns, reviewOf } from "./review-rows.ts";
import type { SaveRates } from "./save-rates.ts";

const { refused } = eventReviewText;

export interface SaveDeps extends ChangeDeps {
  readonly turns: WriteTurns;
  readonly rates: SaveRates;
}

interface Event {
  readonly recordingId: number;
  readonly patientKey: number;
}

type Key = { readonly client: string; readonly number: number } | null;

/** @throws Refused 404 for an annotation that is deleted or that the user does not see */
export async function demandEvent(db: Queries, scope: UserScope, annotationId: number): Promise<Event> {
  const { rows } = await db.execute<Event & Record<string, unknown>>(sql`
    select recording.id as "recordingId", p.id as "patientKey"
    from annotation a join annotation_group g on g.id = a.group_id join recording on recording.id = a.recording_id
      join patient p on p.id = recording.patient_key
    where a.id = ${annotationId} and a.deleted_at is null and g.deleted_at is null and ${seenBy(scope)}`);
  if (rows.length === 0) throw noAnnotation();
  return rows[0];
}

/** Until the transaction ends nobody else saves a review of this recording. Returns the number of the last save. */
export async function lockHead(tx: Queries, recordingId: number): Promise<number> {
  const lock = () =>
    tx.execute<{ revision: number }>(
      sql`select revision::float8 as revision from annotation_review_head where recording_id = ${recordingId} for update`,
    );
  const { rows: known } = await lock();
  if (known.length > 0) return known[0].revision;
  await tx.execute(
    sql`insert into annotation_review_head (recording_id) values (${recordingId}) on conflict do nothing`,
  );
  return (await lock()).rows[0].revision;
}

async function ownReview(tx: Queries, userId: number, annotationId: number): Promise<ReviewRow | null> {
  const { rows } = await tx.execute<ReviewRow & Record<string, unknown>>(
    sql`select ${reviewColumns} from annotation_review r where r.annotation_id = ${annotationId} and r.user_id = ${userId}`,
  );
  return rows[0] ?? null;
}

/** Whether this save was done already. @throws Refused 409 when its number did something else */
async function isDone(
  tx: Queries,
  { recordingId }: Event,
  userId: number,
  key: Key,
  { annotationId, responses }: { annotationId: number; responses: ReviewResponses },
): Promise<boolean> {
  if (key === null) return false;
  const { rows } = await tx.execute<{ isSame: boolean }>(sql`
    select annotation_id = ${annotationId} and responses = ${JSON.stringify(responses)}::jsonb as "isSame"
    from annotation_review_log
    where recording_id = ${recordingId} and user_id = ${userId} and client = ${key.client} and number = ${key.number}::bigint`);
  if (rows.length === 0) return false;
  if (!rows[0].isSame) throw refuse("out_of_order", annotationServerText.refused.numberUsed);
  return true;
}

/**
 * Answers the review as it is then. A repeat of a save answers what there is and writes nothing.
 * @throws Refused 400, 403, 404, 409 with `theirs` when another tab has saved meanwhile, 429
 */
export async function saveReview(
  deps: SaveDeps,
  caller: Caller,
  { annotation_review, client, number }: BodyOf<typeof addAnnotationReview>,
): Promise<AnnotationReview> {
  const { userId, permissions } = caller.session;
  deps.rates.take(userId);
  demandHeld(permissions, "visualize_data");
  const { annotation_id: annotationId, form, revision: known } = annotation_review;
  if ((client === undefined) !== (number === undefined)) throw refuse("bad_review", refused.halfKey);
  const read = readForm(form);
  if ("problem" in read) throw refuse("bad_review", read.problem);
  const { responses } = read;
  const key: Key = client === undefined || number === undefined ? null : { client, number };
  const { recordingId } = await demandEvent(deps.db, caller.session, annotationId);
  return deps.turns.run(userId, recordingId, () => {
    let event: Event = { recordingId, patientKey: 0 };
    let last = 0;
    return change(
      deps,
      caller,
      async ({ tx, editor }) => {
        demandHeld(editor.permissions, "visualize_data");
        const people = byId(await peopleOf(tx, [userId]));
        const own = await ownReview(tx, userId, annotationId);
        const facts = { recording_id: recordingId, patient_key: event.patientKey };
        const grows = `reviews of recording ${recordingId}`;
        if (own !== null && (await isDone(tx, event, userId, key, { annotationId, responses })))
          return { answer: reviewOf(own, people), facts, grows };
        if (known !== undefined && known !== (own?.revision ?? null))
          throw refuse("review_changed", refused.changed, { theirs: own === null ? null : reviewOf(own, people) });
        const revision = last + 1;
        await writeReview(tx, { recordingId, annotationId, userId, revision, responses, key });
        const saved = (await ownReview(tx, userId, annotationId)) as ReviewRow;
        return {
          ...{ answer: reviewOf(saved, people), facts, grows },
          events: [{ kind: "reviews-moved", recordingId, revision }],
        };
      },
      {
        async lock(tx) {
          last = await lockHead(tx, recordingId);
          event = await demandEvent(tx, caller.session, annotationId);
        },
      },
    );
  });
}

interface Saving {
  readonly recordingId: number;
  readonly annotationId: number;
  readonly userId: number;
  readonly revision: number;
  readonly responses: ReviewResponses;
  readonly key: Key;
}

/** What was answered before blinding was lifted (reveal.ts) is kept. */
async function writeReview(
  tx: Queries,
  { recordingId, annotationId, userId, revision, responses, key }: Saving,
): Promise<void> {
  const json = JSON.stringify(responses);
  await tx.execute(sql`
    insert into annotation_review as r (recording_id, annotation_id, user_id, revision, is_complete, responses, blind_responses)
    values (${recordingId}, ${annotationId}, ${userId}, ${revision}::bigint, ${isReviewComplete(responses)}, ${json}::jsonb, ${json}::jsonb)
    on conflict (annotation_id, user_id) do update set saved_at = statement_timestamp(), revision = excluded.revision,
      is_complete = excluded.is_complete, responses = excluded.responses,
      blind_responses = case when r.unblinded_at is null then excluded.responses else r.blind_responses end`);
  await tx.execute(sql`
    with logged as (
      insert into annotation_review_log (recording_id, revision, annotation_id, user_id, responses, client, number)
      values (${recordingId}, ${revision}::bigint, ${annotationId}, ${userId}, ${json}::jsonb, ${key?.client ?? null}::text,
        ${key?.number ?? null}::bigint)
    )
    update annotation_review_head set revision = ${revision}::bigint where recording_id = ${recordingId}`);
}
