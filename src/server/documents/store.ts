/** All SQL about documents. */
import { type SQL, sql } from "drizzle-orm";
import type { DocumentScope } from "../../protocol/documents.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Content } from "./kinds.ts";

export interface Viewer {
  workspaceId: number;
  userId: number;
}

export interface StoredDocument {
  id: number;
  kind: string;
  scope: DocumentScope;
  ownerId: number | null;
  madeBy: number | null;
  name: string;
  version: number;
  revision: number;
  content: Content;
  /** Of who changed it last; "" when there is none. */
  changedBy: string;
  changedAt: number;
}

type Row = StoredDocument & Record<string, unknown>;

/** Whether the viewer knows of document `d`: their workspace's, and of Personal ones their own. Everything asks by this. */
const isSeen = ({ workspaceId, userId }: Viewer): SQL =>
  sql`d.workspace_id = ${workspaceId} and (d.owner_id is null or d.owner_id = ${userId})`;

const chosen = (where: SQL): SQL => sql`
  select d.id, d.kind, d.scope, d.owner_id as "ownerId", d.made_by as "madeBy", d.name, d.version, d.revision, d.content,
    coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), '') as "changedBy",
    floor(extract(epoch from d.changed_at) * 1000)::float8 as "changedAt"
  from document d left join app_user u on u.id = d.changed_by
  where ${where} order by d.id`;

const listed = (values: readonly (string | number)[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/** Documents of these kinds that the viewer sees. `ids`: these only. */
export async function listDocuments(
  db: Queries,
  viewer: Viewer,
  kinds: readonly string[],
  ids?: readonly number[],
): Promise<StoredDocument[]> {
  if (kinds.length === 0 || ids?.length === 0) return [];
  const among = ids === undefined ? sql`` : sql` and d.id in (${listed(ids)})`;
  const { rows } = await db.execute<Row>(chosen(sql`${isSeen(viewer)} and d.kind in (${listed(kinds)})${among}`));
  return rows;
}

/** Ids of a kind that the viewer sees. */
export async function idsOf(db: Queries, viewer: Viewer, kind: string): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(
    sql`select d.id from document d where ${isSeen(viewer)} and d.kind = ${kind} order by d.id`,
  );
  return rows.map(({ id }) => id);
}

/** One of them by its id, or null. */
export async function findDocument(db: Queries, viewer: Viewer, id: number): Promise<StoredDocument | null> {
  const { rows } = await db.execute<Row>(chosen(sql`${isSeen(viewer)} and d.id = ${id}`));
  return rows[0] ?? null;
}

/** The viewer's own one of a kind of which everybody has one. */
export async function findOwn(db: Queries, viewer: Viewer, kind: string): Promise<StoredDocument | null> {
  const { rows } = await db.execute<Row>(
    chosen(sql`${isSeen(viewer)} and d.kind = ${kind} and d.owner_id = ${viewer.userId}`),
  );
  return rows[0] ?? null;
}

/** How many of a kind the viewer made, and how many the workspace shares. */
export async function countDocuments(db: Queries, { workspaceId, userId }: Viewer, kind: string) {
  const { rows } = await db.execute<{ own: number; shared: number }>(sql`
    select count(*) filter (where owner_id = ${userId} or (owner_id is null and made_by = ${userId}))::int as own,
      count(*) filter (where scope = 'Shared')::int as shared
    from document where workspace_id = ${workspaceId} and kind = ${kind}`);
  return rows[0];
}

export interface NewDocument {
  kind: string;
  scope: Exclude<DocumentScope, "Standard">;
  name: string;
  version: number;
  content: Content;
  /** Of the call that makes it. */
  requestKey?: string;
}

/** What a call of this key has made, or null. Those who make documents hold the workspace's row: there is never a second one. */
export async function findMade(
  tx: Queries,
  viewer: Viewer,
  { kind, requestKey }: { kind: string; requestKey: string },
): Promise<StoredDocument | null> {
  const isIt = sql`d.made_by = ${viewer.userId} and d.request_key = ${requestKey} and d.kind = ${kind}`;
  const { rows } = await tx.execute<Row>(chosen(sql`${isSeen(viewer)} and ${isIt}`));
  return rows[0] ?? null;
}

export async function insertDocument(tx: Queries, viewer: Viewer, made: NewDocument): Promise<number> {
  const { workspaceId, userId } = viewer;
  const { kind, scope, name, version, content, requestKey = null } = made;
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into document (workspace_id, kind, scope, owner_id, made_by, name, version, content, changed_by,
      request_key)
    values (${workspaceId}, ${kind}, ${scope}, ${scope === "Personal" ? userId : null}, ${userId}, ${name}, ${version},
      ${JSON.stringify(content)}::jsonb, ${userId}, ${requestKey})
    returning id`);
  return rows[0].id;
}

/** One revision more. */
export async function updateDocument(
  tx: Queries,
  { userId }: Viewer,
  id: number,
  { name, version, content }: Pick<NewDocument, "name" | "version" | "content">,
): Promise<void> {
  await tx.execute(sql`
    update document set name = ${name}, version = ${version}, content = ${JSON.stringify(content)}::jsonb,
      revision = revision + 1, changed_at = now(), changed_by = ${userId}
    where id = ${id}`);
}

export async function removeDocument(tx: Queries, id: number): Promise<void> {
  await tx.execute(sql`delete from document where id = ${id}`);
}
