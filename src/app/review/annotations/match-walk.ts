/** From one annotation that matches the list's search to the next, round the end. Not React. */
import type { AnnotationTable } from "../../../domain/annotations/annotation-table.ts";
import { annotationSessionText } from "../../../protocol/text/annotation-session-text.ts";
import type { MatchWalk } from "../shortcuts/annotation-actions.ts";

const { matches: words } = annotationSessionText.sidebar;

export interface MatchWalkDeps {
  readonly table: Pick<AnnotationTable, "starts" | "title" | "titles" | "refOf">;
  /** Those that the search leaves, by time; all that are loaded without one. */
  rows(): Uint32Array;
  /** The middle of the view, epoch ms; null: no window is open. */
  viewMs(): number | null;
  /** Shows a time in the middle of the view, as far as the file allows. */
  jump(timeMs: number): void;
  /** Told where it went; `isTurned`: it went on at the other end, or there is nothing to go to. */
  said(sentence: string, isTurned: boolean): void;
}

export function makeMatchWalk({ table, rows, viewMs, jump, said }: MatchWalkDeps): MatchWalk {
  /** The one it went to last, and where the view stood then. */
  let last: { readonly ref: number; readonly viewMs: number | null } | null = null;

  function placeAfter(list: Uint32Array, direction: -1 | 1): number {
    const now = viewMs();
    // As long as the view stays, the next one follows the last one: the ends of the file cannot be centred.
    const at = last !== null && last.viewMs === now ? list.findIndex((row) => table.refOf(row) === last?.ref) : -1;
    if (at >= 0) return at + direction;
    const fromMs = now ?? Number.NEGATIVE_INFINITY;
    return direction > 0
      ? firstWhere(list, (row) => table.starts[row] > fromMs)
      : firstWhere(list, (row) => table.starts[row] >= fromMs) - 1;
  }

  return (direction) => {
    const list = rows();
    if (list.length === 0) {
      said(words.none, true);
      return;
    }
    const place = placeAfter(list, direction);
    const k = place < 0 ? list.length - 1 : place % list.length;
    const isTurned = k !== place;
    const row = list[k];
    jump(table.starts[row]);
    last = { ref: table.refOf(row), viewMs: viewMs() };
    const at = words.at(k + 1, list.length, table.titles.list[table.title[row]]);
    said(isTurned ? `${direction > 0 ? words.fromStart : words.fromEnd} ${at}` : at, isTurned);
  };
}

/** Place of the first row, in the order of time, from which on a claim holds; their number where it never does. */
function firstWhere(rows: Uint32Array, holds: (row: number) => boolean): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(rows[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
