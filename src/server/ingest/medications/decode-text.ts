/** Bytes of a text file as text, whatever program wrote it: UTF-8, UTF-16 with or without its mark, else Windows-1252. */
import { type ByteSource, readFully } from "../byte-source.ts";

const sliceBytes = 2 ** 20;

type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Null when it is no text: it holds zeros, as no text does. */
export async function encodingOf(source: ByteSource): Promise<Encoding | null> {
  const size = await source.size();
  const head = await readFully(source, new Uint8Array(Math.min(size, sliceBytes)), 0);
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  for (let k = 0; k < head.length; k++) if (head[k] === 0) zeros[k % 2]++;
  // Latin text in UTF-16 has a zero in nearly every other byte.
  const half = head.length / 2;
  if (zeros[1] > 0.4 * half && zeros[0] === 0) return "utf-16le";
  if (zeros[0] > 0.4 * half && zeros[1] === 0) return "utf-16be";
  if (zeros[0] + zeros[1] > 0) return null;
  return (await isUtf8(source, size)) ? "utf-8" : "windows-1252";
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
