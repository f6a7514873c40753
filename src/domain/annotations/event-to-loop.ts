/** Which annotation is meant where one is to be looped: the one under the cursor, else the one that begins nearest the middle of the view. */
import type { Span } from "../time/view-span.ts";
import type { AnnotationTable } from "./annotation-table.ts";

/** Its span; null: none is in view. Of several under the cursor the shortest. `cursorMs`: epoch ms, null without one. */
export function eventToLoop(
  table: Pick<AnnotationTable, "starts" | "ends" | "intervals">,
  view: Span,
  cursorMs: number | null,
): Span | null {
  const { starts, ends } = table;
  const least = (fromMs: number, toMs: number, costOf: (row: number) => number): number | null => {
    let [found, cost]: [number | null, number] = [null, Number.POSITIVE_INFINITY];
    table.intervals().overlapping(fromMs, toMs, (row) => {
      if (costOf(row) >= cost) return;
      found = row;
      cost = costOf(row);
    });
    return found;
  };
  const middleMs = (view.startMs + view.endMs) / 2;
  const row =
    (cursorMs === null ? null : least(cursorMs, cursorMs, (each) => ends[each] - starts[each])) ??
    least(view.startMs, view.endMs, (each) => Math.abs(starts[each] - middleMs));
  return row === null ? null : { startMs: starts[row], endMs: ends[row] };
}
