/** Whose patients are seen: the condition that every query about them for a user takes. */
import { type SQL, sql } from "drizzle-orm";

/** A user of a workspace. Which calls they may make is the guard's business; which rows those show follows from this. */
export interface UserScope {
  workspaceId: number;
  userId: number;
}

/** "everything": the server itself, on nobody's behalf. */
export type Scope = UserScope | "everything";

/**
 * Condition on `patient p`: of the workspace, and both its project and its site are among the user's. Permissions make no
 * exception: administrators can give themselves projects and sites, which is recorded. As arrays, so that the user's places
 * are read once a statement and not once a patient, whatever the planner knows of the tables. The user may be one of a row of it.
 */
export const isOwnPatient = ({ workspaceId, userId }: UserScope | { [Part in keyof UserScope]: SQL }): SQL => sql`(
  p.workspace_id = ${workspaceId}
  and p.project_id = any(array(select up.project_id from user_project up where up.user_id = ${userId}))
  and p.site_id = any(array(select us.site_id from user_site us where us.user_id = ${userId})))`;
