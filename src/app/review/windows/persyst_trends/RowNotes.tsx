import type { RefObject } from "react";
import type { PanelRow } from "../../../../picture/trends/panel.ts";
import { baselineOf } from "./readings.ts";
import css from "./Trends.module.css";
import type { SeriesState } from "./trend-data.ts";
import { useTrendData, useTrendsWindow } from "./trends-window.ts";
import { words } from "./words.ts";

interface Note {
  readonly text: string;
  readonly hint?: string;
}

/** Of the series that have nothing to be compared with: each side and each trend has a baseline of its own. */
function baselineNote({ series }: PanelRow, states: readonly SeriesState[]): Note | null {
  const { none, noneHint, waiting, waitingHint } = words.baseline;
  const bare = states.flatMap((state, k) => {
    const found = baselineOf(state);
    return found === null || found.state === "used" ? [] : { side: series[k].side, state: found.state };
  });
  if (bare.length === 0) return null;
  const [{ side, state }] = bare;
  const text = state === "none" ? none : waiting;
  const hint = state === "none" ? noneHint : waitingHint;
  return { text: bare.length === states.length || side === null ? text : `${words.side[side]}: ${text}`, hint };
}

/** What is said in a row in place of values it has not; null: nothing. */
export function noteOf(row: PanelRow, states: readonly SeriesState[]): Note | null {
  const lost = states.find(({ kind }) => kind === "lost");
  if (lost !== undefined) return { text: lost.said === "" ? words.failed : lost.said };
  const failed = states.flatMap((state) => state.failed)[0];
  if (failed !== undefined) return { text: failed.message };
  const bare = row.isVsBaseline ? baselineNote(row, states) : null;
  if (bare !== null) return bare;
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
