/** Bytes of a text file as text, whatever program wrote it: UTF-8, UTF-16 with or without its mark, else Windows-1252. */
import { textEncoding } from "../../../domain/upload/text-encoding.ts";
import { type ByteSource, readFully } from "../byte-source.ts";

const sliceBytes = 2 ** 20;

type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Null when it is no table as text. */
export async function encodingOf(source: ByteSource): Promise<Encoding | null> {
  const found = await textEncoding(source);
  if (found !== "8 bits") return found;
  return (await isUtf8(source, await source.size())) ? "utf-8" : "windows-1252";
}

async function isUtf8(source: ByteSource, size: number): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for (let at = 0; at < size; at += sliceBytes) {
      const bytes = await readFully(source, new Uint8Array(Math.min(sliceBytes, size - at)), at);
      decoder.decode(bytes, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
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
