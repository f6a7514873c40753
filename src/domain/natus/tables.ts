/** Table of contents, segment table and clock table of a study (formats.md 4.4 to 4.6). */
import { counted, type Repairs } from "../edf/repairs.ts";
import { latin1 } from "../edf/text.ts";
import { SourceRefused } from "../files/source-refused.ts";
import type { StudyFile } from "./files.ts";
import { genericBytes, rawHeaderBytes, readGeneric, readTable } from "./header.ts";

/** A block of packets in a raw data file. */
export interface PacketBlock {
  /** Byte in the raw data file. */
  offset: number;
  /** Stamp of its first sample; null: it continues what came before. */
  stamp: number | null;
  /** Samples of this file before the block. */
  before: number;
  /** Samples in the block as the 16-bit field has it, and as one with the unknown field behind it; 0 when not told. */
  span: number;
  wideSpan: number;
}

const contentsEntryBytes = 16;
const contentsSchema = 3;

/** The blocks of a raw data file, in order. Null, with a repair, when the table is missing or of no use. */
export async function readContents(
  file: StudyFile | null,
  raw: StudyFile,
  repairs: Repairs,
): Promise<PacketBlock[] | null> {
  if (file === null) {
    repairs.add(`The table of contents of ${raw.shown} is missing; gaps inside that file are not known.`);
    return null;
  }
  const view = await readTable(file);
  const entries = view ? Math.floor((view.byteLength - genericBytes) / contentsEntryBytes) : 0;
  if (view === null || entries === 0) {
    repairs.add(`The table of contents ${file.shown} is empty; gaps inside ${raw.shown} are not known.`);
    return null;
  }
  const { schema } = readGeneric(view);
  if (schema !== contentsSchema) {
    repairs.add(
      `The table of contents ${file.shown} has schema ${schema}, which is not known; gaps inside ${raw.shown} are not known either.`,
    );
    return null;
  }
  if ((view.byteLength - genericBytes) % contentsEntryBytes !== 0) {
    repairs.add(`The table of contents ${file.shown} ends inside an entry.`);
  }
  const blocks: PacketBlock[] = [];
  for (let k = 0; k < entries; k++) {
    const at = genericBytes + k * contentsEntryBytes;
    const block = {
      offset: view.getInt32(at, true),
      stamp: view.getInt32(at + 4, true),
      before: view.getInt32(at + 8, true),
      span: view.getUint16(at + 12, true),
      wideSpan: view.getInt32(at + 12, true),
    };
    if (block.offset === 0 && block.stamp === 0 && block.wideSpan === 0) break; // not yet filled in
    const last = blocks.at(-1);
    const isAscending = last === undefined || (block.offset > last.offset && block.stamp > (last.stamp ?? 0));
    if (!isAscending || block.offset < rawHeaderBytes || block.stamp < 0 || block.before < (last?.before ?? 0)) {
      throw new SourceRefused(`The table of contents ${file.shown} is damaged at byte ${at.toLocaleString("en-US")}.`);
    }
    blocks.push(block);
  }
  if (blocks.length > 0) return blocks;
  repairs.add(`The table of contents ${file.shown} is empty; gaps inside ${raw.shown} are not known.`);
  return null;
}

/** What the segment table says about a raw data file. */
export interface Segment {
  /** 0 for `X.erd`, 1 for `X_001.erd` and so on. */
  number: number;
  firstStamp: number;
  /** Of its last sample. */
  lastStamp: number;
  /** Samples recorded. */
  samples: number;
}

const segmentsFrom = 408;
const segmentBytes = 272;
const nameBytes = 256;

/**
 * Entries in order. Names in the table are those of files, so they tell no more than the number behind them. `studyBase`: what the files of the study are called, which may have been
 * given other names than the table has.
 */
export async function readSegments(file: StudyFile | null, studyBase: string, repairs: Repairs): Promise<Segment[]> {
  if (file === null) return [];
  const view = await readTable(file);
  const entries = view ? Math.floor((view.byteLength - segmentsFrom) / segmentBytes) : 0;
  if (view === null || entries < 1) {
    repairs.add(`The segment table ${file.shown} is empty or cut off.`);
    return [];
  }
  const { schema } = readGeneric(view);
  if (schema !== 1) {
    repairs.add(`The segment table ${file.shown} has schema ${schema}, which is not known; it was left aside.`);
    return [];
  }
  const nameAt = (k: number) => {
    const bytes = new Uint8Array(view.buffer, segmentsFrom + k * segmentBytes, nameBytes);
    const end = bytes.indexOf(0);
    return latin1(bytes.subarray(0, end < 0 ? nameBytes : end));
  };
  if ((view.byteLength - segmentsFrom) % segmentBytes !== 0)
    repairs.add(`The segment table ${file.shown} ends inside an entry.`);
  const names = Array.from({ length: entries }, (_, k) => nameAt(k));
  const bases = [studyBase, names[0], names[0].replace(/_\d{3,4}$/, "")];
  const base = bases.find((one) => names.every((name) => numberBehind(one, name) !== null)) ?? names[0];
  const segments: Segment[] = [];
  for (let k = 0; k < entries; k++) {
    const at = segmentsFrom + k * segmentBytes + nameBytes;
    const segment = {
      number: numberBehind(base, names[k]) ?? k,
      firstStamp: view.getInt32(at, true),
      lastStamp: view.getInt32(at + 4, true),
      samples: view.getInt32(at + 8, true),
    };
    if (segment.firstStamp < 0 || segment.samples < 0) {
      repairs.add(
        `The segment table ${file.shown} is damaged at byte ${at.toLocaleString("en-US")}; the rest was left aside.`,
      );
      break;
    }
    segments.push(segment);
  }
  return segments;
}

/** 0 for the base itself, else the number behind it; null for other names. */
function numberBehind(base: string, name: string): number | null {
  if (name === base) return 0;
  const told = name.startsWith(`${base}_`) ? /^_(\d{3,4})$/.exec(name.slice(base.length)) : null;
  return told === null ? null : Number(told[1]);
}

/** Moments of the recorder's clock: parallel, stamps ascending, times in epoch milliseconds. */
export interface ClockTable {
  stamps: number[];
  times: number[];
}

const clockEntryBytes = 12;
const unixEpochMs = 11_644_473_600_000;
const earliestMs = Date.UTC(1985, 0);
const latestMs = Date.UTC(2100, 0);

/** Entries that cannot be right are left out and told. */
export async function readClock(file: StudyFile | null, repairs: Repairs): Promise<ClockTable> {
  const table: ClockTable = { stamps: [], times: [] };
  const view = file && (await readTable(file));
  if (!file || !view) return table;
  if ((view.byteLength - genericBytes) % clockEntryBytes !== 0)
    repairs.add(`The clock table ${file.shown} ends inside an entry.`);
  let left = 0;
  for (let at = genericBytes; at + clockEntryBytes <= view.byteLength; at += clockEntryBytes) {
    const stamp = view.getInt32(at, true);
    const ticks = view.getBigInt64(at + 4, true);
    const ms = Number(ticks / 10_000n) - unixEpochMs + Number(ticks % 10_000n) / 10_000;
    const isLater = table.stamps.length === 0 || stamp > table.stamps[table.stamps.length - 1];
    if (stamp < 0 || !isLater || ms < earliestMs || ms > latestMs) left++;
    else {
      table.stamps.push(stamp);
      table.times.push(ms);
    }
  }
  if (left > 0)
    repairs.add(
      `Left out of the clock table ${file.shown} because they cannot be right: ${counted(left, "entry", "entries")}.`,
    );
  return table;
}
