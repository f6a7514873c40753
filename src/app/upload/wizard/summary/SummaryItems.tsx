import { fileSize } from "../../../../domain/files/file-size.ts";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import css from "../data/Data.module.css";
import type { SelectedRow } from "../state.ts";

const { summary: words, kinds, data } = uploadText;

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const count = (n: number) => n.toLocaleString("en-US");

/** The directories and files as they will be sent, with how many files and bytes each is. */
export function SummaryItems({ rows }: { rows: readonly SelectedRow[] }) {
  const totals = { files: sum(rows.map(filesOf)), size: sum(rows.map(bytesOf)) };
  return (
    <section className={css.section}>
      <h4 id="summary-items">{words.items}</h4>
      <div className={css.box}>
        <table className={css.table} aria-labelledby="summary-items">
          <thead>
            <tr>
              <th scope="col">{words.columns.name}</th>
              <th scope="col">{words.columns.kind}</th>
              <th scope="col" className={css.number}>
                {words.columns.files}
              </th>
              <th scope="col" className={css.number}>
                {words.columns.size}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <span className={css.name}>{row.chosenName}</span>
                  {row.source !== null && row.source.name !== row.chosenName ? (
                    <span className={css.facts}>{data.sentAs(row.source.name)}</span>
                  ) : null}
                </th>
                <td>{kinds[row.kind]}</td>
                <td className={css.number}>{count(filesOf(row))}</td>
                <td className={css.number}>{fileSize(bytesOf(row))}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{words.total}</th>
              <td />
              <td className={css.number}>{count(totals.files)}</td>
              <td className={css.number}>{fileSize(totals.size)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}

const filesOf = ({ source, fileCount }: SelectedRow) => source?.files.length ?? fileCount;
const bytesOf = ({ source, size }: SelectedRow) => source?.size ?? size ?? 0;
