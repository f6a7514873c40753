/** How far readers agree, for who plans the projects. */
import { sql } from "drizzle-orm";
import { agreementOf, type ComparedEvent } from "../../domain/event-review/agreement.ts";
import { type getReviewAgreement, type ReviewAgreement, reviewLimits } from "../../protocol/annotation-reviews.ts";
import type { BodyOf } from "../../protocol/route.ts";
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import { eventReviewText } from "../../protocol/text/event-review-text.ts";
import {
  demandHeld,
  type ExportDeps,
  idsByTime,
  onlyOne,
  peopleOf,
  recordingsOfAnnotations,
  recordingsOfGroups,
} from "../annotations/index.ts";
import { recordAction } from "../identity/audit.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { RequestLife } from "../platform/http/routes.ts";
import { refuse } from "./refusals.ts";
import { type ComparedReview, reviewsOf } from "./session-reviews.ts";

/**
 * Of complete reviews, blinded ones too; that it was read is in the audit before it is answered.
 * @throws Refused 400, 403, 404 unless the caller sees all that is named, 409 when there are too many, 429
 */
export async function readAgreement(
  { db, turns }: ExportDeps,
  caller: Caller,
  { annotation_group_id: groupId, annotation_ids: ids }: BodyOf<typeof getReviewAgreement>,
  { signal, askAgain }: Pick<RequestLife, "signal" | "askAgain">,
): Promise<ReviewAgreement> {
  const { session } = caller;
  if ((groupId === undefined) === (ids === undefined))
    throw refuse("bad_review", eventReviewText.refused.eitherSessionOrList);
  demandHeld(session.permissions, "visualize_data");
  const demandSeen = () =>
    groupId === undefined
      ? recordingsOfAnnotations(db, session, ids ?? [])
      : recordingsOfGroups(db, session, [groupId]);
  const found = await demandSeen();
  // It waits for its turn, and may be long.
  askAgain(async (now) => {
    demandHeld(now.permissions, "visualize_data");
    await demandSeen();
  });
  const { recordingId, patientKey } = onlyOne(found, annotationServerText.refused.otherRecording);
  const turn = await turns.begin(session.userId, signal);
  try {
    await recordAction(
      db,
      caller,
      { patient_key: patientKey, recording_id: recordingId, annotation_group_id: groupId ?? null },
      "reading",
    );
    const annotationIds = groupId === undefined ? (ids ?? []) : await idsByTime(db, groupId, signal);
    const isCompared = sql`(r.is_complete or r.unblinded_at is not null)`;
    const reviews = await reviewsOf(db, session.userId, annotationIds, isCompared, signal);
    const { events, singleEvents, userIds, fields, disagreements } = agreementOf(comparedEvents(reviews));
    return {
      ...{ events, single_events: singleEvents, readers: await peopleOf(db, userIds), fields: [...fields] },
      disagreements: disagreements.slice(0, reviewLimits.disagreements),
      disagreement_count: disagreements.length,
    };
  } finally {
    turn.end();
  }
}

/** Reviews of an event follow one another. */
function comparedEvents(reviews: readonly ComparedReview[]): ComparedEvent[] {
  const events: (ComparedEvent & { reviews: ComparedEvent["reviews"][number][] })[] = [];
  for (const { annotationId, startMs, userId, blindResponses } of reviews) {
    if (events.at(-1)?.annotationId !== annotationId) events.push({ annotationId, startMs, reviews: [] });
    events.at(-1)?.reviews.push({ userId, responses: blindResponses });
  }
  return events;
}
