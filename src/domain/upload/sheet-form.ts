/**
 * What a medication sheet is by its content, and whether it can be opened at all (spec 000 section 5, formats.md 5). Both
 * sides ask here: the wizard before anything is sent, the server before it reads.
 */
import { uploadRulesText } from "../../protocol/text/upload-rules-text.ts";
import { type ByteSource, readFully } from "../files/byte-source.ts";
import { SourceRefused } from "../files/source-refused.ts";
import { hasFilePass, isFilePassIn, isOle, oleEntries } from "./ole.ts";
import { demandModest } from "./sheet-bounds.ts";
import { textEncoding } from "./text-encoding.ts";
import { isZip, zipEntries } from "./zip.ts";

export type SheetForm = "zip" | "ole" | "biff" | "text";

const headBytes = 65_536;
const text = uploadRulesText.file;

/** Very old workbooks lie in no container. */
export const isBareBook = (head: Uint8Array): boolean => head[0] === 0x09 && (head[1] & 0xf1) === 0 && head[3] === 0;

/** `name`: what the file is called in the sentence. @throws SourceRefused when it is locked or no sheet */
export async function sheetForm(source: ByteSource, name: string): Promise<SheetForm> {
  const size = await source.size();
  if (size === 0) throw new SourceRefused(text.empty);
  const unreadable = () => new SourceRefused(text.unreadable(name));
  const head = await readFully(source, new Uint8Array(Math.min(headBytes, size)), 0);
  if (isZip(head)) {
    const entries = await zipEntries(source);
    if (entries === null) throw unreadable();
    if (entries.some(({ isLocked }) => isLocked)) throw new SourceRefused(text.passwordProtected);
    if (!entries.some(({ name: entry }) => /^xl\/workbook\.(xml|bin)$/i.test(entry))) throw unreadable();
    demandModest(entries);
    return "zip";
  }
  if (isOle(head)) {
    const entries = await oleEntries(source);
    if (entries === null) throw unreadable();
    const named = (...names: string[]) => entries.find(({ name: entry }) => names.includes(entry));
    if (named("EncryptedPackage", "EncryptionInfo")) throw new SourceRefused(text.passwordProtected);
    const workbook = named("Workbook", "Book");
    if (workbook === undefined) throw unreadable();
    if (await hasFilePass(source, workbook)) throw new SourceRefused(text.passwordProtected);
    return "ole";
  }
  if (isBareBook(head)) {
    if (isFilePassIn(head)) throw new SourceRefused(text.passwordProtected);
    return "biff";
  }
  if ((await textEncoding(source)) === null) throw unreadable();
  return "text";
}
