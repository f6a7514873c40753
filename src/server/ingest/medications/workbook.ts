/** Sheets of an xlsx or xls file. Only to be used in a thread that may be ended: the parser works without a pause. */

import type { WorkBook } from "@e965/xlsx";
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { bookBytes, parsedBook } from "../../../domain/upload/book-bytes.ts";
import { notesOf, toldNotes } from "../../../domain/upload/book-notes.ts";
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import { serialTime } from "./serial-time.ts";
import { unitShown } from "./shown-unit.ts";
import { type Cell, isWide, mostColumns, type Sheet, type SheetFile, textOf } from "./types.ts";

const text = ingestText.medications;
const mostSheets = 100;
/** What a sheet shows in the place of a value, by the code in the file. */
const errors: Readonly<Record<number, string>> = {
  0: "#NULL!",
  7: "#DIV/0!",
  15: "#VALUE!",
  23: "#REF!",
  29: "#NAME?",
  36: "#NUM!",
  42: "#N/A",
};

/** What of the parser's cells is used: t is the type, v the value, z the number format. */
interface ParsedCell {
  t: string;
  v?: unknown;
  z?: unknown;
}

/** Of what `sheetForm` takes for a workbook. `mostRows`: read of each sheet. @throws SourceRefused with one plain sentence */
export async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  { name, mostRows }: { name: string; mostRows: number },
): Promise<SheetFile> {
  const refused = new SourceRefused(text.unreadable(name));
  const { read, SSF, CFB } = await import("@e965/xlsx");
  const own = await bookBytes(bytes, CFB);
  if (own === null) throw refused;
  const { buffer, byteOffset, length } = own.bytes;
  const book = parsedBook(() =>
    read(Buffer.from(buffer, byteOffset, length), {
      type: "buffer",
      dense: true,
      cellNF: true, // tells dates from numbers
      cellText: false,
      cellHTML: false,
      cellFormula: false,
      sheetRows: mostRows,
    }),
  );
  if (book === "locked") throw new SourceRefused(text.passwordProtected);
  if (book === "unreadable") throw refused;
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  const show = (format: string, value: number): string => {
    try {
      return SSF.format(format, value);
    } catch {
      return ""; // no format that anybody shows
    }
  };
  const cellOf = ({ t, v, z }: ParsedCell): Cell => {
    if (t === "n" && !Number.isFinite(v)) return errors[36];
    if (t === "n" && typeof v === "number" && typeof z === "string")
      return SSF.is_date(z) ? (serialTime(v, { format: z, is1904 }) ?? v) : (unitShown(v, z, show) ?? v);
    if (t === "s" || t === "n" || t === "b") return (v as string | number | boolean | undefined) ?? null;
    return t === "e" ? (errors[v as number] ?? "#ERROR!") : null; // else a stub
  };
  const names = book.SheetNames.slice(0, mostSheets);
  const sheets = names.map((sheet): Sheet => {
    const name = names.length > 1 ? textOf(sheet) : null;
    let wide = 0;
    return {
      name,
      warnings: () => (wide > 0 ? [text.wideRows(name, { rows: wide, most: mostColumns })] : []),
      async *rows() {
        wide = 0;
        const rows = rowsOf(book, sheet);
        for (let row = 0; row < rows.length; row++) {
          const cells = rows[row] ?? [];
          if (isWide(cells, (cell) => cell !== undefined && textOf(cellOf(cell)) !== "")) wide++;
          yield Array.from(cells.slice(0, mostColumns), (cell) => (cell ? cellOf(cell) : null));
        }
      },
    };
  });
  const { lastRow } = own.facts;
  const warnings = [
    ...toldNotes(notesOf(book, own.facts, mostSheets)),
    ...(book.SheetNames.length > mostSheets ? [text.tooManySheets(mostSheets)] : []),
    ...(lastRow > mostRows ? [text.longSheets(mostRows)] : []),
  ];
  return { sheets, warnings };
}

const rowsOf = (book: WorkBook, sheet: string) => (book.Sheets[sheet]["!data"] ?? []) as (ParsedCell | undefined)[][];
