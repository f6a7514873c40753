/** Sheets of an xlsx or xls file. Only to be used in a thread that may be ended: the parser works without a pause. */

import { bytesSource } from "../../../domain/files/byte-source.ts";
import { SourceRefused } from "../../../domain/files/source-refused.ts";
import { isHonest } from "../../../domain/upload/sheet-bounds.ts";
import { sheetForm } from "../../../domain/upload/sheet-form.ts";
import { zipEntries } from "../../../domain/upload/zip.ts";
import { ingestText } from "../../../protocol/text/ingest-text.ts";
import type { FileKind } from "./file-kind.ts";
import { type Cell, mostColumns, type Sheet, textOf } from "./types.ts";

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
): Promise<Sheet[]> {
  const refused = new SourceRefused(text.unreadable(name));
  await sheetForm(bytesSource(bytes), name);
  if (kind === "zip" && !(await isHonest(bytes, (await zipEntries(bytesSource(bytes))) ?? []))) throw refused;
  const { read, SSF } = await import("@e965/xlsx");
  let book: ReturnType<typeof read>;
  try {
    book = read(bytes, {
      type: "buffer",
      dense: true,
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
  const date1904 = book.Workbook?.WBProps?.date1904 === true;
  const cellOf = ({ t, v, z }: ParsedCell): Cell => {
    if (t === "n" && typeof v === "number" && typeof z === "string" && SSF.is_date(z)) {
      const code = SSF.parse_date_code(v, { date1904 });
      return code === null ? v : wallTimeOf(code, v);
    }
    if (t === "s" || t === "n" || t === "b") return v as string | number | boolean;
    return t === "e" ? (errors[v as number] ?? "#ERROR!") : null; // else a stub
  };
  const names = book.SheetNames.slice(0, mostSheets);
  // Named in the book, and not in the file: what it held is not known.
  if (names.some((sheet) => book.Sheets[sheet] === undefined)) throw refused;
  return names.map((sheet) => ({
    name: names.length > 1 ? textOf(sheet) : null,
    async *rows() {
      const rows = (book.Sheets[sheet]["!data"] ?? []) as (ParsedCell | undefined)[][];
      for (let row = 0; row < rows.length; row++)
        yield Array.from(rows[row]?.slice(0, mostColumns) ?? [], (cell) => (cell ? cellOf(cell) : null));
    },
  }));
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
