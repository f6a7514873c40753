import { useState } from "react";
import { type CountLength, countsPer } from "../../../../domain/sd/worksheet.ts";
import { Choices } from "../../../../ui/fields/Choices.tsx";
import css from "./SdDetection.module.css";
import { useSdWindow } from "./sd-window.ts";
import type { SheetRow } from "./sheet-rows.ts";
import { words } from "./words.ts";

const lengths = (["hour", "day"] as const).map((id) => ({ id, name: words.sheet.per[id] }));
const { state } = words.sheet;

/** How many begin in each hour, or day, of the recording's clock. */
export function SheetCounts({ rows }: { rows: readonly SheetRow[] }) {
  const { clock } = useSdWindow();
  const [length, setLength] = useState<CountLength>("hour");
  const counts = countsPer(length, rows, clock);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className={css.counts} aria-label={words.sheet.counts} tabIndex={0}>
      <Choices
        label={words.sheet.counts}
        choices={lengths}
        selected={length}
        onChoose={(id) => setLength(id === "day" ? "day" : "hour")}
      />
      {counts.length === 0 ? null : (
        <table>
          <thead>
            <tr>
              <th scope="col">{words.sheet.when}</th>
              <th scope="col">{state.accepted}</th>
              <th scope="col">{state.rejected}</th>
              <th scope="col">{state.open}</th>
              <th scope="col">{state.unconfirmed}</th>
            </tr>
          </thead>
          <tbody>
            {counts.map((count) => (
              <tr key={count.startMs}>
                <td>
                  {length === "day" && !clock.isElapsed ? clock.date(count.startMs) : clock.dateTime(count.startMs)}
                </td>
                <td>{count.accepted}</td>
                <td>{count.rejected}</td>
                <td>{count.open}</td>
                <td>{count.unconfirmed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>{words.sheet.countsHint}</p>
    </section>
  );
}
