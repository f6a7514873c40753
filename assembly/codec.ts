// The lossless code of sample and column blocks (codec-layout.ts): what is written, in which order, and the checks of what is read.
//
// chunk  rows, one after the other
// row    float32 only: u8 form, i32 base
//        u8 order of the taps | refs << 4; i16 start unless the row is plain; for each ref u8 how far back, i16 weight; i16 taps[order];
//        u16 bytes of ones; codes of the parts, two to a byte; low bits; ones; the bytes beside the lane values
import { choosePartCodes, lowBytesOf, prepareBits, readParts, writeParts } from "./codec-bits";
import { giveFloat32, giveInt16, lowBytesOfForm, takeFloat32, takeInt16, writeLowBytes } from "./codec-forms";
import { addRows, predictLanes } from "./codec-lanes";
import {
  bitTables,
  codecWork,
  countTable,
  cutShort,
  formBits,
  formInt16,
  formNarrow,
  laneTables,
  leftOver,
  malformed,
  noteBack,
  noteBase,
  noteBytes,
  noteForm,
  noteLow,
  noteOrder,
  notePlain,
  noteRefs,
  noteStart,
  notesAt,
  noteTaps,
  noteWeights,
  part,
  partCodes,
  productsAt,
  reach,
  rowBytes,
  rowsAt,
  secondRowsAt,
  span,
  taps,
} from "./codec-layout";
import { chooseRows, chooseTaps, differences, multiplyRows } from "./codec-plan";

export { codecWork };

/** What a block holds: int16 [row][count]; float32 [row][count]; float32 [row][count][2], whose pairs are two rows to the code. */
const kindInt16: i32 = 0;
const kindPairs: i32 = 2;

/** Most that the header of a row and its parts may take besides two bytes a value and those beside them. */
const mostHeader: usize = 64;

function firstOf(block: usize, row: i32, count: i32, from: i32, kind: i32): usize {
  if (kind === kindInt16) return block + ((<usize>row * <usize>count + <usize>from) << 1);
  if (kind === kindPairs)
    return block + ((<usize>(row >> 1) * <usize>count + <usize>from) << 3) + ((<usize>row & 1) << 2);
  return block + ((<usize>row * <usize>count + <usize>from) << 2);
}
function stepOf(kind: i32): usize {
  return kind === kindPairs ? 8 : 4;
}
function rowsOf(rows: i32, kind: i32): i32 {
  return kind === kindPairs ? rows * 2 : rows;
}
function partsOf(values: i32): i32 {
  return (values + part - 1) / part;
}
function tilesOf(values: i32): i32 {
  return (values + 7) >> 3;
}

/**
 * Codes a block. src: `rows` rows of `count` values (pairs); work: codecWork of them bytes of scratch (twice the rows for pairs).
 * Returns the bytes written to dst, or 0 when `room` may not do: it is then not worth it.
 */
export function encodeBlock(src: usize, rows: i32, count: i32, kind: i32, dst: usize, room: usize, work: usize): usize {
  const all = rowsOf(rows, kind);
  const end = dst + room;
  let at = dst;
  for (let from = 0; from < count; from += span) {
    at = encodeChunk(src, all, count, from, kind, at, end, work);
    if (at === 0) return 0;
  }
  return at - dst;
}

function encodeChunk(
  src: usize,
  rows: i32,
  count: i32,
  from: i32,
  kind: i32,
  dst: usize,
  end: usize,
  work: usize,
): usize {
  const values = min(span, count - from);
  const tiles = tilesOf(values);
  const base = rowsAt(work);
  const second = secondRowsAt(work, rows);
  const notes = notesAt(work, rows);
  const products = productsAt(work, rows);
  const step = stepOf(kind);
  memory.fill(notes, 0, <usize>(rows + 7) * noteBytes);
  for (let row = 0; row < rows; row++) {
    const own = base + <usize>row * rowBytes;
    const note = notes + <usize>row * noteBytes;
    const first = firstOf(src, row, count, from, kind);
    if (kind === kindInt16) takeInt16(first, values, own, note);
    else takeFloat32(first, step, values, own, note, work);
    differences(own, second + <usize>row * rowBytes, tiles);
    multiplyRows(second, row, (<usize>(values >> 3)) << 4, products);
  }
  // From here on the second rows hold what is left of each.
  for (let row = 0; row < rows; row++) {
    const own = base + <usize>row * rowBytes;
    const rest = second + <usize>row * rowBytes;
    const note = notes + <usize>row * noteBytes;
    const isPlain = load<u8>(note, notePlain) !== 0;
    if (!isPlain) chooseRows(products, row, notes);
    if (load<u8>(note, noteRefs) === 0) memory.copy(rest, own, (<usize>tiles) << 4);
    else {
      const a = own - <usize>load<u16>(note, noteBack) * rowBytes;
      const b = own - <usize>load<u16>(note, noteBack + 2) * rowBytes;
      addRows(own, a, b, note + noteWeights, rest, tiles, false);
      store<i16>(note, load<i16>(rest), noteStart);
    }
    chooseTaps(rest, values, isPlain, note, work);
  }
  for (let row: usize = 0; row < <usize>rows; row += 8)
    predictLanes(second + row * rowBytes, notes + row * noteBytes, tiles, false, work + laneTables);
  for (let row = 0; row < rows; row++) {
    const note = notes + <usize>row * noteBytes;
    const first = firstOf(src, row, count, from, kind);
    dst = encodeRow(second + <usize>row * rowBytes, values, note, kind, dst, end, work);
    if (dst === 0) return 0;
    dst = writeLowBytes(first, step, values, note, dst);
  }
  return dst;
}

function encodeRow(rest: usize, values: i32, note: usize, kind: i32, dst: usize, end: usize, work: usize): usize {
  const parts = partsOf(values);
  const codes = work + partCodes;
  memory.fill(rest + ((<usize>values) << 1), 0, (<usize>(parts * part - values)) << 1);
  const sizes = choosePartCodes(rest, parts, codes);
  const lowBytes: usize = <u32>sizes;
  const ones = (<usize>(sizes >> 32) + 7) >> 3;
  const beside = <usize>values * <usize>lowBytesOfForm(load<u8>(note, noteForm));
  if (end < dst + mostHeader + (<usize>parts >> 1) + lowBytes + ones + beside + 16) return 0;
  if (kind !== kindInt16) {
    store<u8>(dst, load<u8>(note, noteForm));
    store<i32>(dst, load<i32>(note, noteBase), 1);
    dst += 5;
  }
  const order: i32 = load<u8>(note, noteOrder);
  const refs: i32 = load<u8>(note, noteRefs);
  store<u8>(dst++, <u8>(order | (refs << 4)));
  if (load<u8>(note, notePlain) === 0) {
    store<i16>(dst, load<i16>(note, noteStart));
    dst += 2;
  }
  for (let ref: usize = 0; ref < <usize>refs; ref++) {
    store<u8>(dst, <u8>load<u16>(note + (ref << 1), noteBack));
    store<i16>(dst, load<i16>(note + (ref << 1), noteWeights), 1);
    dst += 3;
  }
  memory.copy(dst, note + noteTaps, (<usize>order) << 1);
  dst += (<usize>order) << 1;
  store<u16>(dst, <u16>ones);
  dst += 2;
  store<u8>(codes + <usize>parts, 0);
  for (let p: usize = 0; p < <usize>parts; p += 2)
    store<u8>(dst++, load<u8>(codes + p) | (load<u8>(codes + p, 1) << 4));
  writeParts(rest, parts, codes, dst, dst + lowBytes);
  return dst + lowBytes + ones;
}

/**
 * The inverse: `bytes` at src to a block at dst. Whatever they are, nothing is written outside of dst and work. Slack of 64 bytes may be
 * read behind src. Returns 0, or 1 when they end too early, 2 when they are no block, 3 when they go on behind it.
 */
export function decodeBlock(src: usize, bytes: usize, rows: i32, count: i32, kind: i32, dst: usize, work: usize): i32 {
  const all = rowsOf(rows, kind);
  const end = src + bytes;
  const base = rowsAt(work);
  const notes = notesAt(work, all);
  prepareBits(work + bitTables);
  memory.fill(notes, 0, <usize>(all + 7) * noteBytes);
  for (let from = 0; from < count; from += span) {
    const values = min(span, count - from);
    for (let row: usize = 0; row < <usize>all; row++) {
      src = decodeRow(src, end, <i32>row, values, kind, base + row * rowBytes, notes + row * noteBytes, work);
      if (src <= <usize>leftOver) return <i32>src;
    }
    const tiles = tilesOf(values);
    for (let row: usize = 0; row < <usize>all; row += 8)
      predictLanes(base + row * rowBytes, notes + row * noteBytes, tiles, true, work + laneTables);
    for (let row: usize = 0; row < <usize>all; row++) {
      const own = base + row * rowBytes;
      const note = notes + row * noteBytes;
      if (load<u8>(note, noteRefs) !== 0) {
        const a = own - <usize>load<u16>(note, noteBack) * rowBytes;
        const b = own - <usize>load<u16>(note, noteBack + 2) * rowBytes;
        addRows(own, a, b, note + noteWeights, own, tiles, true);
      }
      const first = firstOf(dst, <i32>row, count, from, kind);
      if (kind === kindInt16) giveInt16(own, values, first);
      else giveFloat32(own, note, values, first, stepOf(kind));
    }
  }
  return src === end ? 0 : leftOver;
}

/** Reads a row's header into its note and what is left of it into `own`. Returns where it ends, or what is wrong. */
function decodeRow(
  src: usize,
  end: usize,
  row: i32,
  values: i32,
  kind: i32,
  own: usize,
  note: usize,
  work: usize,
): usize {
  // The longest header; what is read behind the end is refused below.
  let form = formInt16;
  if (kind !== kindInt16) {
    form = load<u8>(src);
    store<i32>(note, load<i32>(src, 1), noteBase);
    src += 5;
    if (form < formNarrow || form >= formBits + 3) return src > end ? cutShort : malformed;
  }
  store<u8>(note, <u8>form, noteForm);
  const isPlain = form > formNarrow;
  const head: i32 = load<u8>(src++);
  const order = head & 15;
  const refs = head >> 4;
  if (order > taps || refs > 2 || (isPlain && refs > 0)) return src > end ? cutShort : malformed;
  store<u8>(note, <u8>order, noteOrder);
  store<u8>(note, isPlain ? 1 : 0, notePlain);
  store<u8>(note, <u8>refs, noteRefs);
  store<i16>(note, isPlain ? 0 : load<i16>(src), noteStart);
  if (!isPlain) src += 2;
  store<i16>(note, 0, noteWeights + 2);
  for (let ref: usize = 0; ref < <usize>refs; ref++) {
    const back: i32 = load<u8>(src);
    if (back === 0 || back > min(row, reach)) return src + 3 > end ? cutShort : malformed;
    store<u16>(note + (ref << 1), <u16>back, noteBack);
    store<i16>(note + (ref << 1), load<i16>(src, 1), noteWeights);
    src += 3;
  }
  if (refs === 1) store<u16>(note, load<u16>(note, noteBack), noteBack + 2);
  memory.copy(note + noteTaps, src, (<usize>order) << 1);
  src += (<usize>order) << 1;
  const ones: usize = load<u16>(src);
  src += 2;
  const parts = partsOf(values);
  const codes = work + partCodes;
  if (src + ((<usize>parts + 1) >> 1) > end) return cutShort;
  for (let p: usize = 0; p < <usize>parts; p += 2) {
    const pair = load<u8>(src++);
    store<u8>(codes + p, pair & 15);
    store<u8>(codes + p, pair >> 4, 1);
  }
  const low = src;
  src += lowBytesOf(codes, parts);
  const beside = <usize>values * <usize>lowBytesOfForm(form);
  if (src + ones + beside > end) return cutShort;
  const wrong = readParts(work + bitTables, codes, parts, low, src, src + ones, own, work + countTable);
  if (wrong !== 0) return wrong;
  store<u32>(note, <u32>(src + ones), noteLow);
  return src + ones + beside;
}
