/** The projects and sites of a viewer, held for as long as the socket lives. */
import { sql } from "drizzle-orm";
import { type DocumentChanged, newsLimits, type PatientsChanged } from "../../protocol/news.ts";
import type { UserScope } from "../patients/index.ts";
import type { BusEvent } from "../platform/bus/bus.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { News } from "./patient-news.ts";

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

/** What a viewer is told of news: undefined when nothing of it is theirs. The same condition as `isOwnPatient`. */
export function newsFor(news: News, workspaceId: number, { projectIds, siteIds }: Places): PatientsChanged | undefined {
  if (news === null) return { patient_keys: null };
  const own = news.filter(
    (patient) =>
      patient.workspaceId === workspaceId && projectIds.has(patient.projectId) && siteIds.has(patient.siteId),
  );
  if (own.length === 0) return undefined;
  return { patient_keys: own.length > newsLimits.mostKeys ? null : own.map(({ id }) => id) };
}

/** What a viewer is told of a change of documents: of Personal ones their own alone. Undefined: nothing. */
export function documentFor(event: BusEvent, { workspaceId, userId }: UserScope): DocumentChanged | undefined {
  if (event.kind === "bus-resumed") return null;
  if (event.kind !== "document-changed" || event.workspaceId !== workspaceId) return undefined;
  if (event.ownerId !== null && event.ownerId !== userId) return undefined;
  return { id: event.documentId, kind: event.documentKind, revision: event.revision };
}
