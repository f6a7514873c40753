/** Where patients belong, and the patients that recordings are imported for. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { textArray } from "../platform/database/sql-arrays.ts";
import { patient } from "./schema.ts";

/** A database, or a transaction of one. */
type Queries = Pick<NodePgDatabase, "execute" | "select">;

/** The project and site that a patient belongs to, in one workspace. */
export interface Place {
  workspaceId: number;
  projectId: number;
  siteId: number;
}

/**
 * The key of the patient with this identifier in a project and site; made when there is none.
 * @throws Error when project or site are not of the workspace.
 */
export async function findOrCreatePatient(
  tx: Queries,
  { workspaceId, projectId, siteId, identifier }: Place & { identifier: string },
): Promise<number> {
  const isThis = and(
    eq(patient.workspaceId, workspaceId),
    eq(patient.projectId, projectId),
    eq(patient.siteId, siteId),
    eq(patient.identifier, identifier),
  );
  const find = async (): Promise<number | undefined> =>
    (await tx.select({ id: patient.id }).from(patient).where(isThis))[0]?.id;
  const known = await find();
  if (known !== undefined) return known;
  await tx.execute(sql`
    insert into patient (workspace_id, project_id, site_id, identifier)
    select ${workspaceId}::int, project.id, site.id, ${identifier} from project, site
    where project.id = ${projectId} and project.workspace_id = ${workspaceId}
      and site.id = ${siteId} and site.workspace_id = ${workspaceId}
    on conflict (project_id, site_id, identifier) do nothing`);
  const made = await find();
  if (made === undefined) throw new Error("The project or site of the patient does not belong to the workspace.");
  return made;
}

/** The key of the workspace of this name, or null. */
export async function findWorkspace(db: Queries, name: string): Promise<number | null> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from workspace where name = ${name}`);
  return rows[0]?.id ?? null;
}

/** What a place is asked for by; a missing identifier means the first project or site of the workspace. */
export interface PlaceQuestion {
  workspaceId: number;
  project?: string;
  site?: string;
}

/** The place of these identifiers (in any case of letters), or which of the two does not exist. */
export async function findPlace(
  db: Queries,
  { workspaceId, project, site }: PlaceQuestion,
): Promise<Place | { missing: "project" | "site" }> {
  const first = async (table: "project" | "site", identifier?: string): Promise<number | undefined> => {
    const isAsked: SQL = identifier === undefined ? sql`true` : sql`lower(identifier) = lower(${identifier})`;
    const { rows } = await db.execute<{ id: number }>(
      sql`select id from ${sql.identifier(table)} where workspace_id = ${workspaceId} and ${isAsked} order by id limit 1`,
    );
    return rows[0]?.id;
  };
  const projectId = await first("project", project);
  if (projectId === undefined) return { missing: "project" };
  const siteId = await first("site", site);
  if (siteId === undefined) return { missing: "site" };
  return { workspaceId, projectId, siteId };
}

/** Patients of these identifiers, made where there are none yet. */
export async function addPatients(
  tx: Pick<NodePgDatabase, "execute">,
  { workspaceId, projectId, siteId }: Place,
  identifiers: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    insert into patient (workspace_id, project_id, site_id, identifier)
    select ${workspaceId}::int, ${projectId}::int, ${siteId}::int, n.identifier
    from unnest(${textArray(identifiers)}) as n (identifier)
    on conflict (project_id, site_id, identifier) do nothing`);
}
