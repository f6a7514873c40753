import { uploadText } from "../../../../protocol/text/upload-text.ts";
import css from "../summary/Summary.module.css";
import type { Note } from "./notes.ts";

/** More names than these are counted. */
const mostNames = 3;

const namesText = (names: readonly string[]) => {
  const shown = names.slice(0, mostNames).join(", ");
  return names.length > mostNames ? uploadText.andMore(shown, names.length - mostNames) : shown;
};

export interface NoteListProps {
  notes: readonly Note[];
  /** So many are all: what is said of every one needs no names. */
  all: number;
}

/** Sentences, each behind the names it is about. */
export function NoteList({ notes, all }: NoteListProps) {
  return (
    <ul className={css.list}>
      {notes.map(({ text, names }) => (
        <li key={text}>
          {names.length === all ? null : (
            <>
              <b>{namesText(names)}</b>{" "}
            </>
          )}
          {text}
        </li>
      ))}
    </ul>
  );
}
