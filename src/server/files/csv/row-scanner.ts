/**
 * Finds the rows of a CSV text that comes in pieces (RFC 4180, forgivingly): a cell that begins with a quotation mark
 * goes on to the mark that closes it, whatever stands between; rows end with LF, CRLF or CR; what follows a closing mark
 * belongs to the cell.
 */
import type { PlainRows } from "./plain-rows.ts";

/** Told of every row: where it ended, line break included, and how many cells it has. */
export type OnRow = (end: number, width: number) => void;

/** Longest row, in bytes. A longer one is taken for a quotation mark that was never closed. */
export const longestRowBytes = 1024 * 1024;

/** A row is longer than `longestRowBytes`, or a byte is zero, which no text holds. */
export class NotCsv extends Error {
  override readonly name = "NotCsv";
  constructor(
    readonly reason: "long row" | "zero byte",
    /** From 1, the header included. */
    readonly row: number,
  ) {
    super(reason);
  }
}

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const cellStart = 0;
const plain = 1;
const quoted = 2;
const quoteInQuoted = 3;
const afterReturn = 4;

export interface RowScannerOptions {
  /** Code of the delimiter. */
  delimiter: number;
  onRow: OnRow;
  /** Given the cells of every row. */
  copy?: PlainRows;
  /** Offset of the first byte in the file. */
  start: number;
}

export class RowScanner {
  /** Complete rows so far. */
  rows = 0;
  private state = cellStart;
  private width = 1;
  private rowStart: number;
  private position: number;

  constructor(private readonly options: RowScannerOptions) {
    this.rowStart = options.start;
    this.position = options.start;
  }

  /** @throws NotCsv */
  push(bytes: Uint8Array): void {
    const { delimiter, copy } = this.options;
    copy?.makeRoom(bytes.length);
    let state: number = this.state;
    let width = this.width;
    const base = this.position;
    for (let k = 0; k < bytes.length; k++) {
      const byte = bytes[k];
      if (state === quoted) {
        if (byte === quote) state = quoteInQuoted;
        else {
          if (byte === 0) throw new NotCsv("zero byte", this.rows + 1);
          copy?.add(byte);
        }
        continue;
      }
      if (state === afterReturn) {
        state = cellStart;
        if (byte === lineFeed) {
          this.endRow(base + k + 1, width);
          width = 1;
          continue;
        }
        this.endRow(base + k, width);
        width = 1;
      }
      if (byte === delimiter) {
        width++;
        state = cellStart;
        copy?.endCell();
      } else if (byte === lineFeed) {
        this.endRow(base + k + 1, width);
        width = 1;
        state = cellStart;
      } else if (byte === carriageReturn) state = afterReturn;
      else if (byte === quote && state === cellStart) state = quoted;
      else {
        if (byte === 0) throw new NotCsv("zero byte", this.rows + 1);
        state = byte === quote && state === quoteInQuoted ? quoted : plain;
        copy?.add(byte);
      }
    }
    this.position = base + bytes.length;
    this.state = state;
    this.width = width;
    if (this.position - this.rowStart > longestRowBytes) throw new NotCsv("long row", this.rows + 1);
  }

  /** Nothing follows: what is left is the last row. An empty rest is none. */
  finish(): void {
    if (this.position > this.rowStart) this.endRow(this.position, this.width);
    this.width = 1;
    this.state = cellStart;
  }

  private endRow(end: number, width: number): void {
    if (end - this.rowStart > longestRowBytes) throw new NotCsv("long row", this.rows + 1);
    this.rowStart = end;
    this.rows++;
    this.options.copy?.endRow();
    this.options.onRow(end, width);
  }
}
