/** Tries to parse a workbook. Never on the page: the worker does it. */
import { read } from "@e965/xlsx";
import { bytesSource } from "../../../domain/files/byte-source.ts";
import { isHonest } from "../../../domain/upload/sheet-bounds.ts";
import { noSheetFacts } from "../../../domain/upload/sheet-scan.ts";
import { isZip, zipEntries } from "../../../domain/upload/zip.ts";

/** Rows of each sheet that are parsed: enough to see that it can be read. */
const tried = 50;

/** How a worker answers; of a workbook that opens, how many of its cells have a formula and no value. */
export type SheetAnswer = { withoutValue: number } | "locked" | "unreadable";

/** Nothing is unpacked that unpacks to more than it says: the sizes were looked at before (domain/upload/sheet-form.ts). */
export async function openSheet(bytes: ArrayBuffer): Promise<SheetAnswer> {
  const whole = new Uint8Array(bytes);
  const facts = { ...noSheetFacts };
  if (isZip(whole)) {
    const entries = await zipEntries(bytesSource(whole));
    if (entries === null || !(await isHonest(whole, entries, facts))) return "unreadable";
  }
  try {
    const book = read(bytes, { type: "array", sheetRows: tried, dense: true });
    return book.SheetNames.length > 0 ? { withoutValue: facts.withoutValue } : "unreadable";
  } catch (error) {
    return /password|encrypt/i.test(error instanceof Error ? error.message : "") ? "locked" : "unreadable";
  }
}
