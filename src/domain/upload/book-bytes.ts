/** The bytes of a workbook as its parser may have them. Both sides ask here: what the wizard takes, the server reads. */
import { bytesSource } from "../files/byte-source.ts";
import { mendBook, type UnpackedBook } from "./mended-book.ts";
import { oldBookFacts } from "./old-book.ts";
import { isOle, oleEntries, streamOf } from "./ole.ts";
import { isHonest } from "./sheet-bounds.ts";
import { noSheetFacts, type SheetFacts } from "./sheet-scan.ts";
import { isZip, zipEntries } from "./zip.ts";

/** What of the parser's library unpacks and packs archives. */
export interface ArchiveLibrary {
  read(bytes: Uint8Array, options: { type: "buffer" }): UnpackedBook;
  write(book: UnpackedBook, options: { fileType: "zip"; type: "array" }): Uint8Array<ArrayBuffer>;
}

/**
 * Null when the file is damaged, or its sheets tell what cannot be read. Nothing is unpacked that unpacks to more than it says: the sizes were looked at before (sheet-form.ts).
 */
export async function bookBytes(
  bytes: Uint8Array<ArrayBuffer>,
  archives: ArchiveLibrary,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; facts: SheetFacts } | null> {
  const facts = { ...noSheetFacts };
  if (!isZip(bytes)) {
    const book = isOle(bytes) ? await inContainer(bytes) : bytes;
    const told = book === null ? null : oldBookFacts(book);
    return book === null || told === null ? null : { bytes: book, facts: { ...facts, ...told } };
  }
  const entries = await zipEntries(bytesSource(bytes));
  if (entries === null || !(await isHonest(bytes, entries, facts))) return null;
  if (facts.highestText >= facts.texts) return null;
  if (!facts.isOdd) return { bytes, facts };
  try {
    const book = archives.read(bytes, { type: "buffer" });
    return mendBook(book, facts) ? { bytes: archives.write(book, { fileType: "zip", type: "array" }), facts } : null;
  } catch {
    return null; // an archive that only looks like one
  }
}

/** The book of an old file, without what else is in its container. */
async function inContainer(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  const source = bytesSource(bytes);
  const entries = (await oleEntries(source)) ?? [];
  const entry = entries.find(({ name }) => name === "Workbook") ?? entries.find(({ name }) => name === "Book");
  return entry === undefined ? null : streamOf(source, entry);
}

/** What the parser makes of a workbook. */
interface ParsedBook {
  SheetNames: string[];
  Sheets: Record<string, unknown>;
}

/** Asks the parser. A sheet that is named in the book and not in the file, or twice, makes it unreadable: what it held is not known. */
export function parsedBook<Book extends ParsedBook>(parse: () => Book): Book | "locked" | "unreadable" {
  try {
    const book = parse();
    const { SheetNames: names, Sheets: sheets } = book;
    const isWhole = names.every((name) => sheets[name] !== undefined) && new Set(names).size === names.length;
    return isWhole && names.length > 0 ? book : "unreadable";
  } catch (error) {
    return /password|encrypt/i.test(error instanceof Error ? error.message : "") ? "locked" : "unreadable";
  }
}
