/** All SQL about the files of a patient. Directories exist as far as files lie in them. */
import { type SQL, sql } from "drizzle-orm";
import { isPlain } from "../../domain/people/admin-rules.ts";
import type { FileNode } from "../../protocol/files.ts";
import { childrenPerPage } from "../../protocol/files.ts";
import { orderOf, type TableFilter, type TableQuery } from "../../protocol/tables.ts";
import { adminText } from "../../protocol/text/admin-text.ts";
import { filesText } from "../../protocol/text/files-text.ts";
import { patientText } from "../../protocol/text/patient-text.ts";
import { isOwnPatient, type UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray, textArray } from "../platform/database/sql-arrays.ts";
import { Refused } from "../platform/http/routes.ts";
import type { Listing, VisibleItem } from "./visible-items.ts";

/** A stored file as it is shown. */
export interface StoredFile {
  id: number;
  /** Null: it is the result of a run, with the number `id`. */
  upload_id: number | null;
  item_id: number | null;
  /** From the patient's folder on. */
  path: string;
  size: number;
  md5: string;
  isEncrypted: boolean;
  /** Epoch ms. */
  createdAt: number;
  modifiedAt: number | null;
}

/** @throws Refused 404 unless the user sees this patient, and it belongs to the project when one is named */
export async function demandPatient(
  db: Queries,
  scope: UserScope,
  { patient_id, project_id }: { patient_id: number; project_id?: number },
): Promise<void> {
  const isOfProject = project_id === undefined ? sql`true` : sql`p.project_id = ${project_id}`;
  const { rows } = await db.execute(
    sql`select 1 from patient p where p.id = ${patient_id} and ${isOfProject} and ${isOwnPatient(scope)}`,
  );
  if (rows.length === 0) throw new Refused(404, patientText.page.doesNotExist(String(patient_id)));
}

/** Parts of a path; none is empty, "." or "..". @throws Refused 404 */
export function partsOf(path: string): string[] {
  if (path === "") return [];
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..") || path.includes("\0")) throw gone();
  return parts;
}

export const gone = () => new Refused(404, filesText.refused.gone);

/** Files of the items under their shown names, and those of runs that are not known to be lost. `f` */
const filesOf = ({ items, results }: Listing): SQL => sql`(
  ${uploadedFiles(items)} ${results === null ? sql`` : sql`union all ${resultFiles(results)}`}) f`;

const resultFiles = ({ patientKey, folder }: NonNullable<Listing["results"]>): SQL => sql`
  select id, null::int as upload_id, null::int as item_id, ${folder}::text || '/' || file_name as path, size_bytes, '' as md5,
    false as is_encrypted, finished_at as verified_at, finished_at as modified_at
  from pipeline_run
  where patient_key = ${patientKey} and state = 'done' and file_key is not null and file_sha256 is not null
    and file_problem is null`;

const uploadedFiles = (items: readonly VisibleItem[]): SQL => sql`
  select f.id, f.upload_id, f.item_id, s.shown || substr(f.path, char_length(s.name) + 1) as path, f.size_bytes, f.md5,
    f.iv is not null as is_encrypted, f.verified_at, f.modified_at
  from unnest(${intArray(items.map(({ id }) => id))}, ${textArray(items.map(({ name }) => name))},
    ${textArray(items.map(({ shown }) => shown))}) as s(id, name, shown)
  join upload_file f on f.item_id = s.id and f.state = 'verified'`;

const ms = (time: SQL): SQL => sql`(extract(epoch from ${time}) * 1000)::float8`;

/** Only what a path leads into is looked at. */
function under({ items, results }: Listing, [first]: readonly string[]): Listing {
  if (first === undefined) return { items, results };
  return {
    items: items.filter(({ shown }) => shown === first),
    results: results?.folder === first ? results : null,
  };
}

/** The file of a path, or null. */
export async function findFile(db: Queries, listing: Listing, path: string): Promise<StoredFile | null> {
  const [file] = await readFiles(db, under(listing, partsOf(path)), sql`f.path = ${path}`, 1);
  return file ?? null;
}

/** All files in and below a directory, in order of path. "" is everything. */
export function filesBelow(db: Queries, listing: Listing, path: string): Promise<StoredFile[]> {
  const isBelow = path === "" ? sql`true` : sql`starts_with(f.path, ${`${path}/`})`;
  return readFiles(db, under(listing, partsOf(path)), isBelow, null);
}

async function readFiles(db: Queries, listing: Listing, where: SQL, most: number | null): Promise<StoredFile[]> {
  const { rows } = await db.execute<StoredFile & Record<string, unknown>>(sql`
    select f.id, f.upload_id, f.item_id, f.path, f.size_bytes::float8 as size, f.md5, f.is_encrypted as "isEncrypted",
      ${ms(sql`f.verified_at`)} as "createdAt", ${ms(sql`f.modified_at`)} as "modifiedAt"
    from ${filesOf(listing)} where ${where} order by f.path, f.id limit ${most}`);
  return rows;
}

const fields = {
  name: sql`lower(n.name)`,
  createtime: sql`n.created`,
  modtime: sql`n.modified`,
  size: sql`n.size`,
} as const;

export interface DirectoryPage {
  data: FileNode[];
  total: number;
  files_left: number;
}

/**
 * One page of a directory: directories first, then files. With a filter: everything of such a name in and below it.
 * @throws Refused 404 when there is no such directory, 400 for an unknown field
 */
export async function readDirectory(
  db: Queries,
  listing: Listing,
  path: string,
  query: TableQuery & { page?: number },
): Promise<DirectoryPage> {
  const { page_index = query.page ?? 1, rows_per_page = childrenPerPage, filters = [] } = query;
  const { order_by = "name", order_direction } = orderOf(query);
  if (!Object.hasOwn(fields, order_by)) throw new Refused(400, adminText.badField);
  const admitted = sql.join([sql`true`, ...filters.map(condition)], sql` and `);
  const direction = order_direction === "desc" ? sql`desc` : sql`asc`;
  const offset = (page_index - 1) * rows_per_page;
  const parts = partsOf(path);
  const isBelow = path === "" ? sql`true` : sql`starts_with(f.path, ${`${path}/`})`;
  // Positions in a path from 1: those of the children, or of everything below.
  const first = parts.length + 1;
  const last = filters.length === 0 ? sql`${first}::int` : sql`cardinality(f.parts)`;
  const nodes = sql`
    select f.parts[d] as name, array_to_string(f.parts[1:d], '/') as path, d < cardinality(f.parts) as is_directory,
      min(f.id) as id, bool_or(f.upload_id is null) as is_result,
      min(f.verified_at) as created, max(f.modified_at) as modified, sum(f.size_bytes)::float8 as size
    from (select f.*, string_to_array(f.path, '/') as parts from ${filesOf(under(listing, parts))} where ${isBelow}) f
    cross join lateral generate_series(${first}::int, ${last}) as d
    group by 1, 2, 3`;
  const { rows } = await db.execute<NodeRow>(sql`
    with n as materialized (select * from (${nodes}) n where ${admitted})
    select c.total, n.* from (select count(*)::int as total from n) c
    left join lateral (
      select n.name, n.path, n.is_directory, n.is_result, n.id, n.size, ${ms(sql`n.created`)} as created_ms,
        ${ms(sql`n.modified`)} as modified_ms, row_number() over (order by n.is_directory desc,
          ${fields[order_by as keyof typeof fields]} ${direction} nulls last, lower(n.name), n.path, n.id) as place
      from n order by place limit ${rows_per_page} offset ${offset}) n on true
    order by n.place`);
  const { total } = rows[0];
  if (total === 0 && path !== "" && filters.length === 0) throw gone();
  const data = rows.flatMap((row) => (row.path === null ? [] : [nodeOf(row)]));
  return { data, total, files_left: Math.max(0, total - offset - data.length) };
}

interface NodeRow extends Record<string, unknown> {
  total: number;
  /** Null: the page is behind the last row. */
  path: string | null;
  name: string;
  is_directory: boolean;
  is_result: boolean;
  id: number;
  size: number;
  created_ms: number;
  modified_ms: number | null;
}

const nodeOf = ({ path, name, is_directory, is_result, id, size, created_ms, modified_ms }: NodeRow): FileNode => ({
  id: is_directory ? `directory ${path}` : `${is_result ? "run" : "file"} ${id}`,
  name,
  path: path ?? "",
  type: is_directory ? "directory" : "file",
  expanded: false,
  createtime: created_ms,
  modtime: modified_ms,
  size,
});

/** What is searched for is text and nothing else: `position` knows no wildcards. */
function condition({ field, operator, ...filter }: TableFilter): SQL {
  if (field !== "name") throw new Refused(400, adminText.badField);
  const wanted = String(filter.search_value ?? filter.value ?? "");
  if (!isPlain(wanted)) throw new Refused(400, adminText.rules.plain);
  return operator === "equals"
    ? sql`lower(n.name) = lower(${wanted.trim()}::text)`
    : sql`position(lower(${wanted}::text) in lower(n.name)) > 0`;
}
