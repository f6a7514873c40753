/** Where the caller may upload to, and what is there already. */
import { sql } from "drizzle-orm";
import type { AnswerOf, BodyOf } from "../../protocol/route.ts";
import { adminText } from "../../protocol/text/admin-text.ts";
import {
  type getBucket,
  type getExistingData,
  type getOpenUploads,
  type UploadSettings,
  uploadPartBytes,
} from "../../protocol/uploads.ts";
import { demandPatientAt, type PatientAddress } from "../patients/demands.ts";
import type { UserScope } from "../patients/index.ts";
import type { Queries } from "../platform/database/sql.ts";
import { Refused } from "../platform/http/routes.ts";
import type { UploadConfig } from "../platform/start/upload-config.ts";
import { epochMs } from "./records.ts";

type Named = { id: number; identifier: string; name: string };

/** Projects and sites of the caller are those of the workspace that are theirs. */
export async function settingsFor(db: Queries, scope: UserScope, config: UploadConfig): Promise<UploadSettings> {
  const { workspaceId, userId } = scope;
  const { rows: projects } = await db.execute<Named>(sql`
    select p.id, p.identifier, p.name from project p join user_project up on up.project_id = p.id
    where up.user_id = ${userId} and p.workspace_id = ${workspaceId} order by lower(p.name), p.id`);
  const { rows: sites } = await db.execute<Named>(sql`
    select s.id, s.identifier, s.name from site s join user_site us on us.site_id = s.id
    where us.user_id = ${userId} and s.workspace_id = ${workspaceId} order by lower(s.name), s.id`);
  return {
    patient_id_length: config.patientIdLength,
    patient_id_type: config.patientIdType,
    has_cns: config.hasCns,
    has_natus: config.hasNatus,
    has_medications: config.hasMedications,
    has_edf: config.hasEdf,
    has_form: config.hasForm,
    has_phi_warning: config.hasPhiWarning,
    has_encryption: config.hasEncryption,
    part_size: uploadPartBytes,
    projects,
    sites,
  };
}

/** @throws Refused 404 for a project that is not the caller's */
export async function bucketFor(
  db: Queries,
  { workspaceId, userId }: UserScope,
  { project_id }: BodyOf<typeof getBucket>,
): Promise<AnswerOf<typeof getBucket>> {
  const { rows } = await db.execute<{ bucket: string; endpoint: string }>(sql`
    select b.name as bucket, b.endpoint from project p join bucket b on b.id = p.bucket_id
    join user_project up on up.project_id = p.id
    where p.id = ${project_id} and p.workspace_id = ${workspaceId} and up.user_id = ${userId}`);
  if (rows.length === 0) throw new Refused(404, adminText.notFound.project);
  return rows[0];
}

/**
 * What a patient has of a kind: read, or received and waiting to be read. An upload of the same name takes its place.
 * What failed and what was replaced is not counted, nor what was imported on the server.
 * @throws Refused 404 for a foreign patient
 */
export async function existingData(
  db: Queries,
  scope: UserScope,
  { data_type, ...address }: BodyOf<typeof getExistingData> & PatientAddress,
): Promise<AnswerOf<typeof getExistingData>> {
  await demandPatientAt(db, scope, address);
  const { rows: data } = await db.execute<{ name: string; upload_time: number; size: number }>(sql`
    select name, upload_time, size from (
      select distinct on (i.name) i.name, ${epochMs(sql`u.finished_at`)} as upload_time,
        (select coalesce(sum(size_bytes), 0)::float8 from upload_file f where f.item_id = i.id) as size
      from upload_item i join upload u on u.id = i.upload_id
      where u.patient_key = ${address.patient_id} and u.finished_at is not null and i.kind = ${data_type}
        and i.state in ('waiting', 'ingesting', 'done') and i.superseded_by is null
      order by i.name, i.id desc) known
    order by upload_time desc, name`);
  return { data };
}

/** Newest first. */
export async function openUploadsOf(
  db: Queries,
  { workspaceId, userId }: UserScope,
): Promise<AnswerOf<typeof getOpenUploads>> {
  const { rows: data } = await db.execute<
    AnswerOf<typeof getOpenUploads>["data"][number] & Record<string, unknown>
  >(sql`
    select u.id as upload_id, u.project_id, u.site_id, u.patient_identifier, s.name as site_name,
      coalesce((select json_agg(i.name order by i.id) from upload_item i where i.upload_id = u.id), '[]') as item_names,
      ${epochMs(sql`u.created_at`)} as created_at, ${epochMs(sql`u.seen_at`)} as seen_at
    from upload u join site s on s.id = u.site_id
    where u.workspace_id = ${workspaceId} and u.user_id = ${userId} and u.status = 'UPLOADING'
      and exists (select 1 from user_project up where up.project_id = u.project_id and up.user_id = ${userId})
      and exists (select 1 from user_site us where us.site_id = u.site_id and us.user_id = ${userId})
    order by u.id desc`);
  return { data };
}
