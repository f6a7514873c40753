/** What is told of a workbook that opens, in the wizard and where it is read: what a spreadsheet program shows otherwise. */
import { uploadRulesText } from "../../protocol/text/upload-rules-text.ts";
import { mostCells, type SheetFacts } from "./sheet-scan.ts";

const told = uploadRulesText.warnings;
/** Rows of each sheet that the wizard parses: enough to see that it can be read. */
export const triedRows = 50;

/** What of a parsed book is used; rows of cells where it was parsed so. */
interface ShownBook {
  SheetNames: string[];
  Sheets: Record<string, ShownSheet>;
  Workbook?: { Sheets?: { Hidden?: number }[] };
}

interface ShownSheet {
  "!merges"?: { s: { r: number }; e: { r: number } }[];
  "!rows"?: ({ hidden?: boolean } | undefined)[];
  "!data"?: ({ v?: unknown } | undefined)[][];
}

export interface BookNotes
  extends Pick<SheetFacts, "withoutValue" | "wideRows" | "fullRows" | "hiddenRows" | "hiddenColumns"> {
  /** Sheets, those of a number that is read. */
  hidden: number;
  /** Cells over several rows. */
  merged: number;
}

/** `facts`: what the XML told, or the records of an old book, whose rows are looked at here, as far as they were parsed. */
export function notesOf(book: ShownBook, facts: SheetFacts, mostSheets = Number.POSITIVE_INFINITY): BookNotes {
  const { withoutValue, wideRows, hiddenColumns } = facts;
  const names = book.SheetNames.slice(0, mostSheets);
  const notes = { withoutValue, wideRows, hiddenColumns, fullRows: facts.fullRows, hiddenRows: facts.hiddenRows };
  let [hidden, merged] = [0, 0];
  for (const [k, name] of names.entries()) {
    const sheet = book.Sheets[name];
    if ((book.Workbook?.Sheets?.[k]?.Hidden ?? 0) !== 0) hidden++;
    merged += (sheet["!merges"] ?? []).filter(({ s, e }) => e.r > s.r).length;
    const filled = (row: number) => (sheet["!data"]?.[row] ?? []).filter((cell) => (cell?.v ?? "") !== "").length;
    for (const [row, facts] of (sheet["!rows"] ?? []).entries())
      if (facts?.hidden === true && filled(row) > 0) notes.hiddenRows++;
    if (facts.lastRow === 0)
      for (const row of (sheet["!data"] ?? []).keys()) if (filled(row) > mostCells) notes.fullRows++;
  }
  return { ...notes, hidden, merged };
}

/** One sentence each. */
export const toldNotes = ({ hidden, hiddenRows, hiddenColumns, merged, withoutValue }: BookNotes): string[] => [
  ...(hidden > 0 ? [told.sheetsHidden(hidden)] : []),
  ...(hiddenRows > 0 ? [told.sheetHiddenRows(hiddenRows)] : []),
  ...(hiddenColumns > 0 ? [told.sheetHiddenColumns(hiddenColumns)] : []),
  ...(merged > 0 ? [told.sheetMerged(merged)] : []),
  ...(withoutValue > 0 ? [told.sheetFormulas(withoutValue)] : []),
];
