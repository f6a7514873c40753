/**
 * A part of an annotation session as columns (`getAnnotationColumns`): `u32 magic, u32 headerBytes, header (JSON, UTF-8), padding to 8,
 * columns`, all little-endian. Texts and what many annotations share are said once in the header; columns hold indexes into those lists. A
 * session of 100,000 is two buffers that are read by laying arrays over them.
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

const magic = 0x31414743; // "CGA1"
const doubles = ["starts", "ends", "madeAt", "revisions"] as const;
const integers = ["ids", "title", "description", "style", "person"] as const;
const align = (n: number) => (n + 7) & ~7;

const strideOf = (count: number) => ({ double: count * 8, integer: align(count * 4) });

/** Encodes a part into one fresh buffer. */
export function encodeAnnotationColumns(columns: AnnotationColumns): Uint8Array<ArrayBuffer> {
  const { annotation_group_id, sequence, next_after_id, titles, descriptions, styles, people, count } = columns;
  const facts = { annotation_group_id, sequence, next_after_id, titles, descriptions, styles, people, count };
  const header = new TextEncoder().encode(JSON.stringify(facts));
  const stride = strideOf(count);
  let at = align(8 + header.length);
  const out = new Uint8Array(at + doubles.length * stride.double + integers.length * stride.integer);
  const view = new DataView(out.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, header.length, true);
  out.set(header, 8);
  for (const name of doubles) {
    new Float64Array(out.buffer, at, count).set(columns[name].subarray(0, count));
    at += stride.double;
  }
  for (const name of integers) {
    new Uint32Array(out.buffer, at, count).set(columns[name].subarray(0, count));
    at += stride.integer;
  }
  return out;
}

/**
 * Lays the columns over the bytes, which are not copied.
 * @throws Error "Failed to decode data." (spec 001 section 8) when they are no such part
 */
export function decodeAnnotationColumns(bytes: ArrayBuffer): AnnotationColumns {
  const failure = () => new Error("Failed to decode data.");
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
  const stride = strideOf(count);
  const dataAt = align(8 + headerBytes);
  if (dataAt + doubles.length * stride.double + integers.length * stride.integer !== bytes.byteLength) throw failure();
  const double = (k: number) => new Float64Array(bytes, dataAt + k * stride.double, count);
  const from = dataAt + doubles.length * stride.double;
  const integer = (k: number) => new Uint32Array(bytes, from + k * stride.integer, count);
  const columns: AnnotationColumns = {
    ...header,
    starts: double(0),
    ends: double(1),
    madeAt: double(2),
    revisions: double(3),
    ids: integer(0),
    title: integer(1),
    description: integer(2),
    style: integer(3),
    person: integer(4),
  };
  const isWithin = (list: Uint32Array, most: number) => list.every((index) => index < most);
  const isSound =
    isWithin(columns.title, header.titles.length) &&
    isWithin(columns.description, header.descriptions.length) &&
    isWithin(columns.style, header.styles.length) &&
    isWithin(columns.person, header.people.length + 1);
  if (!isSound) throw failure();
  return columns;
}
