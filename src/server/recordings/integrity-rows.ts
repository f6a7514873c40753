/** All SQL about what is damaged. */

import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { joinRuns } from "../../domain/time/runs.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import { recording } from "./schema.ts";
import type { Anchors, DamagedPart } from "./types.ts";

/** A ready recording as it was published. */
export interface PublishedRecording {
  id: number;
  start_ms: number;
  annotation_count: number;
  groups: SignalGroup[];
  anchors: Anchors | null;
  damage: DamagedPart[];
  /** `groups` are the sealed part of it: only that has sums, and files of a known size. */
  isGrowing: boolean;
}

const columns = {
  id: recording.id,
  start_ms: recording.startMs,
  annotation_count: recording.annotationCount,
  groups: recording.groups,
  anchors: recording.anchors,
  damage: recording.damage,
  isGrowing: sql<boolean>`${recording.tail} is not null`,
};

export function integrityRows(db: NodePgDatabase) {
  const change = (id: number, decide: (now: DamagedPart[]) => DamagedPart[], isWhole: boolean) =>
    db.transaction(async (tx) => {
      const [row] = await tx
        .select({ damage: recording.damage })
        .from(recording)
        .where(and(eq(recording.id, id), eq(recording.state, "ready")))
        .for("update");
      if (row === undefined) return null;
      const next = inOrder(decide(row.damage));
      const isChanged = JSON.stringify(next) !== JSON.stringify(inOrder(row.damage));
      if (!isChanged && !isWhole) return false;
      await tx
        .update(recording)
        .set({
          ...(isChanged ? { damage: next, dataVersion: sql`${recording.dataVersion} + 1` } : {}),
          ...(isWhole ? { verifiedAt: sql`now()` } : {}),
        })
        .where(eq(recording.id, id));
      return isChanged;
    });

  return {
    async one(id: number): Promise<PublishedRecording | null> {
      const [row] = await db
        .select(columns)
        .from(recording)
        .where(and(eq(recording.id, id), eq(recording.state, "ready")));
      return row ?? null;
    },

    /** Ids of all ready recordings; those that nobody sees any more too. */
    async all(): Promise<number[]> {
      const rows = await db
        .select({ id: recording.id })
        .from(recording)
        .where(eq(recording.state, "ready"))
        .orderBy(asc(recording.id));
      return rows.map(({ id }) => id);
    },

    /** Those that were never read as a whole, or not for so many days (damaged ones: so many): the longest ago first. */
    async due(days: number, damagedDays: number): Promise<number[]> {
      const most = sql`case when ${recording.damage} = '[]' then ${days}::int else ${damagedDays}::int end`;
      const rows = await db
        .select({ id: recording.id })
        .from(recording)
        .where(
          and(
            eq(recording.state, "ready"),
            sql`coalesce(${recording.verifiedAt}, ${recording.createdAt}) < now() - ${most} * interval '1 day'
              or ${recording.anchors} is null`,
          ),
        )
        .orderBy(sql`${recording.anchors} is not null, ${recording.verifiedAt} asc nulls first`, asc(recording.id));
      return rows.map(({ id }) => id);
    },

    /** Adds what was found. False when it was known, or the recording is no more. */
    add: async (id: number, parts: readonly DamagedPart[]): Promise<boolean> =>
      (await change(id, (now) => [...now, ...parts], false)) === true,

    /** What a look at the whole recording found, in the place of what was known. False when that was the same, null when the recording is no more. */
    replace: (id: number, parts: readonly DamagedPart[]): Promise<boolean | null> => change(id, () => [...parts], true),

    /** Gives a recording of before there were checksums its anchors. False when it has some. */
    async anchor(id: number, anchors: Anchors): Promise<boolean> {
      const rows = await db
        .update(recording)
        .set({ anchors, dataVersion: sql`${recording.dataVersion} + 1` })
        .where(and(eq(recording.id, id), isNull(recording.anchors)))
        .returning({ id: recording.id });
      return rows.length > 0;
    },

    async counts(): Promise<{ damaged: number; unverified: number }> {
      const [row] = await db
        .select({
          damaged: sql<number>`(count(*) filter (where ${recording.damage} <> '[]' and ${recording.supersededAt} is null))::int`,
          unverified: sql<number>`(count(*) filter (where ${recording.anchors} is null))::int`,
        })
        .from(recording)
        .where(eq(recording.state, "ready"));
      return row;
    },
  };
}

/** Spans merged and ascending, so that the same damage is the same text. */
function inOrder(parts: readonly DamagedPart[]): DamagedPart[] {
  const groups = new Set(parts.flatMap((part) => (part.part === "samples" ? [part.group] : [])));
  const spans = [...groups]
    .sort((a, b) => a - b)
    .flatMap((group) =>
      joinRuns(parts.flatMap((part) => (part.part === "samples" && part.group === group ? [part] : []))).map(
        ({ first, count }): DamagedPart => ({ part: "samples", group, first, count }),
      ),
    );
  const others = (["annotations", "description"] as const).filter((name) => parts.some(({ part }) => part === name));
  return [...others.map((part) => ({ part })), ...spans];
}
