/** All SQL about recordings that grow: their row is held by a token, and whoever lost it changes nothing. */
import { and, eq, inArray, isNotNull, isNull, not, or, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import type { RecordingTail, SignalGroup } from "../../protocol/recordings.ts";
import type { Queries } from "../platform/database/sql.ts";
import type { StoredFacts } from "./rows.ts";
import { recording } from "./schema.ts";
import type { Anchors, SourceHead } from "./types.ts";
import { isAlive } from "./visible.ts";

/** What is sealed, and what lies behind it. */
export interface Sealed {
  groups: SignalGroup[];
  anchors: Anchors;
  tail: RecordingTail;
}

/** What else happens in the commit that makes a recording visible, or complete. */
export type Alongside = (tx: Queries, id: number) => Promise<void>;

export function growingRows(db: NodePgDatabase) {
  const held = (id: number, token: string) => and(eq(recording.id, id), eq(recording.importToken, token));
  const growing = (id: number, token: string) => and(held(id, token), isNotNull(recording.tail));
  const alive = { heartbeatAt: sql`now()` };
  const isDone = (rows: unknown[]) => rows.length > 0;

  return {
    /**
     * The commit that makes a recording visible, which was begun as an import is: from now on it grows. `alongside`: what else
     * that commit changes; when it throws, there is none.
     */
    open(id: number, token: string, { tail, ...sealed }: Sealed, alongside?: Alongside): Promise<boolean> {
      const change = { ...sealed, ...alive, tail, state: "ready" as const, progress: 1, etaMs: null };
      const where = and(held(id, token), eq(recording.state, "importing"));
      return db.transaction(async (tx) => {
        const isHeld = isDone(await tx.update(recording).set(change).where(where).returning({ id: recording.id }));
        if (isHeld) await alongside?.(tx, id);
        return isHeld;
      });
    },

    /** Where it ends now, and for lists, whose sums cost more, its size too. False when it is no longer held. */
    async grow(id: number, token: string, tail: RecordingTail, sizeBytes?: number): Promise<boolean> {
      const listed = sizeBytes === undefined ? {} : { endMs: tail.end_ms, sizeBytes };
      const change = { ...alive, ...listed, tail };
      return isDone(await db.update(recording).set(change).where(growing(id, token)).returning({ id: recording.id }));
    },

    /** A sign of life, of which nobody is told. False when it is no longer held. */
    async beat(id: number, token: string): Promise<boolean> {
      return isDone(await db.update(recording).set(alive).where(growing(id, token)).returning({ id: recording.id }));
    },

    /** More of it is sealed. False when it is no longer held. */
    async seal(id: number, token: string, { tail, ...sealed }: Sealed): Promise<boolean> {
      const change = { ...sealed, ...alive, tail, endMs: tail.end_ms };
      return isDone(await db.update(recording).set(change).where(growing(id, token)).returning({ id: recording.id }));
    },

    /** It is complete, and with it what `alongside` does: both or none. False when it is no longer held. */
    async finish(
      id: number,
      token: string,
      facts: StoredFacts & { size_bytes: number },
      alongside?: Alongside,
    ): Promise<boolean> {
      const change = {
        sizeBytes: facts.size_bytes,
        importToken: null,
        tail: null,
        endMs: facts.end_ms,
        gapCount: facts.gap_count,
        annotationCount: facts.annotation_count,
        repairCount: facts.repairs.length,
        groups: facts.groups,
        repairs: facts.repairs,
        anchors: facts.anchors,
      };
      return db.transaction(async (tx) => {
        const rows = await tx.update(recording).set(change).where(growing(id, token)).returning({ id: recording.id });
        if (isDone(rows)) await alongside?.(tx, id);
        return isDone(rows);
      });
    },

    /** Takes a recording that grows and that nobody writes. Null when there is none. */
    async take(id: number, token: string): Promise<(Sealed & { head: SourceHead }) | null> {
      const isFree = or(isNull(recording.importToken), not(isAlive));
      const [row] = await db
        .update(recording)
        .set({ ...alive, importToken: token })
        .where(and(eq(recording.id, id), eq(recording.state, "ready"), isNotNull(recording.tail), isFree))
        .returning();
      if (row === undefined) return null;
      const { objType, startMs, isStartKnown, timezone, sizeBytes, groups, anchors, tail } = row;
      const head = { objType, startMs, isStartKnown, timezone, sizeBytes, groups: groups.map(bare) };
      return { head, groups, anchors: anchors as Anchors, tail: tail as RecordingTail };
    },

    /** How far these have grown; null for those that are complete. */
    async revisions(ids: readonly number[]): Promise<Map<number, number | null>> {
      const revision = sql<number | null>`(${recording.tail} ->> 'revision')::int`;
      const rows = await db
        .select({ id: recording.id, revision })
        .from(recording)
        .where(inArray(recording.id, [...ids]));
      return new Map(rows.map((row) => [row.id, row.revision]));
    },

    /** Nobody writes it any more; it may be taken. */
    async free(id: number, token: string): Promise<void> {
      await db.update(recording).set({ importToken: null }).where(growing(id, token));
    },

    /** The same of all: whoever wrote them is dead. */
    async freeAll(): Promise<void> {
      await db.update(recording).set({ importToken: null }).where(isNotNull(recording.tail));
    },
  };
}

/** A group as a source describes it. */
const bare = ({ sample_count: _count, segments: _segments, ...group }: SignalGroup): SourceHead["groups"][number] =>
  group;
