/** A session that comes with a recording, and that nobody made: of the demo. */
import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { type AnnotationContent, defaultGroupName } from "../../protocol/annotations.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { Head } from "./access.ts";
import { Acts, roomOf } from "./acts.ts";
import { logGroups, readStart, writeActs } from "./store.ts";

/** Who is in no table of accounts: the log and the lists then name nobody. */
const nobody = 0;

export interface PlantedSession {
  readonly recordingId: number;
  readonly name: string;
  readonly annotations: readonly AnnotationContent[];
}

/**
 * Makes the session, behind 'Default Session' for what readers write, unless the recording's log has begun already. Returns whether it did.
 * @throws Error when an annotation would be refused
 */
export async function plantSession(
  db: NodePgDatabase,
  { recordingId, name, annotations }: PlantedSession,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`insert into annotation_head (recording_id) values (${recordingId}) on conflict do nothing`);
    const { rows } = await tx.execute<Head & Record<string, unknown>>(sql`
      select recording.id as "recordingId", recording.patient_key as "patientKey", recording.start_ms, recording.end_ms,
        h.sequence::float8 as sequence, h.mask_revision::float8 as "maskRevision", h.annotations
      from annotation_head h join recording on recording.id = h.recording_id where h.recording_id = ${recordingId} for update of h`);
    const [head] = rows;
    if (head.sequence > 0) return false;
    const ofReaders = await insertSession(tx, head, defaultGroupName);
    const ofDemo = await insertSession(tx, { ...head, sequence: ofReaders.sequence }, name);
    const start = await readStart(tx, { recordingId, userId: nobody, client: null, numbers: [] });
    const acts = new Acts(
      {
        ...{ range: head, sequence: ofDemo.sequence, room: roomOf(head.annotations) },
        ...{ liveGroups: new Set(start.liveGroups), annotations: [], done: [], nowMs: start.nowMs },
      },
      { userId: nobody, permissions: new Set(["create_annotations"]) },
      null,
    );
    for (const content of annotations) {
      const result = acts.apply(null, { act: "create", group_id: ofDemo.id, content });
      if (result.outcome === "refused") throw new Error(result.sentence);
    }
    if (annotations.length > 0) await writeActs(tx, head, { userId: nobody, client: null }, acts);
    return true;
  });
}

async function insertSession(tx: Queries, head: Head, name: string): Promise<{ id: number; sequence: number }> {
  const revision = head.sequence + 1;
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into annotation_group (recording_id, name, made_by, revision, since)
    values (${head.recordingId}, ${name}, null, ${revision}::bigint, ${revision}::bigint) returning id`);
  const [{ id }] = rows;
  return { id, sequence: await logGroups(tx, head, nobody, [{ act: "create", groupId: id, name }]) };
}
