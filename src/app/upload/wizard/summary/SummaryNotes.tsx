import { ShieldCheck, TriangleAlert } from "lucide-react";
import { uploadText } from "../../../../protocol/text/upload-text.ts";
import { duplicateWarnings } from "../data/duplicates.ts";
import { NoteList } from "../data/NoteList.tsx";
import { notesOf } from "../data/notes.ts";
import { useExisting } from "../patient/existing.ts";
import type { SelectedRow } from "../state.ts";
import css from "./Summary.module.css";

const { summary: words } = uploadText;

/** What is removed before sending, and what the user was warned of. */
export function SummaryNotes({ rows }: { rows: readonly SelectedRow[] }) {
  const existing = useExisting();
  const removed = notesOf(rows, ({ source }) => source?.removed ?? []);
  const warnings = notesOf(rows, ({ kind, source, candidate }) => [
    ...(source === null ? [] : duplicateWarnings(kind, source.name, existing[kind].known)),
    ...(candidate?.warnings ?? []),
  ]);
  const blocks = [
    { id: "removed", title: words.removed, Icon: ShieldCheck, notes: removed, none: words.nothingRemoved },
    { id: "warnings", title: words.warnings, Icon: TriangleAlert, notes: warnings, none: null },
  ];
  return blocks.map(({ id, title, Icon, notes, none }) =>
    notes.length === 0 && none === null ? null : (
      <section key={id} className={css.notes} aria-labelledby={`summary-${id}`}>
        <h4 id={`summary-${id}`}>
          <Icon size={15} aria-hidden />
          {title}
        </h4>
        <div className={css.indented}>
          {notes.length === 0 ? <p>{none}</p> : <NoteList notes={notes} all={rows.length} />}
        </div>
      </section>
    ),
  );
}
