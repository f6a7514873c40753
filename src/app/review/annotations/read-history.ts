/** The history of one annotation as its editor tells it. */
import type { HistoryStand } from "../../../domain/annotations/annotation-history.ts";
import type { AnnotationRef } from "../../../domain/annotations/annotation-row.ts";
import { type Clock, type DayHours, madeAt } from "../../../domain/time/clock.ts";
import type { AnnotationContent } from "../../../protocol/annotations.ts";
import type { AnnotationStore } from "./types.ts";

export interface HistoryQuestion {
  /** Entries before this number; null: from the last one on. */
  readonly before: number | null;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly hours: DayHours;
}

/** A page of it, newest first; null while the server does not have the annotation. @throws ApiFailure */
export async function readHistory(
  store: AnnotationStore,
  one: AnnotationRef,
  { before, signal, clock, hours }: HistoryQuestion,
) {
  const page = await store.history(one, before, signal);
  if (page === null) return null;
  const names = new Map(page.people.map(({ user_id, full_name }) => [user_id, full_name]));
  return {
    hasMore: page.has_more,
    entries: page.entries.map((entry) => ({
      number: entry.sequence,
      act: entry.act,
      by: entry.user_id === null ? null : (names.get(entry.user_id) ?? null),
      at: madeAt(entry.at, clock.timezone, hours),
      before: standOf(entry.before_group_id, entry.before),
      after: standOf(entry.group_id, entry.after),
    })),
  };
}

const standOf = (groupId: number | null, content: AnnotationContent | null): HistoryStand | null =>
  groupId === null || content === null ? null : { groupId, content };
