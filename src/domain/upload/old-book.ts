/** Whether the records of an old workbook (.xls) follow each other to their end: its parser goes on whatever it meets, and may never come back. */

/** Beginnings of a part, by the versions from 2 to 8. */
const begins: readonly number[] = [0x0009, 0x0209, 0x0409, 0x0809];
const ends = 0x000a;
const sheet = 0x0085;
const columns = 0x007d;
const longestRecord = 8224;
/** Records of one value, which begin with its row and column, and those of several, which end with the last column. */
const values: readonly number[] = [0x0006, 0x0203, 0x0204, 0x0205, 0x0206, 0x00d6, 0x00fd, 0x027e, 0x0406];
const severalValues = 0x00bd;
/** Beyond it a sheet of that time has none. */
const lastColumn = 255;

/** What the records tell that the parser does not. */
export interface OldBookFacts {
  /** Columns with a value that spreadsheet programs do not show. */
  hiddenColumns: number;
}

/**
 * `stream`: of the book, or a file that is nothing else. Null unless every part ends, and every sheet that is named begins where the
 * book says.
 */
export function oldBookFacts(stream: Uint8Array): OldBookFacts | null {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength);
  const parts = new Set<number>();
  const named: number[] = [];
  const shown = new Columns();
  let [at, depth, hiddenColumns] = [0, 0, 0];
  while (at + 4 <= stream.length) {
    const [kind, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    const isBeginning = begins.includes(kind);
    if (depth === 0 && !isBeginning) break; // padding
    if (length > longestRecord || at + 4 + length > stream.length) return null;
    if (depth === 0) parts.add(at);
    if (isBeginning) depth++;
    else if (kind === ends) {
      depth--;
      if (depth === 0) hiddenColumns += shown.take();
    } else if (kind === sheet && length >= 4) named.push(view.getUint32(at + 4, true));
    else if (depth === 1) shown.look(kind, new DataView(stream.buffer, stream.byteOffset + at + 4, length));
    at += 4 + length;
  }
  return depth === 0 && parts.size > 0 && named.every((place) => parts.has(place)) ? { hiddenColumns } : null;
}

/** The columns of one part: which of them hold a value, and which are hidden. */
class Columns {
  readonly #filled = new Set<number>();
  readonly #hidden = new Set<number>();

  look(kind: number, record: DataView): void {
    const length = record.byteLength;
    if (kind === columns && length >= 10) {
      if ((record.getUint16(8, true) & 1) !== 0)
        add(this.#hidden, record.getUint16(0, true), record.getUint16(2, true));
    } else if (kind === severalValues && length >= 6)
      add(this.#filled, record.getUint16(2, true), record.getUint16(length - 2, true));
    else if (values.includes(kind) && length >= 4) this.#filled.add(record.getUint16(2, true));
  }

  /** How many of them hold a value and are hidden; the next part begins. */
  take(): number {
    const count = [...this.#hidden].filter((column) => this.#filled.has(column)).length;
    this.#filled.clear();
    this.#hidden.clear();
    return count;
  }
}

function add(set: Set<number>, from: number, to: number): void {
  for (let column = from; column <= Math.min(to, lastColumn); column++) set.add(column);
}
