/** Cells of a few rows, as text. */
import { decodeRow } from "./dialect.ts";
import { RowScanner } from "./row-scanner.ts";

/** Where the rows of a piece end: offsets in the piece. `isEnd`: the piece ends where the file ends. */
export function rowEnds(bytes: Uint8Array, delimiter: number, { isEnd, most }: { isEnd: boolean; most: number }) {
  const ends: number[] = [];
  const scanner = new RowScanner({ delimiter, onRow: (end) => ends.push(end), start: 0 });
  const step = 64 * 1024;
  for (let at = 0; at < bytes.length && ends.length < most; at += step) scanner.push(bytes.subarray(at, at + step));
  if (isEnd && ends.length < most) scanner.finish();
  return ends.slice(0, most);
}

/** Cells of one row: the text as it stands, without the marks that quote it. `row`: with or without its line break. */
export function cellsOf(row: Uint8Array, delimiter: number): string[] {
  const text = decodeRow(row).replace(/(\r\n|\n|\r)$/, "");
  const mark = String.fromCharCode(delimiter);
  if (!text.includes('"')) return text.split(mark);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at, mark) : plainCell(text, at, mark);
    cells.push(cell);
    if (end >= text.length) return cells;
    at = end + 1;
  }
}

function plainCell(text: string, at: number, mark: string): { cell: string; end: number } {
  const found = text.indexOf(mark, at);
  const end = found === -1 ? text.length : found;
  return { cell: text.slice(at, end), end };
}

function quotedCell(text: string, at: number, mark: string): { cell: string; end: number } {
  let cell = "";
  let from = at + 1;
  for (;;) {
    const close = text.indexOf('"', from);
    if (close === -1) return { cell: cell + text.slice(from), end: text.length };
    cell += text.slice(from, close);
    from = close + 1;
    if (text[from] !== '"') break;
    cell += '"';
    from++;
  }
  // What follows the closing mark belongs to the cell; a mark in it that follows no other text opens the quotation again.
  const rest = plainCell(text, from, mark);
  return { cell: cell + rest.cell, end: rest.end };
}
