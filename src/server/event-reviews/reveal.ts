/** Lifting blinding of one event, by the reader's own wish: a review that is complete by one click shows nothing by itself. */
import { sql } from "drizzle-orm";
import type { revealAnnotationReviews } from "../../protocol/annotation-reviews.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { eventReviewText } from "../../protocol/text/event-review-text.ts";
import { demandHeld } from "../annotations/index.ts";
import { change } from "../identity/change.ts";
import type { Caller } from "../platform/http/caller.ts";
import { readEvent } from "./read.ts";
import { refuse } from "./refusals.ts";
import { demandEvent, lockHead, type SaveDeps } from "./save.ts";

/**
 * Safe to repeat. It is in the audit like a save.
 * @throws Refused 403, 404, 409 unless the reader's own review and another one are complete, 429
 */
export async function revealReviews(
  deps: SaveDeps,
  caller: Caller,
  { annotation_id: annotationId }: BodyOf<typeof revealAnnotationReviews>,
): Promise<AnswerOf<typeof revealAnnotationReviews>> {
  const { userId, permissions } = caller.session;
  deps.rates.take(userId);
  demandHeld(permissions, "visualize_data");
  const { recordingId } = await demandEvent(deps.db, caller.session, annotationId);
  return deps.turns.run(userId, recordingId, () => {
    let patientKey = 0;
    return change(
      deps,
      caller,
      async ({ tx, editor }) => {
        demandHeld(editor.permissions, "visualize_data");
        await tx.execute(sql`
          update annotation_review r set unblinded_at = statement_timestamp()
          where r.annotation_id = ${annotationId} and r.user_id = ${userId} and r.is_complete and r.unblinded_at is null
            and exists (select from annotation_review o
              where o.annotation_id = r.annotation_id and o.user_id <> r.user_id and o.is_complete)`);
        const answer = await readEvent(tx, userId, annotationId);
        if (answer === null || !answer.event.is_unblinded)
          throw refuse("still_blind", eventReviewText.refused.stillBlind);
        const facts = { recording_id: recordingId, patient_key: patientKey, annotation_id: annotationId };
        return { answer, facts };
      },
      {
        async lock(tx) {
          await lockHead(tx, recordingId);
          ({ patientKey } = await demandEvent(tx, caller.session, annotationId));
        },
      },
    );
  });
}
