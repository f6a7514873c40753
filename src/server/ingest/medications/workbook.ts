/** Sheets of an xlsx or xls file. Only to be used in a thread that may be ended: the parser works without a pause. */

import type { WorkBook } from "@e965/xlsx";
import { bytesSource } from "../../../domain/files/byte-source.ts";
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { isHonest } from "../../../domain/upload/sheet-bounds.ts";
import { sheetForm } from "../../../domain/upload/sheet-form.ts";
import { noSheetFacts } from "../../../domain/upload/sheet-scan.ts";
import { zipEntries } from "../../../domain/upload/zip.ts";
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import { uploadRulesText } from "../../../protocol/text/upload-rules-text.ts";
import type { FileKind } from "./file-kind.ts";
import { type Cell, mostColumns, type Sheet, type SheetFile, textOf } from "./types.ts";

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

/** `mostRows`: read of each sheet. @throws SourceRefused with one plain sentence */
export async function readWorkbook(
  bytes: Buffer<ArrayBuffer>,
  { kind, name, mostRows }: { kind: FileKind; name: string; mostRows: number },
): Promise<SheetFile> {
  const refused = new SourceRefused(text.unreadable(name));
  await sheetForm(bytesSource(bytes), name);
  const facts = { ...noSheetFacts };
  if (kind === "zip" && !(await isHonest(bytes, (await zipEntries(bytesSource(bytes))) ?? [], facts))) throw refused;
  const { read, SSF } = await import("@e965/xlsx");
  const open = (cellDates: boolean): ReturnType<typeof read> => {
    try {
      return read(bytes, {
        type: "buffer",
        dense: true,
        cellDates,
        cellNF: true, // tells dates from numbers
        cellText: false,
        cellHTML: false,
        cellFormula: false,
        sheetRows: mostRows,
      });
    } catch (error) {
      const isProtected = error instanceof Error && /password-protected/i.test(error.message);
      throw isProtected ? new SourceRefused(text.passwordProtected) : refused;
    }
  };
  const isDate = (z: unknown) => typeof z === "string" && SSF.is_date(z);
  // A date that is text becomes a number like any other, unless the parser is asked for dates; these have lost parts of milliseconds.
  const places = facts.hasIsoDates ? datesOf(open(true), ({ t, z }) => t === "d" && !isDate(z)) : new Set();
  const book = open(false);
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  const cellOf = ({ t, v, z }: ParsedCell, place: string): Cell => {
    if (t === "n" && typeof v === "number" && (isDate(z) || (places.size > 0 && places.has(place)))) {
      const code = SSF.parse_date_code(v, { date1904 });
      return code === null ? v : wallTimeOf(code, v);
    }
    if (t === "s" || t === "n" || t === "b") return v as string | number | boolean;
    return t === "e" ? (errors[v as number] ?? "#ERROR!") : null; // else a stub
  };
  const names = book.SheetNames.slice(0, mostSheets);
  // Named in the book, and not in the file: what it held is not known.
  if (names.some((sheet) => book.Sheets[sheet] === undefined)) throw refused;
  const sheets = names.map(
    (sheet, k): Sheet => ({
      name: names.length > 1 ? textOf(sheet) : null,
      async *rows() {
        const rows = rowsOf(book, sheet);
        for (let row = 0; row < rows.length; row++)
          yield Array.from(rows[row]?.slice(0, mostColumns) ?? [], (cell, column) =>
            cell ? cellOf(cell, placeOf(k, row, column)) : null,
          );
      },
    }),
  );
  const { withoutValue } = facts;
  return { sheets, warnings: withoutValue > 0 ? [uploadRulesText.warnings.sheetFormulas(withoutValue)] : [] };
}

const rowsOf = (book: WorkBook, sheet: string) => (book.Sheets[sheet]["!data"] ?? []) as (ParsedCell | undefined)[][];

const placeOf = (sheet: number, row: number, column: number): string => `${sheet} ${row} ${column}`;

/** Where such cells are. */
function datesOf(book: WorkBook, isWanted: (cell: ParsedCell) => boolean): ReadonlySet<string> {
  const places = new Set<string>();
  for (const [k, sheet] of book.SheetNames.slice(0, mostSheets).entries()) {
    if (book.Sheets[sheet] === undefined) continue;
    for (const [row, cells] of rowsOf(book, sheet).entries())
      for (const [column, cell] of cells?.slice(0, mostColumns).entries() ?? [])
        if (cell !== undefined && isWanted(cell)) places.add(placeOf(k, row, column));
  }
  return places;
}

/** Serial days of a sheet as the sheet shows them: without a zone. Below 1 it is a time of day, whatever the days count from. */
function wallTimeOf(
  code: { y: number; m: number; d: number; H: number; M: number; S: number; u: number },
  serial: number,
): Cell {
  const { y: year, m: month, d: day, H, M, S, u } = code;
  const timeMs = ((H * 60 + M) * 60 + S) * 1000 + Math.round(u * 1000);
  const isTimeAlone = serial < 1;
  // A date that carries no time of day is a day, not its midnight; which of the two is meant makes no difference here.
  return {
    date: isTimeAlone ? null : { year, month, day },
    timeMs: Number.isInteger(serial) ? null : timeMs,
    offsetMinutes: null,
  };
}
