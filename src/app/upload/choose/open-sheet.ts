/** Tries to parse a workbook or a table as text. Never on the page: the worker does it. */
import { CFB, read } from "@e965/xlsx";
import { CsvError, parse } from "csv-parse/browser/esm/sync";
import { bytesSource } from "../../../domain/files/byte-source.ts";
import { bookBytes, parsedBook } from "../../../domain/upload/book-bytes.ts";
import { type BookNotes, notesOf, triedRows } from "../../../domain/upload/book-notes.ts";
import { csvForm, delimiterOf, rowsBefore } from "../../../domain/upload/csv-form.ts";
import { encodingOf, textSlices, toldLetters } from "../../../domain/upload/decode-text.ts";
import { isOle } from "../../../domain/upload/ole.ts";
import { isBareBook } from "../../../domain/upload/sheet-form.ts";
import { mostCells, mostColumns, noSheetFacts } from "../../../domain/upload/sheet-scan.ts";
import { isZip } from "../../../domain/upload/zip.ts";

/** Of newer books all that is told stands in their XML; old ones are parsed whole unless they are larger. */
const largeBytes = 16 * 2 ** 20;

/**
 * How a worker answers; of a sheet that opens, what of it is not read or kept; of a text, how many rows lie before the one
 * that does not end.
 */
export type SheetAnswer = OpenedSheet | { rowsBefore: number } | "locked" | "unreadable";

interface OpenedSheet extends BookNotes {
  /** Sentences about the letters of a text. */
  letters: readonly string[];
  /** Rows behind those that are tried were not looked at. */
  isPart: boolean;
}

/** `isWhole`: more of a text may follow. */
export async function openSheet(bytes: ArrayBuffer, isWhole = true): Promise<SheetAnswer> {
  const head = new Uint8Array(bytes);
  if (!isZip(head) && !isOle(head) && !isBareBook(head)) return openText(head, isWhole);
  const own = await bookBytes(head, CFB);
  if (own === null) return "unreadable";
  const isTried = isZip(head) || head.length > largeBytes;
  const book = parsedBook(() =>
    read(own.bytes, { type: "array", dense: true, ...(isTried ? { sheetRows: triedRows } : {}) }),
  );
  if (typeof book === "string") return book;
  const isCut = book.SheetNames.some((name) => book.Sheets[name]["!fullref"] !== undefined);
  return { ...notesOf(book, own.facts), letters: [], isPart: isCut && own.facts.lastRow === 0 };
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
  const notes = notesOf({ SheetNames: [], Sheets: {} }, { ...noSheetFacts, wideRows, fullRows });
  return { ...notes, letters: toldLetters(found), isPart: false };
}
