/** Columns of the CSV viewer: those of the file, called by their position. */
import type { Column } from "../../ui/table/columns.ts";
import { cut } from "../../ui/table/columns.ts";

export interface CsvRow {
  /** No column's: the table tells both apart by this alone. */
  readonly id: string;
  readonly cells: readonly (string | null)[];
}

/** More are there when the reader asks for them: a row of hundreds of cells is slow to draw and slower to read. */
export const columnsShownAtFirst = 50;

/** `isSearched`: the file can be searched and sorted (spec 000 section 8). */
export const csvColumns = (names: readonly string[], { isSearched }: { isSearched: boolean }): Column<CsvRow>[] =>
  names.map((name, k) => ({
    id: String(k),
    title: cut(name),
    text: ({ cells }) => cells[k] ?? "",
    isHeader: k === 0,
    isFilter: isSearched,
    isUnsortable: !isSearched,
    isHiddenAtFirst: k >= columnsShownAtFirst,
  }));
