/**
 * Whether a file is a table as text, and how its letters are written. Both sides ask here: the wizard before anything is sent, the server before it reads. Names
 * and extensions say nothing.
 */
import { type ByteSource, readFully } from "../files/byte-source.ts";

/** Of so many bytes from the beginning. */
const lookedAtBytes = 2 ** 20;
/** Of every other byte: Latin text in UTF-16 has a zero in nearly each of them. */
const mostlyZero = 0.4;
/** Documents that only bear a table's name, behind blanks and the mark of UTF-8. */
const otherDocument = /^(?:\xef\xbb\xbf|\ufeff)?\s*(<|\{|%PDF|\x7fELF|version https:\/\/git-lfs)/;

/** "8 bits": UTF-8 or a code page. Null: it is no text, or holds none. */
export async function textEncoding(source: ByteSource): Promise<"utf-16le" | "utf-16be" | "8 bits" | null> {
  const head = await readFully(source, new Uint8Array(Math.min(await source.size(), lookedAtBytes)), 0);
  const found = encodingOf(head);
  if (found === null) return null;
  const text = new TextDecoder(found === "8 bits" ? "latin1" : found).decode(head);
  return text.includes("\0") || otherDocument.test(text) || text.trim() === "" ? null : found;
}

function encodingOf(head: Uint8Array): "utf-16le" | "utf-16be" | "8 bits" | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (let k = 0; k < head.length; k++) if (head[k] === 0) zeros[k % 2]++;
  const most = mostlyZero * (head.length / 2);
  if (zeros[1] > most && zeros[0] === 0) return "utf-16le";
  if (zeros[0] > most && zeros[1] === 0) return "utf-16be";
  return zeros[0] + zeros[1] > 0 ? null : "8 bits";
}
