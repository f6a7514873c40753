import type { RefObject } from "react";
import { useSnapshot } from "valtio";
import { hasNames, ticksOf, unitOf } from "../../../../picture/trends/row-axis.ts";
import { isScrollable } from "./panel-layout.ts";
import css from "./Trends.module.css";
import { useTrendsWindow } from "./trends-window.ts";
import { words } from "./words.ts";

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
