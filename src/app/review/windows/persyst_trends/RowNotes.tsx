import type { RefObject } from "react";
import type { PanelRow } from "./panel.ts";
import css from "./Trends.module.css";
import type { SeriesState, TrendData } from "./trend-data.ts";
import { useTrendData, useTrendsWindow } from "./trends-window.ts";
import { words } from "./words.ts";

/** What is said in a row in place of values it has not; null: nothing. */
export function noteOf(
  row: PanelRow,
  states: readonly SeriesState[],
  data: Pick<TrendData, "baseline">,
): { text: string; hint?: string } | null {
  const lost = states.find(({ kind }) => kind === "lost");
  if (lost !== undefined) return { text: lost.said === "" ? words.failed : lost.said };
  const failed = states.flatMap((state) => state.failed)[0];
  if (failed !== undefined) return { text: failed.message };
  if (row.isVsBaseline && states.some(({ pages }) => pages.length > 0)) {
    const baseline = data.baseline();
    if (baseline?.state === "none") return { text: words.baseline.none, hint: words.baseline.noneHint };
    if (baseline?.state === "waiting") return { text: words.baseline.waiting, hint: words.baseline.waitingHint };
  }
  if (states.some(({ kind, waiting, pages }) => kind === "loading" || (waiting.length > 0 && pages.length === 0)))
    return { text: words.computing };
  return null;
}

/** Notes over the rows; placed by `trend-content.ts`. */
export function RowNotes({ notes }: { notes: RefObject<HTMLUListElement | null> }) {
  const { rows } = useTrendsWindow();
  const data = useTrendData();
  return (
    <ul ref={notes} className={css.notes}>
      {rows.map((row) => {
        const note = noteOf(
          row,
          row.series.map((series) => data.of(series)),
          data,
        );
        return (
          <li key={row.id} data-row={row.id}>
            {note === null ? null : (
              <span>
                <b>{note.text}</b>
                {note.hint === undefined ? null : <small>{note.hint}</small>}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
