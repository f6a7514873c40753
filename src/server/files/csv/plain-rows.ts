/**
 * The rows of a CSV file in a form that needs no quoting and is UTF-8: what the engine imports. A line is the number of
 * the row, then its cells, each after a unit separator (0x1f). The four bytes that would be misunderstood are written
 * as a record separator (0x1e) and a letter; `escapes` says how they are read.
 */
import { isUtf8 } from "node:buffer";
import { decodeRow } from "./dialect.ts";

export const unitSeparator = 0x1f;
export const recordSeparator = 0x1e;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Letter behind the record separator -> code; in the order in which they must be read. */
export const escapes = [
  ["n", lineFeed],
  ["r", carriageReturn],
  ["u", unitSeparator],
  ["e", recordSeparator],
] as const;
const letterOf = new Map<number, number>(escapes.map(([letter, code]) => [code, letter.charCodeAt(0)]));

const flushBytes = 1024 * 1024;

export class PlainRows {
  /** Whether anything was escaped. */
  hasEscapes = false;
  private buffer = Buffer.alloc(4 * flushBytes);
  private used = 0;
  private rowStart = 0;
  private row: number;
  /** Bytes that the text announced by `makeRoom` may still take. */
  private room = 0;
  /** Any byte of the row is not ASCII. */
  private isHigh = false;

  /** `write`: takes complete lines; the bytes are its own only during the call. `firstRow`: number of the first row. */
  constructor(
    private readonly write: (lines: Uint8Array) => void,
    firstRow: number,
  ) {
    this.row = firstRow;
    this.beginRow();
  }

  /** So many bytes of text come next. */
  makeRoom(bytes: number): void {
    if (this.rowStart >= flushBytes) this.flush();
    // Every byte may become two, and every byte may end a row, which then has a number.
    this.room = 24 * bytes + 64;
    this.grow(this.used + this.room);
  }

  private grow(needed: number): void {
    if (needed <= this.buffer.length) return;
    const larger = Buffer.alloc(needed);
    this.buffer.copy(larger, 0, 0, this.used);
    this.buffer = larger;
  }

  add(byte: number): void {
    if (byte < 0x20 && letterOf.has(byte)) {
      this.hasEscapes = true;
      this.buffer[this.used++] = recordSeparator;
      this.buffer[this.used++] = letterOf.get(byte) as number;
      return;
    }
    if (byte >= 0x80) this.isHigh = true;
    this.buffer[this.used++] = byte;
  }

  endCell(): void {
    this.buffer[this.used++] = unitSeparator;
  }

  endRow(): void {
    if (this.isHigh) this.demandUtf8();
    this.buffer[this.used++] = lineFeed;
    this.row++;
    this.beginRow();
  }

  /** Writes every complete line. */
  flush(): void {
    if (this.rowStart === 0) return;
    this.write(this.buffer.subarray(0, this.rowStart));
    this.buffer.copyWithin(0, this.rowStart, this.used);
    this.used -= this.rowStart;
    this.rowStart = 0;
  }

  private beginRow(): void {
    this.rowStart = this.used;
    this.isHigh = false;
    this.used += this.buffer.write(String(this.row), this.used, "latin1");
    this.buffer[this.used++] = unitSeparator;
  }

  /** A row of Windows-1252 becomes UTF-8; none of the bytes with a meaning here changes. */
  private demandUtf8(): void {
    const row = this.buffer.subarray(this.rowStart, this.used);
    if (isUtf8(row)) return;
    const text = Buffer.from(decodeRow(row), "utf8");
    this.used = this.rowStart;
    this.grow(this.used + text.length + this.room);
    text.copy(this.buffer, this.used);
    this.used += text.length;
  }
}
