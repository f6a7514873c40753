/**
 * One chunk of a derived pyramid on disk: a header of 64 bytes, checksums (CRC-32) of blocks, then per level the pairs [row][column][min, max] (float32) and
 * one byte a column for breaks, padded to 8. Little-endian. Every byte is compared with its checksum as it is read; what does not check out is built again.
 */
import type { FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { pyramidFactor, pyramidLevels } from "../../domain/time/grid.ts";
import type { GridColumns } from "../../signal/levels.ts";

const magic = 0x32504443; // "CDP2"
const headerBytes = 64;
/** Columns of a row under one checksum: a part of a level costs little more than what of it is wanted. */
const blockColumns = 1024;
const pairBytes = 8;

export interface ChunkIdentity {
  /** Of the pyramid: hex sha256 of what it is made of, wherever the recording ends. */
  pyramid: string;
  /** Of this chunk: the same with the runs that it is made of. */
  key: string;
  chunk: number;
  rows: number;
  /** Columns of the finest level. */
  columns: number;
}

interface Section {
  columns: number;
  /** Blocks of a row. */
  blocks: number;
  dataAt: number;
  breaksAt: number;
  /** Position in the checksums: [row][block], then that of the breaks. */
  sumsAt: number;
}

interface Layout {
  sections: Section[];
  /** How many checksums there are. */
  sums: number;
  length: number;
}

const pad = (bytes: number) => (bytes + 7) & ~7;

/** Where the levels lie, finest first, and the length of the file. */
export function chunkLayout({ rows, columns }: Pick<ChunkIdentity, "rows" | "columns">): Layout {
  let sums = 0;
  const widths = pyramidLevels.map((_, k) => {
    const own = Math.ceil(columns / pyramidFactor ** k);
    const blocks = Math.ceil(own / blockColumns);
    const sumsAt = sums;
    sums += rows * blocks + 1;
    return { columns: own, blocks, sumsAt };
  });
  let length = headerBytes + pad(4 * sums);
  const sections = widths.map((width) => {
    const dataAt = length;
    const breaksAt = dataAt + rows * width.columns * pairBytes;
    length = breaksAt + pad(width.columns);
    return { ...width, dataAt, breaksAt };
  });
  return { sections, sums, length };
}

/** The file of one chunk; `levels` finest first. */
export function encodeChunk(identity: ChunkIdentity, levels: readonly GridColumns[]): Uint8Array {
  const { sections, sums, length } = chunkLayout(identity);
  const bytes = new Uint8Array(length);
  const checksums = new Uint32Array(sums);
  sections.forEach((section, k) => {
    const { data, breaks } = levels[k];
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), section.dataAt);
    bytes.set(breaks, section.breaksAt);
    for (let row = 0; row < identity.rows; row++)
      for (let block = 0; block < section.blocks; block++) {
        const [from, end] = spanOf(section, row, block, block + 1);
        checksums[section.sumsAt + row * section.blocks + block] = crc32(bytes.subarray(from, end));
      }
    checksums[section.sumsAt + identity.rows * section.blocks] = crc32(breaks);
  });
  const table = new Uint8Array(checksums.buffer);
  bytes.set(table, headerBytes);
  bytes.set(encodeHeader(identity, crc32(table)));
  return bytes;
}

/** Bytes [from, end) of blocks [first, last) of a row. */
function spanOf({ columns, dataAt }: Section, row: number, first: number, last: number): [number, number] {
  const at = dataAt + row * columns * pairBytes;
  return [at + first * blockColumns * pairBytes, at + Math.min(last * blockColumns, columns) * pairBytes];
}

/** `checksum`: of the table of checksums. */
function encodeHeader(identity: ChunkIdentity, checksum: number): Uint8Array {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(magic, 0);
  header.writeUInt32LE(identity.chunk, 4);
  header.writeUInt32LE(identity.rows, 8);
  header.writeUInt32LE(identity.columns, 12);
  header.writeUInt32LE(checksum, 16);
  header.write(identity.key, 24, 32, "hex");
  return header;
}

/** True when the file says that it is that chunk, and is as long. */
export async function checkChunk(file: FileHandle, identity: ChunkIdentity, size: number): Promise<boolean> {
  if (size !== chunkLayout(identity).length) return false;
  const header = Buffer.alloc(headerBytes);
  await readFully(file, header, 0);
  return header.equals(encodeHeader(identity, header.readUInt32LE(16)));
}

/**
 * Columns [from, to) of a level (0 = finest): pairs [row][to - from][min, max] and breaks.
 * @throws when it is cut short, or any byte of them is not the one that was written
 */
export async function readChunk(
  file: FileHandle,
  identity: ChunkIdentity,
  { level, from, to }: { level: number; from: number; to: number },
): Promise<{ data: Float32Array; breaks: Uint8Array }> {
  const { sections, sums } = chunkLayout(identity);
  const section = sections[level];
  const { rows } = identity;
  const first = Math.floor(from / blockColumns);
  const last = Math.ceil(to / blockColumns);
  const [start, end] = [first * blockColumns, Math.min(last * blockColumns, section.columns)];
  const wide = (end - start) * pairBytes;
  const blocks = new Uint8Array(rows * wide);
  const breaks = new Uint8Array(section.columns);
  const reads = [readFully(file, breaks, section.breaksAt)];
  if (end - start === section.columns) reads.push(readFully(file, blocks, section.dataAt));
  else
    for (let row = 0; row < rows; row++)
      reads.push(readFully(file, blocks.subarray(row * wide, (row + 1) * wide), spanOf(section, row, first, last)[0]));
  const [checksums] = await Promise.all([readChecksums(file, sums), ...reads]);
  for (let row = 0; row < rows; row++)
    for (let block = first; block < last; block++) {
      const at = row * wide + (block - first) * blockColumns * pairBytes;
      const stop = Math.min(at + blockColumns * pairBytes, (row + 1) * wide);
      expectSum(blocks.subarray(at, stop), checksums[section.sumsAt + row * section.blocks + block]);
    }
  expectSum(breaks, checksums[section.sumsAt + rows * section.blocks]);
  return { data: columnsOf(blocks, rows, from - start, to - start), breaks: breaks.slice(from, to) };
}

async function readChecksums(file: FileHandle, sums: number): Promise<Uint32Array> {
  const bytes = new Uint8Array(headerBytes + 4 * sums);
  await readFully(file, bytes, 0);
  const table = bytes.subarray(headerBytes);
  expectSum(table, new DataView(bytes.buffer).getUint32(16, true));
  return new Uint32Array(bytes.buffer, headerBytes, sums);
}

function expectSum(bytes: Uint8Array, checksum: number): void {
  if (crc32(bytes) !== checksum) throw new Error("The file of a derived chunk is damaged.");
}

/** Columns [from, to) of rows of pairs. */
function columnsOf(bytes: Uint8Array, rows: number, from: number, to: number): Float32Array {
  const pairs = new Float32Array(bytes.buffer);
  const columns = pairs.length / 2 / rows;
  if (to - from === columns) return pairs;
  const data = new Float32Array(rows * (to - from) * 2);
  for (let row = 0; row < rows; row++)
    data.set(pairs.subarray(2 * (row * columns + from), 2 * (row * columns + to)), 2 * row * (to - from));
  return data;
}

async function readFully(file: FileHandle, into: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < into.length; ) {
    const { bytesRead } = await file.read(into, at, into.length - at, position + at);
    if (bytesRead === 0) throw new Error("The file of a derived chunk is cut short.");
    at += bytesRead;
  }
}
