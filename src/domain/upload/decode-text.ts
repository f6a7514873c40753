/** Bytes of a text file as text, whatever program wrote it: UTF-8, UTF-16 with or without its mark, else Windows-1252, or Mac Roman where lines end as on old Macintoshes. */
import { uploadRulesText } from "../../protocol/text/upload-rules-text.ts";
import { type ByteSource, readFully } from "../files/byte-source.ts";
import { textEncoding } from "./text-encoding.ts";

const sliceBytes = 2 ** 20;

type CodePage = "windows-1252" | "macintosh";
type Encoding = "utf-8" | "utf-16le" | "utf-16be" | CodePage;
const codePages: Readonly<Record<CodePage, string>> = { "windows-1252": "Windows-1252", macintosh: "Mac Roman" };

export interface FoundEncoding {
  encoding: Encoding;
  /** Places that are none of it, as where a byte was damaged or the end was lost. */
  damaged: number;
}

/** Null when it is no table as text. */
export async function encodingOf(source: ByteSource): Promise<FoundEncoding | null> {
  const found = await textEncoding(source);
  if (found !== "8 bits") return found === null ? null : { encoding: found, damaged: 0 };
  const { hasMark, letters, others, isOfMac } = await asUtf8(source);
  // Nearly no text in a code page has letters that are well-formed UTF-8.
  const isUtf8 = hasMark || others === 0 || letters >= others;
  if (isUtf8) return { encoding: "utf-8", damaged: others };
  return { encoding: isOfMac ? "macintosh" : "windows-1252", damaged: 0 };
}

/** What is said of a text whose letters nothing but a guess tells: by which code page they are read. */
export const toldLetters = ({ encoding }: FoundEncoding): string[] =>
  encoding === "windows-1252" || encoding === "macintosh"
    ? [uploadRulesText.warnings.sheetLetters(codePages[encoding])]
    : [];

interface AsUtf8 {
  hasMark: boolean;
  /** Letters beyond ASCII that are well-formed, and places that are not. */
  letters: number;
  others: number;
  /** Lines end with a return alone. */
  isOfMac: boolean;
}

async function asUtf8(source: ByteSource): Promise<AsUtf8> {
  const size = await source.size();
  const head = await readFully(source, new Uint8Array(Math.min(3, size)), 0);
  const hasMark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  let [letters, others] = [0, 0];
  let [hasReturn, hasFeed] = [false, false];
  for await (const text of textSlices(source, "utf-8")) {
    hasReturn ||= text.includes("\r");
    hasFeed ||= text.includes("\n");
    for (const [run] of text.matchAll(/[^\0-\x7f]+/g))
      for (const letter of run)
        if (letter === "\ufffd") others++;
        else letters++;
  }
  return { hasMark, letters, others, isOfMac: hasReturn && !hasFeed };
}

/** The text, some hundred thousand characters at a time; its mark is left out. */
export async function* textSlices(source: ByteSource, encoding: Encoding): AsyncGenerator<string> {
  const size = await source.size();
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < size; at += sliceBytes) {
    const bytes = await readFully(source, new Uint8Array(Math.min(sliceBytes, size - at)), at);
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}
