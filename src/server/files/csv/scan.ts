/** One pass over a CSV file: where its rows are, how many, how wide, and their copy for the engine. */
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Dialect } from "./dialect.ts";
import { copyName, mostColumns, type RowPlaces, textName } from "./messages.ts";
import { PlainRows } from "./plain-rows.ts";
import { RowScanner } from "./row-scanner.ts";

/** A place is remembered after so many rows, or so many bytes. */
const rowsPerPlace = 256;
/** Of a file of very many rows, after more of them: 65,536 places for as many rows as there were before, and no more. */
const placesShift = 16;
const bytesPerPlace = 256 * 1024;
/** Bytes that are scanned at once. */
const stepBytes = 64 * 1024;
/** A larger copy is not made: the file has so many rows that no search of it would end in time. */
const largestCopyBytes = 1024 ** 3;

export class TooManyColumns extends Error {
  override readonly name = "TooManyColumns";
}

export class CsvScan {
  width = 0;
  private readonly rows: number[] = [];
  private readonly offsets: number[] = [];
  private readonly scanner: RowScanner;
  private readonly copy: PlainRows | undefined;
  /** Turns UTF-16 into UTF-8, which is then what offsets count. */
  private readonly decoder: TextDecoder | null;
  private readonly text: number | null;
  private copyFile: number | null = null;
  private copyBytes = 0;
  private last = { row: 0, offset: 0 };

  /** `folder`: is there. @throws what the disk says */
  constructor(
    private readonly folder: string,
    dialect: Dialect,
    { hasTable }: { hasTable: boolean },
  ) {
    const { delimiter, encoding } = dialect;
    const isUtf8 = encoding === "utf-8";
    this.decoder = isUtf8 ? null : new TextDecoder(encoding, { ignoreBOM: true });
    this.text = isUtf8 ? null : openSync(join(folder, textName), "w");
    if (hasTable) {
      this.copyFile = openSync(this.copyPath, "w");
      this.copy = new PlainRows((lines) => this.write(lines), 0);
    }
    const start = isUtf8 ? dialect.bomBytes : 0;
    this.rows.push(0);
    this.offsets.push(start);
    this.last.offset = start;
    const onRow = (end: number, width: number) => this.endRow(end, width);
    this.scanner = new RowScanner({ delimiter, onRow, copy: this.copy, start });
  }

  get copyPath(): string {
    return join(this.folder, copyName);
  }

  get rowCount(): number {
    return this.scanner.rows;
  }

  /** Whether the copy has escapes, or null when there is no copy: the disk did not take it, or nobody wanted it. */
  get copyEscapes(): boolean | null {
    return this.copy === undefined || this.copyFile === null ? null : this.copy.hasEscapes;
  }

  /** @throws NotCsv, TooManyColumns */
  push(bytes: Uint8Array): void {
    const text = this.decoder === null ? bytes : Buffer.from(this.decoder.decode(bytes, { stream: true }));
    this.pushText(text);
  }

  finish(): void {
    if (this.decoder !== null) this.pushText(Buffer.from(this.decoder.decode()));
    this.scanner.finish();
    this.copy?.flush();
    this.close();
  }

  /** Places found since the last time. */
  takePlaces(): RowPlaces {
    return { rows: Float64Array.from(this.rows.splice(0)), offsets: Float64Array.from(this.offsets.splice(0)) };
  }

  /** Closes its files. */
  close(): void {
    if (this.text !== null && !this.isClosed) closeSync(this.text);
    if (this.copyFile !== null && !this.isClosed) closeSync(this.copyFile);
    this.isClosed = true;
  }
  private isClosed = false;

  private pushText(text: Uint8Array): void {
    if (this.text !== null) writeSync(this.text, text);
    for (let at = 0; at < text.length; at += stepBytes) this.scanner.push(text.subarray(at, at + stepBytes));
  }

  private endRow(end: number, width: number): void {
    if (width > this.width) {
      if (width > mostColumns) throw new TooManyColumns();
      this.width = width;
    }
    const row = this.scanner.rows;
    const step = Math.max(rowsPerPlace, row / 2 ** placesShift);
    if (row - this.last.row < step && end - this.last.offset < bytesPerPlace) return;
    this.last = { row, offset: end };
    this.rows.push(row);
    this.offsets.push(end);
  }

  /** Without room for the copy the file can still be paged through. */
  private write(lines: Uint8Array): void {
    if (this.copyFile === null) return;
    this.copyBytes += lines.length;
    try {
      if (this.copyBytes > largestCopyBytes) throw new RangeError("The copy is too large.");
      for (let at = 0; at < lines.length; ) at += writeSync(this.copyFile, lines, at);
    } catch {
      closeSync(this.copyFile);
      this.copyFile = null;
    }
  }
}
