/** Sentences about selected data: each is said once, with the names it is about. */
import type { SelectedRow } from "../state.ts";

export interface Note {
  readonly text: string;
  /** Names as they are on the user's disk. */
  readonly names: readonly string[];
}

/** What is said of the rows, in the order in which it is said first. */
export function notesOf(
  rows: readonly SelectedRow[],
  textsOf: (row: SelectedRow) => readonly string[],
): readonly Note[] {
  const names = new Map<string, string[]>();
  for (const row of rows)
    for (const text of textsOf(row)) names.set(text, [...(names.get(text) ?? []), row.chosenName]);
  return [...names].map(([text, all]) => ({ text, names: all }));
}
