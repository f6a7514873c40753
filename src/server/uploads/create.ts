/** Beginning an upload (spec 000 section 5, Patient id). */
import { sql } from "drizzle-orm";
import { isPlain } from "../../domain/people/admin-rules.ts";
import { firstFailure } from "../../domain/people/rules.ts";
import { patientIdRules } from "../../domain/upload/patient-id.ts";
import { defaultTimezone } from "../../protocol/recordings.ts";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { adminText } from "../../protocol/text/admin-text.ts";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import type { createUpload } from "../../protocol/uploads.ts";
import { recordAction } from "../identity/audit.ts";
import { demandPlace } from "../patients/demands.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import { scopeOf } from "./records.ts";
import { isReserved } from "./reservations.ts";
import type { UploadDeps } from "./types.ts";

const mostOpenUploads = 100;

/**
 * Makes the row that files are then declared for; the same request again is answered with it, while it is open.
 * @throws Refused 403 in another's name, 404 for a foreign place or an unknown patient, 400 for an identifier or a zone that
 *   cannot be, 409 for a new patient whose identifier is taken
 */
export async function beginUpload(
  { db, config: { uploads } }: Pick<UploadDeps, "db" | "config">,
  caller: Caller,
  body: BodyOf<typeof createUpload>,
): Promise<AnswerOf<typeof createUpload>> {
  const { project_id, site_id, user_id, is_new_patient, timezone = defaultTimezone, request_key = null } = body;
  const { userId, workspaceId, email } = caller.session;
  if (user_id !== undefined && user_id !== userId) throw new Refused(403, uploadServiceText.otherUser);
  if (!isZone(timezone)) throw new Refused(400, uploadServiceText.badZone);
  const identifier = body.patient_id.trim();
  const settings = { patient_id_length: uploads.patientIdLength, patient_id_type: uploads.patientIdType };
  const failure = firstFailure(patientIdRules(settings), identifier);
  const demandNewIdentifier = () => {
    if (failure !== undefined) throw new Refused(400, failure);
  };
  if (is_new_patient === true) demandNewIdentifier();
  if (identifier === "" || !isPlain(identifier)) throw new Refused(400, uploadServiceText.badPatientId);
  const upload_id = await db.transaction(async (tx) => {
    await demandPlace(tx, scopeOf(caller), { project_id, site_id });
    const siteName = await lockSite(tx, site_id);
    const made = request_key === null ? null : await openOf(tx, userId, request_key);
    if (made !== null) return made;
    const place = { project_id, site_id, identifier };
    const patientKey = await patientAt(tx, place);
    const isNew = is_new_patient ?? patientKey === null;
    if (isNew) demandNewIdentifier();
    if (isNew && (patientKey !== null || (await isReserved(tx, place, userId))))
      throw new Refused(409, uploadServiceText.patientExists(siteName));
    if (!isNew && patientKey === null) throw new Refused(404, uploadServiceText.patientMissing(siteName));
    await demandFewOpen(tx, userId);
    const { rows } = await tx.execute<{ id: number }>(sql`
      insert into upload (workspace_id, project_id, site_id, patient_identifier, patient_key, is_new_patient, user_id,
        email, bucket_id, timezone, request_key)
      select ${workspaceId}::int, id, ${site_id}::int, ${identifier}, ${patientKey}::int, ${isNew}, ${userId}::int,
        ${email}, bucket_id, ${timezone}, ${request_key}
      from project where id = ${project_id} returning id`);
    if (rows.length === 0) throw new Refused(404, adminText.notFound.project); // deleted meanwhile
    await recordAction(tx, caller, { upload_id: rows[0].id, project_id, site_id });
    return rows[0].id;
  });
  return { upload_id };
}

/** What a request of this key has begun, and has not ended; or null. */
async function openOf(tx: Queries, userId: number, requestKey: string): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from upload where user_id = ${userId} and request_key = ${requestKey} and status in ('CREATED', 'UPLOADING')`);
  return rows[0]?.id ?? null;
}

/**
 * Keeps others from making or reserving patients of a site until the transaction ends. Returns the site's name. What only
 * refers to the site is not held up. @throws Refused 404
 */
export async function lockSite(tx: Queries, siteId: number): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(
    sql`select name from site where id = ${siteId} for no key update`,
  );
  if (rows.length === 0) throw new Refused(404, adminText.notFound.site); // deleted meanwhile
  return rows[0].name;
}

export interface IdentifiedPlace {
  project_id: number;
  site_id: number;
  identifier: string;
}

/** Key of the patient of this identifier, or null. */
export async function patientAt(
  tx: Queries,
  { project_id, site_id, identifier }: IdentifiedPlace,
): Promise<number | null> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from patient where project_id = ${project_id} and site_id = ${site_id} and identifier = ${identifier}`);
  return rows[0]?.id ?? null;
}

async function demandFewOpen(tx: Queries, userId: number): Promise<void> {
  const { rows } = await tx.execute<{ open: number }>(sql`
    select count(*)::int as open from upload where user_id = ${userId} and status in ('CREATED', 'UPLOADING')`);
  if (rows[0].open >= mostOpenUploads) throw new Refused(409, uploadServiceText.tooManyOpen(mostOpenUploads));
}

/** Names of zones, no offsets: those know no summer time. */
function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
