/** SQL of the users' side: what is reserved in a workspace, and releasing it. */
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import { lockWorkspace } from "../identity/administrators.ts";
import { recordAction } from "../identity/audit.ts";
import { isOwnPatient, type UserScope } from "../patients/scope.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import type { Caller } from "../platform/http/caller.ts";
import { Refused } from "../platform/http/routes.ts";
import type { ReservedFile } from "./inventory.ts";
import { isNodeAlive, isReviewable } from "./rows.ts";

/** Whether a server that counts says so of `prefetch pf`. */
const isSaid = (what: ReturnType<typeof sql>) => sql`exists (
  select 1 from prefetch_copy c join prefetch_node n on n.id = c.node_id
  where c.recording_id = pf.recording_id and ${isNodeAlive} and ${what})`;

/** Least of the servers that count; a server that says nothing of it has nothing of it. */
const percentOfAll = sql`(
  select coalesce(min(coalesce(c.percent, 0)), 0) from prefetch_node n
  left join prefetch_copy c on c.node_id = n.id and c.recording_id = pf.recording_id where ${isNodeAlive})`;

/** All of the workspace, first come first. `isLocal`: recordings lie where every server reads them. */
export async function reservedFiles(db: Queries, scope: UserScope, isLocal: boolean): Promise<ReservedFile[]> {
  const { rows } = await db.execute<ReservedFile & Record<string, unknown>>(sql`
    select pf.recording_id as "recordingId", p.id as "patientKey", p.project_id as "projectId", s.name as site,
      p.identifier as "patientId", r.obj_name as name, pf.size_bytes as size,
      ${isLocal ? sql`100` : percentOfAll}::int as percent, ${isSaid(sql`c.is_loading`)} as "isLoading",
      (select min(c.failure) from prefetch_copy c join prefetch_node n on n.id = c.node_id
        where c.recording_id = pf.recording_id and ${isNodeAlive}) as failure,
      ${isSaid(sql`c.is_in_review`)} as "isInReview", ${isOwnPatient(scope)} as "isSeen"
    from prefetch pf join recording r on r.id = pf.recording_id
    join patient p on p.id = r.patient_key join site s on s.id = p.site_id
    where pf.workspace_id = ${scope.workspaceId} and ${isReviewable} order by pf.place`);
  return rows;
}

export async function isOwnProject(db: Queries, scope: UserScope, projectId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from project pr join user_project up on up.project_id = pr.id and up.user_id = ${scope.userId}
    where pr.id = ${projectId} and pr.workspace_id = ${scope.workspaceId}`);
  return rows.length > 0;
}

/**
 * Releases files, all or none; those that are not reserved or not the caller's do not exist and are passed over. Returns
 * the ids of the released ones.
 * @throws Refused 409 when one of them is open in a review
 */
export function releaseFiles(db: NodePgDatabase, caller: Caller, ids: readonly number[]): Promise<number[]> {
  const { session } = caller;
  return db.transaction(async (tx) => {
    await lockWorkspace(tx, session.workspaceId);
    const { rows } = await tx.execute<{ id: number; name: string; isInReview: boolean }>(sql`
      select pf.recording_id as id, r.obj_name as name, ${isSaid(sql`c.is_in_review`)} as "isInReview"
      from prefetch pf join recording r on r.id = pf.recording_id join patient p on p.id = r.patient_key
      where pf.workspace_id = ${session.workspaceId} and pf.recording_id = any(${intArray(ids)}) and ${isOwnPatient(session)}
      order by pf.recording_id for update of pf`);
    const [held] = rows.filter(({ isInReview }) => isInReview);
    if (held !== undefined) throw new Refused(409, prefetchText.refused.inUse(held.name));
    const released = rows.map(({ id }) => id);
    if (released.length === 0) return released;
    await tx.execute(sql`delete from prefetch where recording_id = any(${intArray(released)})`);
    await recordAction(tx, caller, { data_object_ids: released });
    return released;
  });
}
