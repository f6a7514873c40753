import { useEffect, useRef } from "react";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import type { UploadKind } from "../../../../protocol/uploads.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { useWizard } from "../use-wizard.ts";
import css from "./Data.module.css";
import { duplicateWarnings, type KnownNames } from "./duplicates.ts";
import { NoteList } from "./NoteList.tsx";
import { notesOf } from "./notes.ts";
import { removeRefused } from "./rows.ts";
import { SelectedLine } from "./SelectedLine.tsx";

const { data: words, kinds } = uploadText;
const none: readonly string[] = [];

export interface SelectedTableProps {
  kind: UploadKind;
  known: KnownNames;
}

/** What is selected of a kind: name, upload time, size, and under the name what was found out about it. */
export function SelectedTable({ kind, known }: SelectedTableProps) {
  const { selected, isTried } = useWizard();
  const rows = selected[kind];
  const heading = useRef<HTMLHeadingElement>(null);
  const lines = useRef<HTMLTableSectionElement>(null);
  const notes = notesOf(rows, ({ candidate }) => candidate?.warnings ?? []);
  // What is said of every row needs no mark at each.
  const noted = new Set(notes.filter(({ names }) => names.length < rows.length).flatMap(({ names }) => names));
  const refused = rows.filter(({ phase }) => phase === "refused").length;
  const firstRefused = rows.find(({ phase }) => phase === "refused")?.id;
  const isChecked = rows.every(({ phase }) => phase === "ready" || phase === "refused");
  // Identifying fields of other rows may stand above the table: its reason would lie below the fold.
  useEffect(() => {
    if (firstRefused === undefined || !(isChecked || isTried)) return;
    lines.current?.querySelector("[data-refused]")?.scrollIntoView({ block: "nearest" });
  }, [firstRefused, isChecked, isTried]);
  return (
    <section className={css.section}>
      <div className={css.sectionHead}>
        <h4 id={`selected-${kind}`} ref={heading} tabIndex={-1}>
          {words.selected(kinds[kind])}
        </h4>
        {refused > 1 ? (
          <Button size="small" onPress={removeRefused}>
            {words.removeRefused}
          </Button>
        ) : null}
      </div>
      {rows.length === 0 ? (
        <p className={css.none}>{words.noneSelected}</p>
      ) : (
        <div className={css.box}>
          <table className={css.table} aria-labelledby={`selected-${kind}`}>
            <thead>
              <tr>
                <th scope="col">{words.columns.name}</th>
                <th scope="col" className={css.time}>
                  {words.columns.time}
                </th>
                <th scope="col" className={css.number}>
                  {words.columns.size}
                </th>
                <th scope="col" className={css.action}>
                  <span className="visually-hidden">{words.columns.remove}</span>
                </th>
              </tr>
            </thead>
            <tbody ref={lines}>
              {rows.map((row) => (
                <SelectedLine
                  key={row.id}
                  row={row}
                  duplicates={row.source === null ? none : duplicateWarnings(kind, row.source.name, known)}
                  isNoted={noted.has(row.chosenName)}
                  onLastRemoved={() => heading.current?.focus()}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {notes.length === 0 ? null : <NoteList notes={notes} all={rows.length} />}
    </section>
  );
}
