import type { RecordingSummary } from "../../protocol/recordings.ts";
import { text } from "../../protocol/text.ts";
import { RecordingRow } from "./RecordingRow.tsx";
import css from "./RecordingsPage.module.css";

const columns = Object.entries(text.recordings.columns);
const numbers = ["duration", "channels", "size", "gaps"];
const skeletonRows = [72, 58, 66, 50];

/** The table of recordings; without data yet, bars in the final geometry. */
export function RecordingTable({ recordings }: { recordings: readonly RecordingSummary[] | null }) {
  return (
    <table className={css.table} aria-label={text.recordings.title} aria-busy={recordings === null}>
      <thead>
        <tr>
          {columns.map(([key, name]) => (
            <th key={key} scope="col" className={numbers.includes(key) ? css.right : undefined}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {recordings === null
          ? skeletonRows.map((width) => (
              <tr key={width}>
                {columns.map(([key]) => (
                  <td key={key}>
                    <span className={css.bar} style={{ width: `${width}%` }} />
                  </td>
                ))}
              </tr>
            ))
          : recordings.map((recording) => <RecordingRow key={recording.data_object_id} recording={recording} />)}
      </tbody>
    </table>
  );
}
