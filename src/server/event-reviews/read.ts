/** What a reader may know of reviews: of some annotations, and what changed of a recording after a number. */
import { sql } from "drizzle-orm";
import {
  type getAnnotationReviews,
  type getReviewChanges,
  type ReviewedEvent,
  reviewLimits,
} from "../../protocol/annotation-reviews.ts";
import type { AnnotationPerson } from "../../protocol/annotations.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { eventReviewText } from "../../protocol/text/event-review-text.ts";
import { byId, demandRecording, peopleOf, seenBy } from "../annotations/index.ts";
import type { UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { refuse } from "./refusals.ts";
import { answersOf, isKnownTo, isToldTo, type ReviewRow, reviewColumns, reviewOf, withOwn } from "./review-rows.ts";

const { refused } = eventReviewText;

/** Annotations of one question, so that others are answered meanwhile. */
const pieceAnnotations = 1000;

/** By annotation, the oldest review first. Annotations that are deleted or not seen are left out. @throws Refused 409 when there are too many reviews */
export async function listReviews(
  db: Queries,
  scope: UserScope,
  { annotation_ids }: BodyOf<typeof getAnnotationReviews>,
): Promise<{
  answer: AnswerOf<typeof getAnnotationReviews>;
  recordings: { recordingId: number; patientKey: number }[];
}> {
  const ids = [...new Set(annotation_ids)].sort((a, b) => a - b);
  const rows: (ReviewRow & { recordingId: number; patientKey: number })[] = [];
  for (let from = 0; from < ids.length; from += pieceAnnotations) {
    const { rows: piece } = await db.execute<(typeof rows)[number] & Record<string, unknown>>(sql`
      select ${reviewColumns}, recording.id as "recordingId", p.id as "patientKey"
      from annotation_review r ${withOwn(scope.userId)} join annotation a on a.id = r.annotation_id
        join annotation_group g on g.id = a.group_id join recording on recording.id = a.recording_id
        join patient p on p.id = recording.patient_key
      where r.annotation_id = any(${intArray(ids.slice(from, from + pieceAnnotations))}) and ${isKnownTo(scope.userId)}
        and a.deleted_at is null and g.deleted_at is null and ${seenBy(scope)}
      order by a.id, r.id limit ${reviewLimits.reviews + 1 - rows.length}`);
    for (const row of piece) rows.push(row);
    if (rows.length > reviewLimits.reviews) throw refuse("too_many_reviews", refused.tooMany);
  }
  const userIds = rows.map(({ userId }) => userId);
  const people = byId(await peopleOf(db, userIds));
  const recordings = new Map(rows.map(({ recordingId, patientKey }) => [recordingId, { recordingId, patientKey }]));
  return { answer: rows.map((row) => reviewOf(row, people)), recordings: [...recordings.values()] };
}

type EventRow = ReviewRow & { lastRevision: number; completed: number | null; isKnown: boolean; isOwn: boolean };

/** Deleted annotations are told of, too: their reviews come back with them. @throws Refused 404, 409 when the numbers end before that one */
export async function readReviewChanges(
  db: Queries,
  scope: UserScope,
  { data_object_id, after }: BodyOf<typeof getReviewChanges>,
): Promise<{ answer: AnswerOf<typeof getReviewChanges>; patientKey: number }> {
  const { patientKey } = await demandRecording(db, scope, data_object_id);
  const { rows: heads } = await db.execute<{ revision: number }>(
    sql`select revision::float8 as revision from annotation_review_head where recording_id = ${data_object_id}`,
  );
  const now = heads[0]?.revision ?? 0;
  if (after > now) throw refuse("log_too_short", refused.logTooShort);
  const { rows } = await db.execute<EventRow & Record<string, unknown>>(sql`
    with changed as (
      select r.annotation_id, max(r.revision) as revision from annotation_review r ${withOwn(scope.userId)}
      where r.recording_id = ${data_object_id} and r.revision > ${after}::bigint and ${isToldTo(scope.userId)}
      group by r.annotation_id order by max(r.revision) limit ${reviewLimits.changed}
    )
    ${eventRows(scope.userId)} order by c.revision, "isOwn" desc, r.id`);
  const events = eventsOf(rows);
  const people = await peopleOf(db, readersOf(events));
  // A number behind what the reader may know of would tell of the saves of others.
  const revision = events.at(-1)?.revision ?? after;
  return { answer: { events, people, revision, has_more: events.length === reviewLimits.changed }, patientKey };
}

/** All reviews of the events of `changed c` (annotation_id, revision), with what the reader may know of them. */
const eventRows = (userId: number) => sql`
  select ${reviewColumns}, c.revision::float8 as "lastRevision", r.user_id = ${userId} as "isOwn",
    ${isKnownTo(userId)} as "isKnown",
    case when coalesce(own.is_complete, false)
      then (count(*) filter (where r.is_complete) over (partition by r.annotation_id))::int end as completed
  from changed c join annotation_review r on r.annotation_id = c.annotation_id ${withOwn(userId)}`;

const readersOf = (events: readonly ReviewedEvent[]) =>
  events.flatMap(({ reviews }) => reviews.map(({ user_id }) => user_id));

/** One event as `readReviewChanges` tells it; null: the reader has no review of it. */
export async function readEvent(
  db: Queries,
  userId: number,
  annotationId: number,
): Promise<{ event: ReviewedEvent; people: AnnotationPerson[] } | null> {
  const { rows } = await db.execute<EventRow & Record<string, unknown>>(sql`
    with changed as (
      select r.annotation_id, max(r.revision) as revision from annotation_review r ${withOwn(userId)}
      where r.annotation_id = ${annotationId} and ${isToldTo(userId)} group by r.annotation_id
    )
    ${eventRows(userId)} order by "isOwn" desc, r.id`);
  const [event] = eventsOf(rows);
  return event === undefined ? null : { event, people: await peopleOf(db, readersOf([event])) };
}

/** Rows of an event follow one another. */
function eventsOf(rows: readonly EventRow[]): ReviewedEvent[] {
  const events: ReviewedEvent[] = [];
  for (const row of rows) {
    let event = events.at(-1);
    if (event?.annotation_id !== row.annotationId) {
      event = {
        ...{ annotation_id: row.annotationId, revision: row.lastRevision, completed_readers: row.completed },
        ...{ is_unblinded: false, reviews: [] },
      };
      events.push(event);
    }
    if (!row.isKnown) continue;
    event.reviews.push(answersOf(row));
    if (!row.isOwn) event.is_unblinded = true;
  }
  return events;
}
