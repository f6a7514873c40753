// The lossless code of sample blocks: sizes and places that its files share.
// A block of rows goes in chunks of `span` samples of every row. Each row of a chunk is 16-bit values ("lane values") that
// are predicted from up to two earlier rows and from their own past; what is left is written as Rice codes.

/** Samples of a row in one chunk. */
export const span: i32 = 2048;
/** Values that share a Rice parameter. */
export const part: i32 = 64;
export const partBytes: usize = 128;
/** Taps of the linear predictor, and the bits after the point of its coefficients and of weights. */
export const taps: i32 = 8;
export const fraction: i32 = 12;
/** Earlier rows that a row may be predicted from. */
export const reach: i32 = 32;

/** Bytes from one row of scratch to the next: not a power of two, or eight rows fall into one set of the cache. */
export const rowBytes: usize = span * 2 + 64;
/** Of a row's note: what its header says. */
export const noteBytes: usize = 64;
/** Bytes read and written beyond the end by vectors. */
export const slack: usize = 64;

/** Places in a note: u8 order, u8 isPlain, u8 refs, u8 form; i16 start; i16 weights[2]; u16 back[2]; i16 taps[8]; ... */
export const noteOrder: usize = 0;
export const notePlain: usize = 1;
export const noteRefs: usize = 2;
export const noteForm: usize = 3;
export const noteStart: usize = 4;
export const noteWeights: usize = 6;
export const noteBack: usize = 10;
export const noteTaps: usize = 16;
/** i32 base of the row's numbers, u32 where the low bytes lie. */
export const noteBase: usize = 32;
export const noteLow: usize = 36;

/** How a row of float32 is told in lane values. The forms from `wide` on add 0, 1 or 2 bytes a sample beside them. */
export const formInt16: i32 = 0;
/** Whole numbers within 65536 of each other: less a base. */
export const formNarrow: i32 = 1;
/** Whole numbers: the upper part of their differences. */
export const formWide: i32 = 2;
/** Any float32: the same of their bits, in the order of the numbers. */
export const formBits: i32 = 5;

/** What a decoder says of bytes that are not a block. */
export const cutShort: i32 = 1;
export const malformed: i32 = 2;
export const leftOver: i32 = 3;

/** Scratch of one block: rows of values, rows of a second kind, notes, products of rows, tables. */
export function paddedRows(rows: i32): i32 {
  return (rows + 7) & ~7;
}
const smallBytes: usize = 16640;

/** Bytes of scratch that a block of so many rows needs, whatever its length. */
export function codecWork(rows: i32): usize {
  return <usize>(paddedRows(rows) + 1) * (2 * rowBytes + noteBytes + ((reach + 1) << 2)) + smallBytes;
}
export function rowsAt(work: usize): usize {
  return work + smallBytes;
}
export function secondRowsAt(work: usize, rows: i32): usize {
  return rowsAt(work) + <usize>(paddedRows(rows) + 1) * rowBytes;
}
export function notesAt(work: usize, rows: i32): usize {
  return rowsAt(work) + <usize>(paddedRows(rows) + 1) * (2 * rowBytes);
}
export function productsAt(work: usize, rows: i32): usize {
  return notesAt(work, rows) + <usize>(paddedRows(rows) + 1) * noteBytes;
}
/** In the small part: the tables of codec-bits, those of codec-lanes, Levinson's numbers, a row with room before it, codes, counts. */
export const bitTables: usize = 0;
export const laneTables: usize = 4608;
export const levinsonTables: usize = 5632;
export const rowTable: usize = 6144;
export const partCodes: usize = 14400;
export const countTable: usize = 14464;
