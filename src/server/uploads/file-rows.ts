/** Rows of the files of an upload. */
import { setImmediate as others } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import { type UploadFile, uploadPartBytes } from "../../protocol/uploads.ts";
import type { Queries } from "../platform/database/sql.ts";
import { JsonText } from "../platform/http/routes.ts";
import { partCountOf } from "./declaration.ts";

export interface FileRow {
  id: number;
  path: string;
  /** patient.info or admission.info of a CNS directory. */
  isInfo: boolean;
  /** Of what is sent. */
  size: number;
  md5: string;
  /** Of the plain text, when it is sent encrypted. */
  textMd5: string | null;
  multipartId: string | null;
  isVerified: boolean;
}

/** A file as it was declared, by the name of its item. */
export interface DeclaredRow {
  item: string;
  path: string;
  size: number;
  md5: string;
  modified: number | null;
}

/** Condition on `upload_file f join upload_item i`: files that ENCRYPT is about (spec 000 section 9). */
export const isInfo: SQL = sql`(i.kind = 'cns' and f.path ~ '/(patient|admission)\\.info$')`;

/** Files of an upload that `condition` (on `upload_file f`) admits, in the order they were declared. */
export async function filesOf(db: Queries, uploadId: number, condition: SQL = sql`true`): Promise<FileRow[]> {
  const { rows } = await db.execute<FileRow & Record<string, unknown>>(sql`
    select f.id, f.path, ${isInfo} as "isInfo", f.size_bytes::float8 as size, f.md5, f.text_md5 as "textMd5",
      f.multipart_id as "multipartId", f.state = 'verified' as "isVerified"
    from upload_file f join upload_item i on i.id = f.item_id
    where f.upload_id = ${uploadId} and ${condition} order by f.id`);
  return rows;
}

export const filesAnswer = (rows: readonly Pick<FileRow, "id" | "path" | "size" | "isVerified">[]): UploadFile[] =>
  rows.map(({ id, path, size, isVerified }) => ({
    file_id: id,
    path,
    size,
    part_count: partCountOf(size),
    is_verified: isVerified,
  }));

/** Files that are written down before others are answered: a few milliseconds of work. */
const filesAtOnce = 2000;

/** The answer of calls that tell of all files of an upload. Others are answered while it is written down. */
export async function filesText(files: readonly UploadFile[]): Promise<JsonText> {
  const pieces: string[] = [];
  for (let at = 0; at < files.length; at += filesAtOnce) {
    pieces.push(JSON.stringify(files.slice(at, at + filesAtOnce)).slice(1, -1));
    await others();
  }
  return new JsonText(`{"files":[${pieces.join(",")}],"part_size":${uploadPartBytes}}`);
}
