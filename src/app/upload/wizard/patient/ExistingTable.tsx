import { fileSize } from "../../../../domain/files/file-size.ts";
import { dateAndMinute, viewerZone } from "../../../../domain/time/clock.ts";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import type { UploadKind } from "../../../../protocol/uploads.ts";
import { useHours } from "../../../documents/index.ts";
import { Failed } from "../../../shell/index.ts";
import css from "../data/Data.module.css";
import type { Existing } from "./existing.ts";

const { data: words, kinds } = uploadText;

/** What the patient already has of a kind: name, upload time (where the viewer is) and size. */
export function ExistingTable({ kind, existing }: { kind: UploadKind; existing: Existing }) {
  const { rows, error, readAgain } = existing;
  const hours = useHours();
  return (
    <section className={css.section}>
      <h4 id={`existing-${kind}`}>{words.existing(kinds[kind])}</h4>
      {rows === null ? (
        error === null ? (
          <p className={css.none} role="status">
            {words.loadingExisting}
          </p>
        ) : (
          <Failed error={error} onTryAgain={readAgain} />
        )
      ) : rows.length === 0 ? (
        <p className={css.none}>{words.noneExisting}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section className={css.box} data-scrolls tabIndex={0} aria-labelledby={`existing-${kind}`}>
          <table className={css.table} aria-labelledby={`existing-${kind}`}>
            <thead>
              <tr>
                <th scope="col">{words.columns.name}</th>
                <th scope="col" className={css.time}>
                  {words.inZone(words.columns.time, viewerZone())}
                </th>
                <th scope="col" className={css.number}>
                  {words.columns.size}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, upload_time, size }) => (
                <tr key={`${name} ${upload_time}`}>
                  <th scope="row">
                    <span className={css.name}>{name}</span>
                  </th>
                  <td className={css.time}>{dateAndMinute(upload_time, viewerZone(), hours)}</td>
                  <td className={css.number}>{fileSize(size)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
