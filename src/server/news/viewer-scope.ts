/** What a viewer may hear: by permissions, workspace, projects and sites, which are held for as long as the socket lives. */
import { sql } from "drizzle-orm";
import type { DocumentChanged } from "../../protocol/news.ts";
import type { Permission } from "../../protocol/permissions.ts";
import { ownUploadNeeds, patientNewsNeeds, workNeeds } from "../../protocol/progress.ts";
import type { UserScope } from "../patients/index.ts";
import type { BusEvent } from "../platform/bus/bus.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { ChangedPatient, News } from "./patient-news.ts";
import type { WorkPiece } from "./work-rows.ts";

export interface Places {
  readonly projectIds: ReadonlySet<number>;
  readonly siteIds: ReadonlySet<number>;
}

export async function placesOf(db: Queries, { userId }: UserScope): Promise<Places> {
  const { rows } = await db.execute<{ projectIds: number[]; siteIds: number[] }>(sql`
    select array(select project_id from user_project where user_id = ${userId}) as "projectIds",
      array(select site_id from user_site where user_id = ${userId}) as "siteIds"`);
  return { projectIds: new Set(rows[0].projectIds), siteIds: new Set(rows[0].siteIds) };
}

/** What a viewer may see, as the database last said. */
export interface Viewer extends Places {
  readonly workspaceId: number;
  readonly userId: number;
  readonly permissions: ReadonlySet<Permission>;
}

type PatientPlace = Pick<ChangedPatient, "workspaceId" | "projectId" | "siteId">;

/** Whether something of a patient is the viewer's. The same condition as `isOwnPatient`. */
const isOwn = ({ workspaceId, projectId, siteId }: PatientPlace, viewer: Viewer): boolean =>
  workspaceId === viewer.workspaceId && viewer.projectIds.has(projectId) && viewer.siteIds.has(siteId);

const holds = ({ permissions }: Viewer, needs: readonly Permission[]): boolean =>
  needs.some((permission) => permissions.has(permission));

/** Keys of patients that a viewer is told of news; null for any of them. */
export const newsFor = (news: News, viewer: Viewer): number[] | null =>
  news === null ? null : news.filter((patient) => mayHearOf(patient, viewer)).map(({ id }) => id);

/** Whether a viewer is told that something of this patient, or of its work, has changed. */
export const mayHearOf = (place: PatientPlace, viewer: Viewer): boolean =>
  isOwn(place, viewer) && holds(viewer, patientNewsNeeds);

/** Whether a viewer who follows this piece of work is told how far it is. Without a patient it is nobody's but its user's. */
export const mayFollow = (piece: WorkPiece, viewer: Viewer): boolean =>
  piece.patientKey !== null && isOwn(piece, viewer) && holds(viewer, workNeeds[piece.kind]);

/** Whether a viewer is told that something of this upload, which they follow by its id, has changed. */
export const mayFollowOwn = ({ kind, workspaceId, userId }: WorkPiece, viewer: Viewer): boolean =>
  kind === "upload" && workspaceId === viewer.workspaceId && userId === viewer.userId && holds(viewer, ownUploadNeeds);

/** What a viewer is told of a change of documents: of Personal ones their own alone. Undefined: nothing. */
export function documentFor(event: BusEvent, { workspaceId, userId }: UserScope): DocumentChanged | undefined {
  if (event.kind === "bus-resumed") return null;
  if (event.kind !== "document-changed" || event.workspaceId !== workspaceId) return undefined;
  if (event.ownerId !== null && event.ownerId !== userId) return undefined;
  return { id: event.documentId, kind: event.documentKind, revision: event.revision };
}
