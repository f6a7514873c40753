/** Tries to parse a workbook or a table as text. Never on the page: the worker does it. */
import { CFB, read } from "@e965/xlsx";
import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { bytesSource } from "../../../domain/files/byte-source.ts";
import { bookBytes, hiddenSheets, parsedBook } from "../../../domain/upload/book-bytes.ts";
import { csvForm, delimiterOf, rowsBefore } from "../../../domain/upload/csv-form.ts";
import { encodingOf, textSlices } from "../../../domain/upload/decode-text.ts";
import { isOle } from "../../../domain/upload/ole.ts";
import { isBareBook } from "../../../domain/upload/sheet-form.ts";
import { mostCells, mostColumns } from "../../../domain/upload/sheet-scan.ts";
import { isZip } from "../../../domain/upload/zip.ts";

/** Rows of each sheet that are parsed: enough to see that it can be read. */
const tried = 50;

/**
 * How a worker answers; of a sheet that opens, what of it is not read or kept; of a text, how many rows lie before the one
 * that does not end.
 */
export type SheetAnswer = OpenedSheet | { rowsBefore: number } | "locked" | "unreadable";

interface OpenedSheet {
  /** Cells with a formula and no value. */
  withoutValue: number;
  /** Sheets. */
  hidden: number;
  /** Rows with something behind the last column that is read, and with more cells than are kept. */
  wideRows: number;
  fullRows: number;
}

/** `isWhole`: more of a text may follow. */
export async function openSheet(bytes: ArrayBuffer, isWhole = true): Promise<SheetAnswer> {
  const head = new Uint8Array(bytes);
  if (!isZip(head) && !isOle(head) && !isBareBook(head)) return openText(head, isWhole);
  const own = await bookBytes(head, CFB);
  if (own === null) return "unreadable";
  const book = parsedBook(() => read(own.bytes, { type: "array", sheetRows: tried, dense: true }));
  if (typeof book === "string") return book;
  const { withoutValue, wideRows, fullRows } = own.facts;
  return { withoutValue, wideRows, fullRows, hidden: hiddenSheets(book).filter(Boolean).length };
}

const isFilled = (cell: string) => cell.trim() !== "";

async function openText(bytes: Uint8Array, isWhole: boolean): Promise<SheetAnswer> {
  const source = bytesSource(bytes);
  const found = await encodingOf(source);
  if (found === null) return "unreadable";
  const slices: string[] = [];
  for await (const slice of textSlices(source, found.encoding)) slices.push(slice);
  let [wideRows, fullRows] = [0, 0];
  const look = (cells: readonly string[]) => {
    if (cells.slice(mostColumns).some(isFilled)) wideRows++;
    if (cells.length > mostCells && cells.filter(isFilled).length > mostCells) fullRows++;
    return undefined; // no row is kept
  };
  try {
    parse(slices.join(""), { ...csvForm(delimiterOf(slices[0])), on_record: look });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (isWhole || error.code !== "CSV_QUOTE_NOT_CLOSED") return { rowsBefore: rowsBefore(error) };
  }
  return { withoutValue: 0, hidden: 0, wideRows, fullRows };
}
