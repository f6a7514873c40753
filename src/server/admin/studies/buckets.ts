/** Buckets: where the files of projects are kept. */
import { sql } from "drizzle-orm";
import type { Bucket, checkBucket } from "../../../protocol/admin.ts";
import type { AnswerOf, BodyOf } from "../../../protocol/route.ts";
import type { TableQuery } from "../../../protocol/tables.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { recordAction } from "../../identity/audit.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { Refused } from "../../platform/http/routes.ts";
import { probeService } from "../../platform/storage/probe.ts";
import { type BucketAddress, folderScheme, type Stores, StoreUnavailable } from "../../platform/storage/types.ts";
import { editorOf, projectInScope } from "../editor.ts";
import { readTable, type Table } from "../table.ts";
import type { AdminDeps } from "../types.ts";
import { probeFolder } from "./bucket-probe.ts";

/** Buckets of the caller's workspace, with those of their projects that are in the caller's scope. */
export function listBuckets({ db }: AdminDeps, caller: Caller, query: TableQuery) {
  const editor = editorOf(caller);
  const table: Table = {
    id: sql`b.id`,
    orderBy: "name",
    direction: "asc",
    from: sql`bucket b`,
    columns: sql`b.id, b.name, b.endpoint, coalesce((
      select json_agg(json_build_object('id', p.id, 'identifier', p.identifier) order by lower(p.identifier), p.id)
      from project p where p.bucket_id = b.id and ${projectInScope(editor, sql`p.id`)}), '[]') as projects`,
    fields: {
      id: { value: sql`b.id`, kind: "number" },
      name: { value: sql`b.name`, kind: "text" },
      endpoint: { value: sql`b.endpoint`, kind: "text" },
    },
  };
  return readTable<Bucket>(db, table, query, sql`b.workspace_id = ${editor.workspaceId}`);
}

/** Writes, reads and deletes a small object. @throws Refused 404 for an unknown bucket */
export async function probeBucket(
  { db, config, stores }: AdminDeps,
  caller: Caller,
  { bucket_id }: BodyOf<typeof checkBucket>,
): Promise<AnswerOf<typeof checkBucket>> {
  const { rows } = await db.execute<{ name: string; endpoint: string }>(
    sql`select name, endpoint from bucket where id = ${bucket_id} and workspace_id = ${caller.workspaceId}`,
  );
  if (rows.length === 0) throw new Refused(404, adminText.notFound.bucket);
  await recordAction(db, caller, { bucket_id });
  const [{ name, endpoint }] = rows;
  const failure = endpoint.startsWith(folderScheme)
    ? await probeFolder(config.dataDir, endpoint.slice(folderScheme.length))
    : await probeAt(stores, { name, endpoint });
  return {
    is_reachable: failure === null,
    message: failure ?? adminText.bucket.reachable,
    checked_at: Date.now(),
  };
}

async function probeAt(stores: Pick<Stores, "of">, bucket: BucketAddress): Promise<string | null> {
  try {
    return await probeService(stores.of(bucket));
  } catch (error) {
    if (error instanceof StoreUnavailable) return adminText.bucket.unknownKind;
    throw error;
  }
}
