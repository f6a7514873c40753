/** Rows of the files of an upload. */
import { type SQL, sql } from "drizzle-orm";
import type { UploadFile } from "../../protocol/uploads.ts";
import type { Queries } from "../platform/database/sql.ts";
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
