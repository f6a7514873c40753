/** Whose patients and recordings are seen: the conditions that every query about them for a user takes. */
import { type SQL, sql } from "drizzle-orm";
import { recording } from "../recordings/schema.ts";

/** A user of a workspace. Which calls they may make is the guard's business; which rows those show follows from this. */
export interface UserScope {
  workspaceId: number;
  userId: number;
}

/** "everything": the server itself, on nobody's behalf. */
export type Scope = UserScope | "everything";

/**
 * Condition on `patient p`: of the workspace, and both its project and its site are among the user's. Permissions make no
 * exception: administrators can give themselves projects and sites, which is recorded.
 */
export const isOwnPatient = ({ workspaceId, userId }: UserScope): SQL => sql`(
  p.workspace_id = ${workspaceId}
  and exists (select 1 from user_project up where up.project_id = p.project_id and up.user_id = ${userId})
  and exists (select 1 from user_site us where us.site_id = p.site_id and us.user_id = ${userId}))`;

/** A recording is seen iff its patient is. Undefined (no condition) for the server itself. */
export function visibleRecordings(scope: Scope): SQL | undefined {
  if (scope === "everything") return undefined;
  return sql`exists (select 1 from patient p where p.id = ${recording.patientKey} and ${isOwnPatient(scope)})`;
}
