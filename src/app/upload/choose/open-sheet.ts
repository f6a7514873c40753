/** Tries to parse a workbook. Never on the page: the worker does it. */
import { CFB, read } from "@e965/xlsx";
import { bookBytes, parsedBook } from "../../../domain/upload/book-bytes.ts";

/** Rows of each sheet that are parsed: enough to see that it can be read. */
const tried = 50;

/** How a worker answers; of a workbook that opens, how many of its cells have a formula and no value. */
export type SheetAnswer = { withoutValue: number } | "locked" | "unreadable";

export async function openSheet(bytes: ArrayBuffer): Promise<SheetAnswer> {
  const own = await bookBytes(new Uint8Array(bytes), CFB);
  if (own === null) return "unreadable";
  const book = parsedBook(() => read(own.bytes, { type: "array", sheetRows: tried, dense: true }));
  return typeof book === "string" ? book : { withoutValue: own.facts.withoutValue };
}
