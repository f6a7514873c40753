/** The reviews of a session as CSV: those that the caller may know, or all of them for who plans the projects. */
import { setImmediate as others } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type ReviewLine, reviewCsvHead, reviewCsvLines } from "../../domain/event-review/review-csv.ts";
import { isSameReview } from "../../domain/event-review/review-form.ts";
import { type exportAnnotationReviews, reviewOverseer } from "../../protocol/annotation-reviews.ts";
import type { AnnotationPerson } from "../../protocol/annotations.ts";
import type { BodyOf } from "../../protocol/route.ts";
import {
  byId,
  demandHeld,
  demandSession,
  type ExportDeps,
  type ExportedSession,
  fileHeaders,
  idsByTime,
  peopleOf,
  takenStream,
} from "../annotations/index.ts";
import { recordAction } from "../identity/audit.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { BlobAnswer } from "../platform/http/routes.ts";
import { isKnownTo } from "./review-rows.ts";
import { type ComparedReview, reviewsOf } from "./session-reviews.ts";

/** Lines of one piece: some milliseconds of work. */
const linesOfPiece = 500;

/** "Night 2 reviews.csv" */
const fileName = ({ name }: ExportedSession): string => `${name} reviews.csv`;

/**
 * What the download is of, and whether blinded reviews are in it, is in the audit before a byte is sent.
 * @throws Refused 404, 409 when there are too many, 429
 */
export async function exportReviews(
  { db, turns }: ExportDeps,
  caller: Caller,
  { annotation_group_id: groupId }: BodyOf<typeof exportAnnotationReviews>,
  signal: AbortSignal,
): Promise<BlobAnswer> {
  const { userId, permissions } = caller.session;
  const session = await demandSession(db, caller, groupId);
  const { recordingId, patientKey } = session;
  const isWhole = permissions.has(reviewOverseer);
  const facts = { patient_key: patientKey, recording_id: recordingId, annotation_group_id: groupId, is_whole: isWhole };
  const turn = await turns.begin(userId, signal);
  try {
    await recordAction(db, caller, facts, "reading");
    const known = isWhole ? sql`true` : isKnownTo(userId);
    const reviews = await reviewsOf(db, userId, await idsByTime(db, groupId, signal), known, signal);
    const people = byId(
      await peopleOf(
        db,
        reviews.map((review) => review.userId),
      ),
    );
    signal.throwIfAborted();
    const stream = takenStream(pieces(session, reviews, people));
    stream.once("close", turn.end);
    return {
      stream,
      headers: fileHeaders("text/csv; charset=utf-8", fileName(session)),
      async demandAgain(now) {
        // Blinded reviews are for who plans the projects.
        if (isWhole) demandHeld(now.permissions, reviewOverseer);
        await demandSession(db, caller, groupId);
      },
    };
  } catch (error) {
    turn.end();
    throw error;
  }
}

function lineOf(review: ComparedReview, people: ReadonlyMap<number, AnnotationPerson>): ReviewLine {
  const person = people.get(review.userId);
  return {
    ...review,
    ...{ reader: person?.full_name ?? "", readerEmail: person?.email ?? "" },
    isBlind: isSameReview(review.responses, review.blindResponses),
  };
}

/** Others are answered between the pieces. */
async function* pieces(
  session: ExportedSession,
  reviews: readonly ComparedReview[],
  people: ReadonlyMap<number, AnnotationPerson>,
): AsyncGenerator<Uint8Array> {
  const line = reviewCsvLines(session);
  yield Buffer.from(reviewCsvHead);
  for (let from = 0; from < reviews.length; from += linesOfPiece) {
    const piece = reviews.slice(from, from + linesOfPiece).map((review) => line(lineOf(review, people)));
    yield Buffer.from(piece.join(""));
    await others();
  }
}
