/** What the search of the list leaves. */
import { searchOf } from "../../../../domain/annotations/annotation-search.ts";
import type { AnnotationTable } from "../../../../domain/annotations/annotation-table.ts";
import type { Clock } from "../../../../domain/time/clock.ts";
import { parseGoTo } from "../../../../domain/time/go-to.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";

export interface MatchingRows {
  /** Loaded rows that the search leaves, by time. */
  readonly rows: Uint32Array;
  /** How many there are without it. */
  readonly loaded: number;
  /** What of the search means nothing. */
  readonly ignored: readonly string[];
}

export function matchingRows(
  typed: string,
  table: AnnotationTable,
  { isElapsed, timezone }: Pick<Clock, "isElapsed" | "timezone">,
  { start_ms: startMs, end_ms: endMs }: Pick<RecordingDetail, "start_ms" | "end_ms">,
): MatchingRows {
  const all = table.inOrder();
  const world = { nowMs: startMs, file: { startMs, endMs }, clock: { isElapsed, timezone } };
  const { among, ignored } = searchOf(typed, table, (time) => parseGoTo(time, world));
  return { rows: among(all), loaded: all.length, ignored };
}
