/** The directory of an OLE file (old workbooks, and locked new ones), read without loading the file. */
import { type ByteSource, readFully } from "../files/byte-source.ts";

export interface OleEntry {
  name: string;
  sector: number;
  size: number;
}

const headerBytes = 512;
const entryBytes = 128;
const lastSector = 0xfffffffa;
const listedInHeader = 109;
const smallestStream = 4096;
/** Of all small streams, how much is looked through. */
const mostSmallBytes = 2 ** 20;
const mostEntries = 10_000;
/** A workbook says in its first records whether it is locked. */
const searchedBytes = 4096;

export const isOle = (head: Uint8Array): boolean =>
  [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, i) => head[i] === byte);

/** A file of sectors with a table of what follows what. */
class Sectors {
  readonly #source: ByteSource;
  readonly #header: DataView;
  readonly #size: number;
  readonly bytes: number;
  readonly #read = new Map<number, DataView>();

  constructor(source: ByteSource, header: DataView, size: number) {
    this.#source = source;
    this.#header = header;
    this.#size = size;
    this.bytes = 2 ** header.getUint16(30, true);
  }

  /** Null beyond the end of the file. */
  async at(sector: number): Promise<DataView | null> {
    const from = (sector + 1) * this.bytes;
    if (sector >= lastSector || from + this.bytes > this.#size) return null;
    const known = this.#read.get(sector);
    if (known) return known;
    const view = new DataView((await readFully(this.#source, new Uint8Array(this.bytes), from)).buffer);
    if (this.#read.size > 256) this.#read.clear();
    this.#read.set(sector, view);
    return view;
  }

  /** The sector that follows, or null at the end of a stream or of what can be read. */
  async behind(sector: number): Promise<number | null> {
    const perSector = this.bytes / 4;
    const table = await this.#tableSector(Math.floor(sector / perSector));
    const view = table === null ? null : await this.at(table);
    const next = view?.getUint32(4 * (sector % perSector), true) ?? lastSector;
    return next < lastSector ? next : null;
  }

  /** Where the nth sector of the table lies: the header lists the first ones, a chain of lists the others. */
  async #tableSector(n: number): Promise<number | null> {
    if (n < listedInHeader) return this.#header.getUint32(76 + 4 * n, true);
    const perList = this.bytes / 4 - 1;
    let list = this.#header.getUint32(68, true);
    for (let skipped = Math.floor((n - listedInHeader) / perList); ; skipped--) {
      const view = await this.at(list);
      if (view === null) return null;
      if (skipped === 0) return view.getUint32(4 * ((n - listedInHeader) % perList), true);
      list = view.getUint32(4 * perList, true);
    }
  }
}

async function sectorsOf(source: ByteSource): Promise<{ sectors: Sectors; header: DataView } | null> {
  const size = await source.size();
  if (size < headerBytes) return null;
  const header = new DataView((await readFully(source, new Uint8Array(headerBytes), 0)).buffer);
  const shift = header.getUint16(30, true);
  return shift === 9 || shift === 12 ? { sectors: new Sectors(source, header, size), header } : null;
}

/** Null when the file is cut off or damaged. */
export async function oleEntries(source: ByteSource): Promise<OleEntry[] | null> {
  const opened = await sectorsOf(source);
  if (opened === null) return null;
  const { sectors, header } = opened;
  const entries: OleEntry[] = [];
  const seen = new Set<number>();
  for (let sector: number | null = header.getUint32(48, true); sector !== null; sector = await sectors.behind(sector)) {
    const view = await sectors.at(sector);
    if (view === null || seen.has(sector) || entries.length > mostEntries) return null;
    seen.add(sector);
    for (let at = 0; at + entryBytes <= sectors.bytes; at += entryBytes) {
      const nameBytes = Math.min(64, view.getUint16(at + 64, true));
      const name = new TextDecoder("utf-16le").decode(new Uint8Array(view.buffer, at, Math.max(0, nameBytes - 2)));
      if (view.getUint8(at + 66) !== 0) {
        entries.push({ name, sector: view.getUint32(at + 116, true), size: view.getUint32(at + 120, true) });
      }
    }
  }
  return entries;
}

/** Whether records of a workbook, from its first on, hold FILEPASS: XOR, RC4 and RC4 CryptoAPI all begin with it. */
export function isFilePassIn(stream: Uint8Array): boolean {
  const filePass = 0x2f;
  for (let at = 0; at + 4 <= stream.length; ) {
    if (stream[at] + 256 * stream[at + 1] === filePass) return true;
    at += 4 + stream[at + 2] + 256 * stream[at + 3];
  }
  return false;
}

/** Whether a workbook's first records hold FILEPASS. */
export async function hasFilePass(source: ByteSource, workbook: OleEntry): Promise<boolean> {
  const opened = await sectorsOf(source);
  if (opened === null) return false;
  const { sectors, header } = opened;
  const begin =
    workbook.size < smallestStream
      ? (await smallStream(sectors, header, workbook)).bytes
      : await chain(sectors, workbook.sector, searchedBytes);
  return isFilePassIn(begin);
}

/** All bytes of a stream; null where some of them are not there. */
export async function streamOf(source: ByteSource, entry: OleEntry): Promise<Uint8Array<ArrayBuffer> | null> {
  const opened = await sectorsOf(source);
  if (opened === null || entry.size > (await source.size())) return null;
  const { sectors, header } = opened;
  if (entry.size < smallestStream) {
    const { bytes, isWhole } = await smallStream(sectors, header, entry);
    return isWhole ? bytes : null;
  }
  const whole = await chain(sectors, entry.sector, entry.size);
  return whole.length < entry.size ? null : whole.subarray(0, entry.size);
}

/** The first bytes of a stream of whole sectors. */
async function chain(sectors: Sectors, first: number, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let sector: number | null = first; sector !== null && length < most; sector = await sectors.behind(sector)) {
    const view = await sectors.at(sector);
    if (view === null) break;
    parts.push(new Uint8Array(view.buffer));
    length += sectors.bytes;
  }
  const whole = new Uint8Array(length);
  for (let at = 0, k = 0; k < parts.length; at += parts[k++].length) whole.set(parts[k], at);
  return whole;
}

/** Small streams lie in pieces of 64 bytes inside the stream of the root, with a table of their own. What is missing is zero. */
async function smallStream(
  sectors: Sectors,
  header: DataView,
  { sector, size }: OleEntry,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; isWhole: boolean }> {
  const bytes = new Uint8Array(size);
  const root = await sectors.at(header.getUint32(48, true));
  if (root === null) return { bytes, isWhole: false };
  const table = await chain(sectors, header.getUint32(60, true), mostSmallBytes / 16);
  const store = await chain(sectors, root.getUint32(116, true), mostSmallBytes);
  const next = new DataView(table.buffer);
  let at = 0;
  for (let piece = sector; at < size && 64 * piece < store.length; at += 64) {
    bytes.set(store.subarray(64 * piece, 64 * piece + Math.min(64, size - at)), at);
    piece = 4 * piece + 4 > table.length ? lastSector : next.getUint32(4 * piece, true);
  }
  return { bytes, isWhole: at >= size };
}
