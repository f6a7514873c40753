/** How a CSV file is written: its encoding and its delimiter, decided by its first bytes. */
import { isUtf8 } from "node:buffer";

/**
 * "utf-8" also stands for Windows-1252: rows that are not UTF-8 are read as that, row by row, because the first byte
 * that decides it may come late in a file.
 */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be";

export interface Dialect {
  encoding: Encoding;
  /** Bytes of the byte order mark. */
  bomBytes: number;
  /** Code of the delimiter: comma, semicolon or tab. */
  delimiter: number;
}

export const comma = 0x2c;
const candidates = [comma, 0x3b, 0x09] as const;
const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** Rows that decide the delimiter. */
const rowsLooked = 50;

/** The dialect of a file that begins with these bytes. */
export function dialectOf(head: Uint8Array): Dialect {
  const { encoding, bomBytes } = encodingOf(head);
  const text = decodeHead(head.subarray(bomBytes), encoding);
  return { encoding, bomBytes, delimiter: delimiterOf(text) };
}

function encodingOf(head: Uint8Array): Pick<Dialect, "encoding" | "bomBytes"> {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: "utf-8", bomBytes: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: "utf-16le", bomBytes: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: "utf-16be", bomBytes: 2 };
  // Without a mark: Latin text in UTF-16 has a zero in every other byte, and other text has none at all.
  const looked = head.subarray(0, 4096);
  const zeros = [0, 0];
  for (let k = 0; k < looked.length; k++) if (looked[k] === 0) zeros[k % 2]++;
  const most = looked.length / 4;
  if (zeros[1] > most && zeros[0] === 0) return { encoding: "utf-16le", bomBytes: 0 };
  if (zeros[0] > most && zeros[1] === 0) return { encoding: "utf-16be", bomBytes: 0 };
  return { encoding: "utf-8", bomBytes: 0 };
}

/** Latin-1 is enough to find ASCII delimiters in text that is not UTF-16. */
const decodeHead = (head: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding === "utf-8" ? "latin1" : encoding).decode(head);

/**
 * The candidate that gives the most rows of the same width as the first, widths of one aside; the wider one, then the
 * earlier one, when two do as well.
 */
function delimiterOf(text: string): number {
  let best: { delimiter: number; same: number; width: number } = { delimiter: comma, same: 0, width: 1 };
  for (const delimiter of candidates) {
    const [width = 1, ...others] = widthsOf(text, delimiter);
    if (width < 2) continue;
    const same = 1 + others.filter((other) => other === width).length;
    if (same > best.same || (same === best.same && width > best.width)) best = { delimiter, same, width };
  }
  return best.delimiter;
}

/** Cells of each of the first rows. The last row, which may be cut, counts only when it is the only one. */
function widthsOf(text: string, delimiter: number): number[] {
  const widths: number[] = [];
  let width = 1;
  let isQuoted = false;
  let isStart = true;
  for (let k = 0; k < text.length && widths.length < rowsLooked; k++) {
    const unit = text.charCodeAt(k);
    if (isQuoted) {
      if (unit !== quote) continue;
      if (text.charCodeAt(k + 1) === quote) k++;
      else isQuoted = false;
    } else if (unit === quote && isStart) {
      isQuoted = true;
      isStart = false;
    } else if (unit === delimiter) {
      width++;
      isStart = true;
    } else if (unit === lineFeed || unit === carriageReturn) {
      if (unit === carriageReturn && text.charCodeAt(k + 1) === lineFeed) k++;
      widths.push(width);
      width = 1;
      isStart = true;
    } else isStart = false;
  }
  return widths.length === 0 ? [width] : widths;
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
/** Codes 0x80 to 0x9f. Written out: in Node 20 the decoder of this name reads them as Latin-1. */
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Text of one row of a file whose encoding is "utf-8": UTF-8, or else Windows-1252. */
export function decodeRow(row: Uint8Array): string {
  if (isUtf8(row)) return utf8.decode(row);
  const text = Buffer.from(row.buffer, row.byteOffset, row.byteLength).toString("latin1");
  return text.replace(/[\x80-\x9f]/g, (character) => windows1252[character.charCodeAt(0) - 0x80]);
}
