/** What in the files of a Natus study tells who the patient is (formats.md 4.2, 4.5, 4.7). */
import { decodeText, latin1 } from "../edf/text.ts";
import { genericBytes } from "../natus/header.ts";
import { isAnonymous, isNobodysName } from "./anonymous.ts";
import { type Finding, finding } from "./findings.ts";
import { identifyingField } from "./identifying-keys.ts";
import { scanKeyTree, type TreeLeaf } from "./key-tree-scan.ts";
import { type BytePatch, filled } from "./patches.ts";
import { stableCode } from "./stable-code.ts";
import { crossedOut, type WordSearch } from "./word-search.ts";

const place = { baseSchema: 18, created: 20, numbers: 24, last: 32, first: 112, middle: 192, patientId: 272 };
const fieldBytes = 80;
const stcPaddingFrom = 360;
const segmentsFrom = 408;
const segmentBytes = 272;
const segmentNameBytes = 256;
const noteHeadBytes = 16;
const letterX = 0x58;

export interface NatusIdentity {
  /** "Jane Q Doe", "" where there is none. */
  name: string;
  patientId: string;
  /** Creation time and the recorder's own numbers: the same in every copy of the study. */
  marks: string;
}

/** `head`: the first 352 bytes, or all of a shorter file. */
export function readIdentity(head: Uint8Array): NatusIdentity {
  const text = (at: number) => {
    const bytes = head.subarray(at, at + fieldBytes);
    const end = bytes.indexOf(0);
    return decodeText(end < 0 ? bytes : bytes.subarray(0, end)).trim();
  };
  const name = [place.first, place.middle, place.last].map(text).filter((part) => part !== "");
  return {
    name: name.join(" "),
    patientId: text(place.patientId),
    marks: latin1(head.subarray(place.created, place.last)),
  };
}

/** Clears names and numbers of a file's first 352 bytes. With base schema 0 the recorder's numbers are its version. */
export function clearedHeader(head: Uint8Array): BytePatch[] {
  const from = head[place.baseSchema] === 0 ? place.last : place.numbers;
  return head.length <= from ? [] : [filled(from, Math.min(genericBytes, head.length) - from, 0)];
}

/** Bytes of the tables that no reader takes: the padding of `.stc`, and rests of entries at the end of the others. */
export function clearedRests(rest: string, sizeBytes: number): BytePatch[] {
  const clear = (from: number, to: number) => (from < to ? [filled(from, to - from, 0)] : []);
  if (/\.stc$/i.test(rest)) return clear(stcPaddingFrom, Math.min(segmentsFrom, sizeBytes));
  const entry = /\.etc$/i.test(rest) ? 16 : /\.snc$/i.test(rest) ? 12 : 1;
  const behind = Math.max(0, sizeBytes - genericBytes) % entry;
  return clear(sizeBytes - behind, sizeBytes);
}

/** What a study is called without its patient: the same for every copy of it. */
export function studyCode(base: string, { marks }: NatusIdentity): string {
  return `Natus_${stableCode(`${codeOf(base)} ${marks}`)}`;
}

const trailingCode = /[_\s-]*\{?([0-9a-f]{8}[0-9a-f-]*)\}?$/i;
const codeOf = (base: string) => trailingCode.exec(base)?.[1].toLowerCase() ?? "";

/** The part of a study's file or folder name that people gave it: without the recorder's code behind it. */
export const givenName = (base: string): string => base.replace(trailingCode, "").replaceAll(/[~_]+/g, " ").trim();

/** `.stc`: names of segments are file names, so they follow the files to their new base; and nothing behind the table. */
export function renamedSegments(bytes: Uint8Array, newBase: string): BytePatch[] {
  const count = Math.max(0, Math.floor((bytes.length - segmentsFrom) / segmentBytes));
  const nameAt = (k: number) => {
    const field = bytes.subarray(segmentsFrom + k * segmentBytes, segmentsFrom + k * segmentBytes + segmentNameBytes);
    const end = field.indexOf(0);
    return latin1(end < 0 ? field : field.subarray(0, end));
  };
  const first = count > 0 ? nameAt(0) : "";
  const newFirst = newBase + (/_\d{3,4}$/.exec(first)?.[0] ?? "");
  const patches: BytePatch[] = [];
  for (let k = 0; k < count; k++) {
    const rest = nameAt(k).startsWith(first) ? nameAt(k).slice(first.length) : null;
    // Readers number segments by these names; one of another form must stay one of another form.
    const name =
      nameAt(k) === "" ? "" : rest !== null && /^(_\d{3,4})?$/.test(rest) ? newFirst + rest : `${newBase}-${k}`;
    const patch = filled(segmentsFrom + k * segmentBytes, segmentNameBytes, 0);
    patch.bytes.set(new TextEncoder().encode(name));
    patches.push(patch);
  }
  const end = segmentsFrom + count * segmentBytes;
  if (bytes.length > end && bytes.length > segmentsFrom) patches.push(filled(end, bytes.length - end, 0));
  return patches;
}

export interface TextIdentity {
  findings: Finding[];
  /** Texts by which the patient can be found elsewhere. */
  words: string[];
  patches: BytePatch[];
}

/** `.eeg`: all that people wrote in it is crossed out; no reader needs it. */
export function studyTextIdentity(bytes: Uint8Array, file: string): TextIdentity {
  const text = latin1(bytes.subarray(genericBytes));
  const stop = text.indexOf("\0");
  const end = stop < 0 ? text.length : stop;
  const { leaves, isComplete } = scanKeyTree(text.slice(0, end));
  const identity: TextIdentity = { findings: [], words: [], patches: [] };
  for (const leaf of leaves) {
    const value = decodeText(bytes.subarray(genericBytes + leaf.from, genericBytes + leaf.to)).trim();
    const kind = identifyingField(leaf.key);
    const isKnown = kind !== null && !(kind === "staff" ? isNobodysName(value) : isAnonymous(value));
    if (isKnown) identity.findings.push(finding(kind, value, file));
    if (isKnown && (kind === "name" || kind === "identifier")) identity.words.push(value);
    identity.patches.push(...crossedOutLeaf(leaf, genericBytes, kind !== null, text));
  }
  if (!isComplete) identity.patches.push(filled(genericBytes, end, 0x20));
  if (end < text.length) identity.patches.push(filled(genericBytes + end, text.length - end, 0));
  return identity;
}

/** Strings become X; bare numbers only under keys that identify, where they become 0. */
function crossedOutLeaf(
  { from, to, isQuoted }: TreeLeaf,
  offset: number,
  isIdentifying: boolean,
  text: string,
): BytePatch[] {
  if (isQuoted) return from < to ? [filled(offset + from, to - from, letterX)] : [];
  if (!isIdentifying) return [];
  const patch = filled(offset + from, to - from, 0x30);
  for (let i = from; i < to; i++) if (!/[\p{L}\p{N}]/u.test(text[i])) patch.bytes[i - from] = text.charCodeAt(i);
  return [patch];
}

export interface NotesIdentity {
  patches: BytePatch[];
  /** What was found of the patient: in free text, and under keys that identify. */
  free: string[];
  keyed: Finding[];
  /** Who wrote notes. */
  staff: Set<string>;
  damaged: number;
}

export const newNotesIdentity = (): NotesIdentity => ({
  patches: [],
  free: [],
  keyed: [],
  staff: new Set(),
  damaged: 0,
});

/** One entry of a notes file. */
export interface NotePlace {
  /** 1: a note. Others are skipped by readers; null: what lies behind the last one. */
  type: number | null;
  from: number;
  to: number;
}

/** The entries of a notes file, without their heads, and what lies behind them, with what stands in a head's place. */
export function* notePlaces(bytes: Uint8Array): Generator<NotePlace> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = genericBytes;
  while (at + noteHeadBytes <= bytes.length) {
    const [type, length] = [view.getInt32(at, true), view.getInt32(at + 4, true)];
    if (type === 0 || length < noteHeadBytes || at + length > bytes.length) {
      yield { type: null, from: at, to: bytes.length };
      return;
    }
    yield { type, from: at + noteHeadBytes, to: at + length };
    at += length;
  }
  if (at < bytes.length) yield { type: null, from: at, to: bytes.length };
}

/** What is looked for in notes: `anywhere`, and in names of channels, by which traces are called. */
export interface NoteSearch {
  anywhere: WordSearch;
  labels: WordSearch;
}

/** By these numbers notes are found in time. */
const isStamp = (key: string): boolean => /(^|\.)Stamp$/.test(key);

/** Adds what one entry holds. */
export function addNote(
  identity: NotesIdentity,
  bytes: Uint8Array,
  { type, from, to }: NotePlace,
  search: NoteSearch,
  file: string,
): void {
  if (from >= to) return;
  if (type !== 1) {
    const cleared = filled(from, to - from, 0);
    // A head that cannot be right may be part of a text: one that cannot be right either takes its place.
    if (type === null && to - from >= noteHeadBytes && bytes.subarray(from, from + 4).some((byte) => byte !== 0))
      cleared.bytes[0] = 1;
    identity.patches.push(cleared);
    return;
  }
  const stop = bytes.subarray(from, to).indexOf(0);
  const end = stop < 0 ? to : from + stop;
  const text = latin1(bytes.subarray(from, end));
  const { leaves, isComplete } = scanKeyTree(text);
  if (end < to) identity.patches.push(filled(end, to - end, 0));
  if (!isComplete) {
    identity.damaged++;
    identity.patches.push(filled(from, end - from, 0x20));
    return;
  }
  for (const leaf of leaves) {
    const kind = identifyingField(leaf.key);
    const value = decodeText(bytes.subarray(from + leaf.from, from + leaf.to)).trim();
    if (value === "") continue;
    const isLabel = /(^|\.)ChanNames$/.test(leaf.key);
    if (kind !== null) {
      if (kind === "staff") {
        if (!isNobodysName(value)) identity.staff.add(value);
      } else if (!isAnonymous(value)) identity.keyed.push(finding(kind, value, file));
      identity.patches.push(...crossedOutLeaf(leaf, from, true, text));
    } else if (leaf.isQuoted || !isStamp(leaf.key)) {
      for (const found of (isLabel ? search.labels : search.anywhere).find(
        withoutEscapes(bytes.subarray(from + leaf.from, from + leaf.to)),
      )) {
        const patch = crossedOut(found);
        identity.patches.push({ ...patch, offset: patch.offset + from + leaf.from });
        identity.free.push(decodeText(bytes.subarray(from + leaf.from + found.from, from + leaf.from + found.to)));
      }
    }
  }
}

/** `\xd` and `\"` as spaces: their letters are no part of the word behind them. */
function withoutEscapes(bytes: Uint8Array): Uint8Array {
  const copy = bytes.slice();
  for (let i = 0; i + 1 < copy.length; i++) {
    if (copy[i] !== 0x5c) continue;
    const length = copy[i + 1] === 0x78 && (copy[i + 2] === 0x64 || copy[i + 2] === 0x61) ? 3 : 2;
    copy.fill(0x20, i, i + length);
    i += length - 1;
  }
  return copy;
}
