/** What a table knows about its columns. */
import type { ReactNode } from "react";

/** The part of a column that addresses and calls need. */
export interface ColumnFacts {
  /** Name of the field in calls and in the address. */
  readonly id: string;
  readonly title: string;
  /** The server cannot order by it. */
  readonly isUnsortable?: boolean;
  /** The table can be searched by it; the first such column is searched unless told otherwise. */
  readonly isFilter?: boolean;
}

export interface Column<Row> extends ColumnFacts {
  /** What the cell says. Longer than 70 characters: cut, with the whole in a tooltip (spec 000 section 9). */
  readonly text: (row: Row) => string;
  /** What the cell shows where that is more than its text: a link, a badge. */
  readonly render?: (row: Row) => ReactNode;
  /** Right-aligned, digits of one width. */
  readonly isNumber?: boolean;
  /** Digits of one width. */
  readonly isTime?: boolean;
  /** Names the row for assistive technology; cannot be hidden. Exactly one column of a table. */
  readonly isHeader?: boolean;
  /** Not shown until the reader asks for it. */
  readonly isHiddenAtFirst?: boolean;
}

/** The reader's own choice of columns. */
export interface ColumnChoices {
  /** Whether a column is shown, where that was chosen. */
  readonly chosen: Readonly<Record<string, boolean>>;
  /** Undefined: as at first. */
  onChoose(columns: Readonly<Record<string, boolean | undefined>>): void;
}

/** What a choice changes: columns that are no longer shown as they were. What is as at first needs no choice. */
export const columnChanges = (
  columns: readonly Pick<Column<never>, "id" | "isHiddenAtFirst">[],
  before: readonly { readonly id: string }[],
  now: readonly string[],
): Record<string, boolean | undefined> =>
  Object.fromEntries(
    columns
      .map(({ id, isHiddenAtFirst }) => ({ id, isShown: now.includes(id), isFirst: isHiddenAtFirst !== true }))
      .filter(({ id, isShown }) => before.some((one) => one.id === id) !== isShown)
      .map(({ id, isShown, isFirst }) => [id, isShown === isFirst ? undefined : isShown]),
  );

/** Longest text of a cell or message, in characters (spec 000 section 9). */
export const longestText = 70;

/** The text cut to 70 characters, the last of them an ellipsis when something is missing. */
export function cut(text: string, longest = longestText): string {
  const characters = [...text];
  if (characters.length <= longest) return text;
  const kept = characters.slice(0, longest - 1).join("");
  return `${kept.trimEnd()}…`;
}
