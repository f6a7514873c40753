/** Uploads to projects and sites that are deleted (../admin/studies). */
import { type SQL, sql } from "drizzle-orm";
import { adminText } from "../../protocol/text/admin-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { Refused } from "../platform/http/routes.ts";
import { isGivenUp } from "./purge.ts";

const columns: Readonly<Record<"project" | "site", SQL>> = { project: sql`project_id`, site: sql`site_id` };

/**
 * Forgets those that were given up before there was a patient and whose files are gone: whoever began them may have no account any
 * more. Returns the facts of it for the audit. @throws Refused 409 while there are others
 */
export async function forgetGivenUp(
  tx: Queries,
  kind: keyof typeof columns,
  ids: readonly number[],
): Promise<{ upload_ids?: readonly number[] }> {
  const isOfThese = sql`${columns[kind]} = any(${intArray(ids)})`;
  const { rows } = await tx.execute<{ id: number }>(sql`
    delete from upload where ${isOfThese} and ${isGivenUp} and is_purged
    returning id`);
  const { rows: others } = await tx.execute(sql`select 1 from upload where ${isOfThese} limit 1`);
  if (others.length > 0) throw new Refused(409, adminText.hasUploads[kind]);
  return rows.length === 0 ? {} : { upload_ids: rows.map(({ id }) => id) };
}
