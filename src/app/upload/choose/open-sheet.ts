/** Tries to parse a workbook. Never on the page: the worker does it. */
import { read } from "@e965/xlsx";
import { bytesSource } from "../../../domain/files/byte-source.ts";
import { isHonest } from "../../../domain/upload/sheet-bounds.ts";
import { isZip, zipEntries } from "../../../domain/upload/zip.ts";

/** Rows of each sheet that are parsed: enough to see that it can be read. */
const tried = 50;

/** How a worker answers. */
export type SheetAnswer = "readable" | "locked" | "unreadable";

/** Nothing is unpacked that unpacks to more than it says: the sizes were looked at before (domain/upload/sheet-form.ts). */
export async function openSheet(bytes: ArrayBuffer): Promise<SheetAnswer> {
  const whole = new Uint8Array(bytes);
  if (isZip(whole)) {
    const entries = await zipEntries(bytesSource(whole));
    if (entries === null || !(await isHonest(whole, entries))) return "unreadable";
  }
  try {
    const book = read(bytes, { type: "array", sheetRows: tried, dense: true });
    return book.SheetNames.length > 0 ? "readable" : "unreadable";
  } catch (error) {
    return /password|encrypt/i.test(error instanceof Error ? error.message : "") ? "locked" : "unreadable";
  }
}
