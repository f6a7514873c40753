/** What the Uploads tab tells of an upload. */
import { sql } from "drizzle-orm";
import type { MessageKind } from "../../protocol/uploads.ts";
import type { Queries } from "../platform/database/sql.ts";

/** Adds a message, in the transaction of what it tells. `text`: one plain sentence. */
export async function addUploadMessage(tx: Queries, uploadId: number, kind: MessageKind, text: string): Promise<void> {
  await tx.execute(sql`insert into upload_message (upload_id, kind, body) values (${uploadId}, ${kind}, ${text})`);
}

/** The same about one directory or file of it. */
export async function addItemMessage(
  tx: Queries,
  { id, uploadId }: { id: number; uploadId: number },
  kind: MessageKind,
  text: string,
): Promise<void> {
  await tx.execute(
    sql`insert into upload_message (upload_id, item_id, kind, body) values (${uploadId}, ${id}, ${kind}, ${text})`,
  );
}
