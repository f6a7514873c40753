/** Whose recordings are seen: the one condition that every query about recordings for a user takes. */
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
 * A recording is seen iff its patient is of the workspace and both the patient's project and site are among the user's.
 * Undefined (no condition) for the server itself.
 */
export function visibleRecordings(scope: Scope): SQL | undefined {
  if (scope === "everything") return undefined;
  const { workspaceId, userId } = scope;
  return sql`exists (
    select 1 from patient p
    join user_project up on up.project_id = p.project_id and up.user_id = ${userId}
    join user_site us on us.site_id = p.site_id and us.user_id = ${userId}
    where p.id = ${recording.patientKey} and p.workspace_id = ${workspaceId})`;
}
