/** The calls of src/protocol/annotation-reviews.ts. What the caller may not know of does not exist. */
import * as calls from "../../protocol/annotation-reviews.ts";
import { ExportTurns, WriteTurns } from "../annotations/index.ts";
import type { ChangeDeps } from "../identity/change.ts";
import type { Read } from "../platform/health/readings.ts";
import type { RouteHost } from "../platform/http/routes.ts";
import { readAgreement } from "./agreement.ts";
import { exportReviews } from "./export.ts";
import { listReviews, readReviewChanges } from "./read.ts";
import { revealReviews } from "./reveal.ts";
import { saveReview } from "./save.ts";
import { SaveRates } from "./save-rates.ts";

/** What the audit of readings is told. */
const readingOf = (recordingId: number, patientKey: number): Read => ({
  what: "recording",
  id: recordingId,
  facts: { patient_key: patientKey },
});

export function addEventReviewRoutes(host: RouteHost, { db, bus }: ChangeDeps): void {
  const saving = { db, bus, turns: new WriteTurns(), rates: new SaveRates() };
  host.add(calls.getAnnotationReviews, async (body, { session }, { read }) => {
    const { answer, recordings } = await listReviews(db, session, body);
    for (const { recordingId, patientKey } of recordings) read(readingOf(recordingId, patientKey));
    return answer;
  });
  host.add(calls.addAnnotationReview, (body, caller) => saveReview(saving, caller, body));
  host.add(calls.revealAnnotationReviews, (body, caller) => revealReviews(saving, caller, body));
  host.add(calls.getReviewChanges, async (body, { session }, { read }) => {
    const { answer, patientKey } = await readReviewChanges(db, session, body);
    read(readingOf(body.data_object_id, patientKey));
    return answer;
  });
  const taking = { db, turns: new ExportTurns() };
  host.add(calls.getReviewAgreement, (body, caller, life) => readAgreement(taking, caller, body, life));
  host.add(calls.exportAnnotationReviews, (body, caller, { signal }) => exportReviews(taking, caller, body, signal));
}
