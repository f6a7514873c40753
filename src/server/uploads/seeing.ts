/** What is told of uploads on the patient page (spec 000 sections 2, 3 and 7). */
import { sql } from "drizzle-orm";
import type { AnswerOf } from "../../protocol/route.ts";
import type { TableQuery } from "../../protocol/tables.ts";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import type { getUpload, PatientUpload, UploadItemState, UploadMessage, UploadRow } from "../../protocol/uploads.ts";
import { readTable, type Table, type TablePage } from "../admin/table.ts";
import { demandPatients } from "../patients/demands.ts";
import type { UserScope } from "../patients/index.ts";
import { isOwnPatient } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { Refused } from "../platform/http/routes.ts";
import {
  itemProgress,
  itemWaitsFor,
  itemWaitsUntil,
  uploadColumns,
  uploadProgress,
  uploadSilentSince,
} from "./progress.ts";
import { epochMs } from "./records.ts";

/** The kind stands before the text (spec 000 section 3, Upload message). */
const lastMessage = sql`coalesce((
  select m.kind || ' ' || m.body from upload_message m where m.upload_id = u.id order by m.id desc limit 1), '')`;

const uploadTable: Table = {
  id: sql`u.id`,
  orderBy: "_timestamp",
  direction: "desc",
  from: sql`upload u`,
  columns: sql`u.id as upload_id, ${epochMs(sql`u.created_at`)} as _timestamp, u.email,
    ${lastMessage} as combined_message, u.status, ${uploadProgress} as progress, ${uploadSilentSince} as silent_since`,
  fields: {
    _timestamp: { value: sql`u.created_at`, kind: "time" },
    email: { value: sql`u.email`, kind: "text" },
    combined_message: { value: lastMessage, kind: "text" },
    status: { value: sql`u.status`, kind: "text" },
  },
};

/** A page of the uploads of a patient. @throws Refused 404 for a foreign patient, 400 for an unknown field */
export async function uploadRowsOf(
  db: Queries,
  scope: UserScope,
  key: number,
  query: TableQuery,
): Promise<TablePage<UploadRow>> {
  await demandPatients(db, scope, [key]);
  return readTable<UploadRow>(db, uploadTable, query, sql`u.patient_key = ${key}`);
}

/** Newest first. @throws Refused 404 for a foreign patient */
export async function uploadsOf(db: Queries, scope: UserScope, key: number): Promise<PatientUpload[]> {
  await demandPatients(db, scope, [key]);
  const { rows } = await db.execute<PatientUpload & Record<string, unknown>>(
    sql`select ${uploadColumns} from upload u where u.patient_key = ${key} order by u.id desc`,
  );
  return rows;
}

/**
 * One upload with its items and messages. Before there is a patient only the uploader sees it.
 * @throws Refused 404
 */
export async function uploadSeen(db: Queries, scope: UserScope, uploadId: number): Promise<AnswerOf<typeof getUpload>> {
  const { workspaceId, userId } = scope;
  const { rows } = await db.execute<PatientUpload & { is_own: boolean } & Record<string, unknown>>(sql`
    select ${uploadColumns}, coalesce(u.user_id = ${userId}, false) as is_own from upload u left join patient p on p.id = u.patient_key
    where u.id = ${uploadId} and u.workspace_id = ${workspaceId}
      and (${isOwnPatient(scope)} or (u.patient_key is null and u.user_id = ${userId}))`);
  if (rows.length === 0) throw new Refused(404, uploadServiceText.missing);
  // What one holds that has not begun may be half of what is being declared.
  const { rows: items } = await db.execute<UploadItemState & Record<string, unknown>>(sql`
    select i.id as item_id, i.kind, i.name, i.state, ${itemProgress} as progress, i.error, i.removed,
      i.superseded_by is not null as is_superseded, ${itemWaitsFor} as waits_for, ${itemWaitsUntil} as waits_until
    from upload_item i where i.upload_id = ${uploadId} and ${rows[0].status !== "CREATED"} order by i.id`);
  const { rows: messages } = await db.execute<UploadMessage & Record<string, unknown>>(sql`
    select ${epochMs(sql`created_at`)} as _timestamp, kind, body as text, item_id
    from upload_message where upload_id = ${uploadId} order by id`);
  return { ...rows[0], items, messages };
}
