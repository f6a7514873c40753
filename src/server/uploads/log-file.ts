/** The log of an upload as text (get_log_files). */
import { sql } from "drizzle-orm";
import type { AnswerOf } from "../../protocol/route.ts";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import type { getLogFiles } from "../../protocol/uploads.ts";
import type { UserScope } from "../patients/index.ts";
import type { Queries } from "../platform/database/sql.ts";
import { uploadSeen } from "./seeing.ts";

const { log } = uploadServiceText;
const time = (ms: number) => new Date(ms).toISOString();

/** Times are UTC. `patientKey`: whose it is; null before there is a patient. @throws Refused 404 */
export async function logFilesOf(
  db: Queries,
  scope: UserScope,
  uploadId: number,
): Promise<AnswerOf<typeof getLogFiles> & { patientKey: number | null }> {
  const upload = await uploadSeen(db, scope, uploadId);
  const { rows: files } = await db.execute<{ path: string; size: number; state: string }>(sql`
    select path, size_bytes::float8 as size, state from upload_file where upload_id = ${uploadId} order by id`);
  const lines = [
    log.upload(uploadId, upload.status),
    log.created(time(upload.created_at)),
    ...(upload.finished_at === null ? [] : [log.finished(time(upload.finished_at))]),
    ...(upload.completed_at === null ? [] : [log.completed(time(upload.completed_at))]),
    "",
    log.messages,
    ...upload.messages.map(({ _timestamp, kind, text }) => log.message(time(_timestamp), kind, text)),
    "",
    log.items,
    ...upload.items.flatMap(({ kind, name, state, error, removed }) => [
      log.item(kind, name, error === null ? state : `${state}. ${error}`),
      ...removed.map(log.removed),
    ]),
    "",
    log.files,
    ...files.map(({ path, size, state }) => log.file(path, size, state)),
    "",
  ];
  return {
    patientKey: upload.patient_key,
    log_files: [{ name: log.fileName(uploadId), content: lines.join("\n") }],
  };
}
