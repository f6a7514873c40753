/** Tries to parse a workbook. Never on the page: the worker does it. */
import { read } from "@e965/xlsx";

/** Rows of each sheet that are parsed: enough to see that it can be read. */
const tried = 50;

export type SheetAnswer = "readable" | "locked" | "unreadable";

export function openSheet(bytes: ArrayBuffer): SheetAnswer {
  try {
    const book = read(bytes, { type: "array", sheetRows: tried, dense: true });
    return book.SheetNames.length > 0 ? "readable" : "unreadable";
  } catch (error) {
    return /password|encrypt/i.test(error instanceof Error ? error.message : "") ? "locked" : "unreadable";
  }
}
