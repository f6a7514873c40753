import { useState } from "react";
import { type CountLength, countsPer } from "../../../../domain/sd/worksheet.ts";
import { Choices } from "../../../../ui/fields/Choices.tsx";
import css from "./SdDetection.module.css";
import { useSdWindow } from "./sd-window.ts";
import type { SheetRow } from "./sheet-rows.ts";
import { words } from "./words.ts";

const lengths = (["hour", "day"] as const).map((id) => ({ id, name: words.sheet.per[id] }));
const { state } = words.sheet;
const states = ["accepted", "rejected", "open", "unconfirmed"] as const;

/** How many begin in each hour, or day, of the recording's clock, and in all of it: the last line stays in view. */
export function SheetCounts({ rows }: { rows: readonly SheetRow[] }) {
  const { clock } = useSdWindow();
  const [length, setLength] = useState<CountLength>("hour");
  const counts = countsPer(length, rows, clock);
  return (
    <section className={css.counts} aria-label={words.sheet.counts}>
      <Choices
        label={words.sheet.counts}
        choices={lengths}
        selected={length}
        onChoose={(id) => setLength(id === "day" ? "day" : "hour")}
      />
      {counts.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
        <section aria-label={words.sheet.per[length]} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{words.sheet.when}</th>
                {states.map((each) => (
                  <th key={each} scope="col">
                    {state[each]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {counts.map((count) => (
                <tr key={count.startMs}>
                  <td>
                    {length === "day" && !clock.isElapsed ? clock.date(count.startMs) : clock.dateTime(count.startMs)}
                  </td>
                  {states.map((each) => (
                    <td key={each}>{count[each]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{words.sheet.total}</th>
                {states.map((each) => (
                  <td key={each}>{counts.reduce((sum, count) => sum + count[each], 0)}</td>
                ))}
              </tr>
            </tfoot>
          </table>
        </section>
      )}
      <p>{words.sheet.countsHint}</p>
    </section>
  );
}
