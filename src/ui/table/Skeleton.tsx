import type { Column } from "./columns.ts";
import css from "./Table.module.css";
import { TwoLines } from "./TwoLines.tsx";

const widths = [72, 58, 66, 50, 62];

/** Bars in the geometry of the rows to come; they appear after 300 ms. */
export function Skeleton<Row>({ label, columns }: { label: string; columns: readonly Column<Row>[] }) {
  return (
    <table className={css.table} aria-label={label} aria-busy>
      <thead>
        <tr>
          {columns.map(({ id, title, isNumber }) => (
            <th key={id} scope="col" className={css.column} data-number={isNumber}>
              <TwoLines text={title} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {widths.map((width) => (
          <tr key={width} className={css.row}>
            {columns.map(({ id }) => (
              <td key={id} className={css.cell}>
                <span className={css.bar} style={{ width: `${width}%` }} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
