/**
 * A part of an annotation session as columns (`getAnnotationColumns`): `u32 magic, u32 headerBytes, header (JSON, UTF-8), columns`, all
 * little-endian. Texts and what many annotations share are said once in the header; columns hold indexes into those lists. A column is a
 * byte that says how it is written, then its numbers: one, where all are the same; whole ones as differences, from the number before or, ends, from their starts, in
 * groups of seven bits; others as float64. Some 11 bytes an annotation, and a page reads bytes more slowly than it makes numbers of them.
 */
import type { AnnotationContent, AnnotationPerson } from "./annotations.ts";

/** What many annotations of a session have in common. */
export type AnnotationStyle = Pick<
  AnnotationContent,
  "annotation_type" | "modalities" | "color" | "opacity" | "tags" | "kind"
>;

export interface AnnotationColumnsHeader {
  annotation_group_id: number;
  /** Of the recording's log as the part was read: what came after it is asked for from here. */
  sequence: number;
  /** Where the next part begins; null: this is the last. */
  next_after_id: number | null;
  titles: string[];
  descriptions: string[];
  styles: AnnotationStyle[];
  people: AnnotationPerson[];
}

/** Row k of each column is one annotation; rows ascend by id. */
export interface AnnotationColumns extends AnnotationColumnsHeader {
  count: number;
  /** Epoch ms. */
  starts: Float64Array;
  ends: Float64Array;
  madeAt: Float64Array;
  revisions: Float64Array;
  ids: Uint32Array;
  /** Index in `titles`, `descriptions`, `styles`. */
  title: Uint32Array;
  description: Uint32Array;
  style: Uint32Array;
  /** Index in `people` plus one; 0: the account is gone. */
  person: Uint32Array;
}

const magic = 0x32414743; // "CGA2"
const doubles = ["starts", "ends", "madeAt", "revisions"] as const;
const integers = ["ids", "title", "description", "style", "person"] as const;
const asDifferences = 1;
const asDoubles = 2;
const asOne = 3;
/** Of a difference; seven groups of seven bits hold it and its sign. */
const farthest = 2 ** 48;
const mostGroups = 7;

type Numbers = Float64Array | Uint32Array;
/** What the numbers of a column are differences from; null: each from the one before. */
type Base = Float64Array | null;

/** Whether differences say these numbers exactly. */
function areWhole(values: Numbers, base: Base): boolean {
  let before = 0;
  for (let k = 0; k < values.length; k++) {
    const from = base === null ? before : base[k];
    before = values[k];
    if (!Number.isSafeInteger(before) || !Number.isSafeInteger(from) || Math.abs(before - from) >= farthest)
      return false;
  }
  return true;
}

/** Writes a column at a place; returns the place behind it. */
function writeColumn(out: Uint8Array, from: number, values: Numbers, base: Base): number {
  let at = from;
  const first = values[0];
  if (first !== undefined && values.every((value) => Object.is(value, first))) {
    out[at++] = asOne;
    out.set(new Uint8Array(Float64Array.of(first).buffer), at);
    return at + 8;
  }
  if (!areWhole(values, base)) {
    out[at++] = asDoubles;
    out.set(new Uint8Array(Float64Array.from(values).buffer), at);
    return at + 8 * values.length;
  }
  out[at++] = asDifferences;
  let before = 0;
  for (let k = 0; k < values.length; k++) {
    const difference = values[k] - (base === null ? before : base[k]);
    before = values[k];
    // The sign is the lowest bit.
    let rest = difference < 0 ? -2 * difference - 1 : 2 * difference;
    while (rest > 127) {
      out[at++] = (rest % 128) + 128;
      rest = Math.floor(rest / 128);
    }
    out[at++] = rest;
  }
  return at;
}

/** Encodes a part into one fresh buffer. */
export function encodeAnnotationColumns(columns: AnnotationColumns): Uint8Array<ArrayBuffer> {
  const { annotation_group_id, sequence, next_after_id, titles, descriptions, styles, people, count } = columns;
  const facts = { annotation_group_id, sequence, next_after_id, titles, descriptions, styles, people, count };
  const header = new TextEncoder().encode(JSON.stringify(facts));
  const out = new Uint8Array(8 + header.length + (doubles.length + integers.length) * (1 + 8 * Math.max(1, count)));
  const view = new DataView(out.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, header.length, true);
  out.set(header, 8);
  let at = 8 + header.length;
  const starts = columns.starts.subarray(0, count);
  for (const name of [...doubles, ...integers])
    at = writeColumn(out, at, columns[name].subarray(0, count), name === "ends" ? starts : null);
  return out.slice(0, at);
}

const failure = () => new Error("Failed to decode data.");

/** Reads columns one after the other. Every call throws where the bytes are none. */
class ColumnReader {
  constructor(
    private readonly bytes: Uint8Array<ArrayBuffer>,
    private at: number,
  ) {}

  fill<N extends Numbers>(values: N, base: Base = null): N {
    const how = this.bytes[this.at++];
    if (how === asDoubles) values.set(this.doubles(values.length));
    else if (how === asOne) values.fill(this.doubles(1)[0]);
    else if (how === asDifferences) this.fillByDifferences(values, base);
    else throw failure();
    return values;
  }

  private doubles(count: number): Float64Array {
    const end = this.at + 8 * count;
    if (end > this.bytes.length) throw failure();
    const values = new Float64Array(this.bytes.buffer.slice(this.at, end));
    this.at = end;
    return values;
  }

  private fillByDifferences(values: Numbers, base: Base): void {
    const { bytes } = this;
    let { at } = this;
    let before = 0;
    for (let k = 0; k < values.length; k++) {
      let byte = bytes[at++];
      let number = byte & 127;
      for (let group = 1, scale = 128; byte > 127; group++, scale *= 128) {
        if (group === mostGroups) throw failure();
        byte = bytes[at++];
        number += (byte & 127) * scale;
      }
      const half = Math.floor(number / 2);
      before = (base === null ? before : base[k]) + (number === 2 * half ? half : -half - 1);
      values[k] = before;
    }
    if (at > bytes.length) throw failure();
    this.at = at;
  }

  isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }
}

function isWithin(list: Uint32Array, most: number): boolean {
  for (let k = 0; k < list.length; k++) if (list[k] >= most) return false;
  return true;
}

/** @throws Error "Failed to decode data." (spec 001 section 8) when they are no such part */
export function decodeAnnotationColumns(bytes: ArrayBuffer): AnnotationColumns {
  if (bytes.byteLength < 8) throw failure();
  const view = new DataView(bytes);
  const headerBytes = view.getUint32(4, true);
  if (view.getUint32(0, true) !== magic || 8 + headerBytes > bytes.byteLength) throw failure();
  let header: AnnotationColumnsHeader & { count: number };
  try {
    header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 8, headerBytes)));
  } catch {
    throw failure();
  }
  const { count } = header;
  const { titles, descriptions, styles, people } = header;
  // Each id takes a byte at least.
  const isCount = Number.isInteger(count) && count >= 0 && count <= bytes.byteLength;
  if (!isCount || ![titles, descriptions, styles, people].every(Array.isArray)) throw failure();
  const reader = new ColumnReader(new Uint8Array(bytes), 8 + headerBytes);
  const double = (base: Base = null) => reader.fill(new Float64Array(count), base);
  const integer = () => reader.fill(new Uint32Array(count));
  const starts = double();
  const columns: AnnotationColumns = {
    ...header,
    ...{ starts, ends: double(starts), madeAt: double(), revisions: double() },
    ...{ ids: integer(), title: integer(), description: integer(), style: integer(), person: integer() },
  };
  const isSound =
    reader.isAtEnd() &&
    isWithin(columns.title, titles.length) &&
    isWithin(columns.description, descriptions.length) &&
    isWithin(columns.style, styles.length) &&
    isWithin(columns.person, people.length + 1);
  if (!isSound) throw failure();
  return columns;
}
