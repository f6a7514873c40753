/** All SQL about recordings. An import holds its row by a token; whoever lost the row changes nothing (fencing). */
import { type AnyColumn, and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { RecordingDetail, RecordingSummary } from "../../protocol/recordings.ts";
import { project, site } from "../admin/studies/schema.ts";
import { findOrCreatePatient, type Place } from "../patients/patients.ts";
import { patient } from "../patients/schema.ts";
import type { Scope, UserScope } from "../patients/scope.ts";
import { askingForNobody } from "../platform/database/fair-pool.ts";
import type { Queries } from "../platform/database/sql.ts";
import { intArray } from "../platform/database/sql-arrays.ts";
import { GatheredReads } from "../platform/gathered-reads.ts";
import { asRead } from "./as-read.ts";
import { recording } from "./schema.ts";
import type { Anchors, StoredRecording } from "./types.ts";
import { isAbandoned, isVisible, visibleRecordings } from "./visible.ts";

/** Empty while a recording is nobody's: made before accounts existed, not adopted yet. */
const orEmpty = (column: AnyColumn) => sql<string>`coalesce(${column}, '')`;

const summaryColumns = {
  data_object_id: recording.id,
  patient_id: recording.patientId,
  patient_key: sql<number>`coalesce(${recording.patientKey}, 0)`,
  project_identifier: orEmpty(project.identifier),
  site_identifier: orEmpty(site.identifier),
  site_name: orEmpty(site.name),
  obj_name: recording.objName,
  obj_type: recording.objType,
  state: recording.state,
  progress: recording.progress,
  eta_ms: recording.etaMs,
  error: recording.error,
  start_ms: recording.startMs,
  end_ms: recording.endMs,
  is_start_known: recording.isStartKnown,
  timezone: recording.timezone,
  channel_count: recording.channelCount,
  gap_count: recording.gapCount,
  annotation_count: recording.annotationCount,
  repair_count: recording.repairCount,
  size_bytes: recording.sizeBytes,
  is_damaged: sql<boolean>`${recording.damage} <> '[]'`,
};

const detailColumns = {
  ...summaryColumns,
  data_version: recording.dataVersion,
  groups: recording.groups,
  repairs: recording.repairs,
  anchors: recording.anchors,
  parts: recording.damage,
  tail: recording.tail,
};

export type Rows = ReturnType<typeof recordingRows>;

/** What is known of a recording before its samples are. */
export type NewRecording = Pick<
  RecordingSummary,
  "patient_id" | "obj_name" | "obj_type" | "start_ms" | "is_start_known" | "timezone" | "channel_count" | "size_bytes"
>;
/** What is known once they are stored. */
export type StoredFacts = Pick<
  RecordingDetail,
  "start_ms" | "end_ms" | "gap_count" | "annotation_count" | "groups" | "repairs"
> & { anchors: Anchors };

/** A recording that a user asks for. */
type UserRead = UserScope & { id: number };

/** Of the reads those of this recording by users who may see it: their places among all, from 1 on. */
const readersAmong = (reads: readonly UserRead[]) => sql<number[]>`array(
  select asked.place::int
  from unnest(${intArray(reads.map(({ id }) => id))}, ${intArray(reads.map(({ workspaceId }) => workspaceId))},
    ${intArray(reads.map(({ userId }) => userId))}) with ordinality as asked(recording_id, workspace_id, user_id, place)
  where asked.recording_id = ${recording.id}
    and ${visibleRecordings({ workspaceId: sql`asked.workspace_id`, userId: sql`asked.user_id` })})`;

/** The upload that a recording comes from: its patient is known, and the item is ingested once. */
export interface UploadOrigin {
  patientKey: number;
  /** Who uploaded it; null when the account is no more. */
  userId: number | null;
  itemId: number;
}

/** Whose a recording is: the patient of its identifier in a place, made when there is none, the upload's, or of this key. */
export type Owner = Place | UploadOrigin | { patientKey: number };

export function recordingRows(db: NodePgDatabase) {
  const held = (id: number, token: string) =>
    and(eq(recording.id, id), eq(recording.importToken, token), eq(recording.state, "importing"));

  const details = <More extends Record<string, SQL>>(more: More) =>
    db
      .select({ ...detailColumns, ...more })
      .from(recording)
      .leftJoin(patient, eq(patient.id, recording.patientKey))
      .leftJoin(project, eq(project.id, patient.projectId))
      .leftJoin(site, eq(site.id, patient.siteId));

  /** Fifty who read the same recording are one statement, and it is described once. */
  const userReads = new GatheredReads((reads: readonly UserRead[]) =>
    askingForNobody(async () => {
      const found: (StoredRecording | null)[] = reads.map(() => null);
      const ids = [...new Set(reads.map(({ id }) => id))];
      const rows = await details({ readers: readersAmong(reads) }).where(
        and(sql`${recording.id} = any(${intArray(ids)})`, isVisible),
      );
      for (const { readers, ...row } of rows) {
        if (readers.length === 0) continue;
        const detail = asRead(row);
        for (const place of readers) found[place - 1] = detail;
      }
      return found;
    }),
  );

  return {
    list: (scope: Scope): Promise<RecordingSummary[]> =>
      db
        .select(summaryColumns)
        .from(recording)
        .leftJoin(patient, eq(patient.id, recording.patientKey))
        .leftJoin(project, eq(project.id, patient.projectId))
        .leftJoin(site, eq(site.id, patient.siteId))
        .where(and(isVisible, visibleRecordings(scope)))
        .orderBy(asc(recording.patientId), asc(recording.startMs), asc(recording.id)),

    async get(id: number, scope: Scope): Promise<StoredRecording | null> {
      if (scope !== "everything") return userReads.read({ ...scope, id });
      const [row] = await details({}).where(and(eq(recording.id, id), isVisible));
      return row === undefined ? null : asRead(row);
    },

    /** Begins an import: a row of its patient that lists as importing as long as it shows signs of life. */
    begin(facts: NewRecording, owner: Owner, token: string): Promise<number> {
      return db.transaction(async (tx) => {
        const origin =
          "itemId" in owner
            ? { patientKey: owner.patientKey, uploadedBy: owner.userId, uploadItemId: owner.itemId }
            : "patientKey" in owner
              ? owner
              : { patientKey: await findOrCreatePatient(tx, { ...owner, identifier: facts.patient_id }) };
        const [row] = await tx
          .insert(recording)
          .values({
            ...origin,
            patientId: facts.patient_id,
            objName: facts.obj_name,
            objType: facts.obj_type,
            startMs: facts.start_ms,
            endMs: facts.start_ms,
            isStartKnown: facts.is_start_known,
            timezone: facts.timezone,
            channelCount: facts.channel_count,
            sizeBytes: facts.size_bytes,
            importToken: token,
          })
          .returning({ id: recording.id });
        return row.id;
      });
    },

    /** A sign of life with progress 0..1. False when the row is no longer held. */
    async beat(id: number, token: string, progress: number, etaMs: number | null): Promise<boolean> {
      const rows = await db
        .update(recording)
        .set({ heartbeatAt: sql`now()`, progress, etaMs })
        .where(held(id, token))
        .returning({ id: recording.id });
      return rows.length > 0;
    },

    /**
     * The one commit that makes a recording visible as ready. False when the row is no longer held. `alongside`: what
     * else that commit changes; when it throws, nothing is published.
     */
    async publish(
      id: number,
      token: string,
      facts: StoredFacts,
      alongside?: (tx: Queries) => Promise<void>,
    ): Promise<boolean> {
      const change = async (tx: Pick<NodePgDatabase, "update">) => {
        const rows = await tx
          .update(recording)
          .set({
            state: "ready",
            importToken: null,
            progress: 1,
            etaMs: null,
            startMs: facts.start_ms,
            endMs: facts.end_ms,
            gapCount: facts.gap_count,
            annotationCount: facts.annotation_count,
            repairCount: facts.repairs.length,
            groups: facts.groups,
            repairs: facts.repairs,
            anchors: facts.anchors,
          })
          .where(held(id, token))
          .returning({ id: recording.id });
        return rows.length > 0;
      };
      if (alongside === undefined) return change(db);
      return db.transaction(async (tx) => {
        const isHeld = await change(tx);
        if (isHeld) await alongside(tx);
        return isHeld;
      });
    },

    /** The ready recording of an item of an upload, or null. An import of it that did not end is dead from now on. */
    async ofItem(itemId: number): Promise<{ id: number; repairs: string[] } | null> {
      await db
        .update(recording)
        .set({ importToken: null, heartbeatAt: sql`'epoch'` })
        .where(and(eq(recording.uploadItemId, itemId), eq(recording.state, "importing")));
      const [row] = await db
        .select({ id: recording.id, repairs: recording.repairs })
        .from(recording)
        .where(and(eq(recording.uploadItemId, itemId), eq(recording.state, "ready")));
      return row ?? null;
    },

    /** Whether there is such a recording, and who holds it: the import of this token, another, or nobody any more. */
    async state(id: number, token: string | null = null): Promise<"ready" | "held" | "taken" | null> {
      const columns = { state: recording.state, token: recording.importToken };
      const [row] = await db.select(columns).from(recording).where(eq(recording.id, id));
      if (row === undefined) return null;
      if (row.state !== "importing") return "ready";
      return row.token === token ? "held" : "taken";
    },

    /** Makes a recording invisible at once, for good: from now on it is a dead import. False when there is none. */
    async condemn(id: number): Promise<boolean> {
      const rows = await db
        .update(recording)
        .set({ state: "importing", importToken: null, heartbeatAt: sql`'epoch'` })
        .where(eq(recording.id, id))
        .returning({ id: recording.id });
      return rows.length > 0;
    },

    /** Takes dead imports, or all, away from whoever held them and tells their ids. */
    async takeDead(isAll: boolean): Promise<number[]> {
      const rows = await db
        .update(recording)
        .set({ importToken: null })
        .where(and(eq(recording.state, "importing"), isAll ? undefined : isAbandoned))
        .returning({ id: recording.id });
      return rows.map(({ id }) => id);
    },

    /** Deletes the row of a dead import. */
    async erase(id: number): Promise<void> {
      await db.delete(recording).where(and(eq(recording.id, id), eq(recording.state, "importing")));
    },
  };
}
