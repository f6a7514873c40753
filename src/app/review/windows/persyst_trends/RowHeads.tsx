import type { RefObject } from "react";
import { useSnapshot } from "valtio";
import type { PanelRow } from "./panel.ts";
import { isScrollable } from "./panel-layout.ts";
import { shareOfHz } from "./row-pictures.ts";
import css from "./Trends.module.css";
import { useTrendsWindow } from "./trends-window.ts";
import { words } from "./words.ts";

/** Labels of an axis: their shares of the height of the row, from the foot. */
function ticksOf({ look }: PanelRow): readonly { share: number; label: string }[] {
  if (look.kind !== "cells")
    return look.scale.ticks.map(({ value, label }) => ({ share: look.scale.shareOf(value), label }));
  const { frequencies, names } = look;
  if (frequencies !== null)
    return frequencies.ticksHz.map((hz) => ({ share: shareOfHz(frequencies, hz), label: String(hz) }));
  return names.map((label, k) => ({ share: 1 - (k + 0.5) / names.length, label }));
}

const unitOf = ({ look }: PanelRow) => (look.kind === "cells" ? (look.frequencies === null ? "" : "Hz") : look.unit);

const hasNames = ({ look }: PanelRow) => look.kind === "cells" && look.frequencies === null;

/** Titles and axes left of the rows; placed by `trend-content.ts`. */
export function RowHeads({ heads }: { heads: RefObject<HTMLUListElement | null> }) {
  const { rows, scroll } = useTrendsWindow();
  const scrolls = isScrollable(useSnapshot(scroll));
  return (
    <ul ref={heads} className={css.heads} aria-label={words.rows} data-scrolls={scrolls || undefined}>
      {rows.map((row) => (
        <li key={row.id} data-has-names={hasNames(row) || undefined}>
          <div className={css.name}>
            <strong>{row.title}</strong>
            {row.side === null ? null : <span data-side={row.side}>{words.side[row.side]}</span>}
            {unitOf(row) === "" ? null : <small>{unitOf(row)}</small>}
          </div>
          <div className={css.ticks} aria-hidden>
            {ticksOf(row).map(({ share, label }) => (
              <span
                key={label}
                style={{ top: `${(1 - share) * 100}%` }}
                data-end={share > 0.9 ? "top" : share < 0.1 ? "foot" : undefined}
              >
                {label}
              </span>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
