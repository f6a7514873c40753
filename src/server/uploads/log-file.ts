/** The log of an upload as text (get_log_files). */
import { sql } from "drizzle-orm";
import { uploadServiceText } from "../../protocol/text/upload-service-text.ts";
import type { UserScope } from "../patients/index.ts";
import type { Queries } from "../platform/database/sql.ts";
import { JsonText } from "../platform/http/routes.ts";
import { uploadSeen } from "./seeing.ts";

const { log } = uploadServiceText;
const time = (ms: number) => new Date(ms).toISOString();

/** Files that are written down before others are answered: some milliseconds of work. */
const filesAtOnce = 2000;

/** Times are UTC. `patientKey`: whose it is; null before there is a patient. @throws Refused 404 */
export async function logFilesOf(
  db: Queries,
  scope: UserScope,
  uploadId: number,
): Promise<{ answer: JsonText; patientKey: number | null }> {
  const upload = await uploadSeen(db, scope, uploadId);
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
    "",
  ];
  const pieces = [JSON.stringify(lines.join("\n")).slice(1, -1)];
  for await (const files of fileLines(db, uploadId)) pieces.push(JSON.stringify(files).slice(1, -1));
  const name = JSON.stringify(log.fileName(uploadId));
  return {
    patientKey: upload.patient_key,
    answer: new JsonText(`{"log_files":[{"name":${name},"content":"${pieces.join("")}"}]}`),
  };
}

/** Lines of the files, some thousands at a time: others are answered in between. */
async function* fileLines(db: Queries, uploadId: number): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const { rows } = await db.execute<{ id: number; path: string; size: number; state: string }>(sql`
      select id, path, size_bytes::float8 as size, state from upload_file
      where upload_id = ${uploadId} and id > ${after} order by id limit ${filesAtOnce}`);
    if (rows.length === 0) return;
    yield rows.map(({ path, size, state }) => `${log.file(path, size, state)}\n`).join("");
    after = rows[rows.length - 1].id;
  }
}
