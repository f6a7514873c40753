/**
 * One chunk of a derived pyramid on disk: a header of 64 bytes, then per level the pairs [row][column][min, max] (float32)
 * and one byte a column for breaks, padded to 8. Little-endian. What does not check out is built again.
 */
import type { FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { pyramidFactor, pyramidLevels } from "../../domain/time/grid.ts";
import type { GridColumns } from "../../signal/levels.ts";

const magic = 0x31504443; // "CDP1"
export const headerBytes = 64;

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
  dataAt: number;
  breaksAt: number;
}

const pad = (bytes: number) => (bytes + 7) & ~7;

/** Where the levels lie, finest first, and the length of the file. */
export function chunkLayout({ rows, columns }: ChunkIdentity): { sections: Section[]; length: number } {
  let length = headerBytes;
  const sections = pyramidLevels.map((_, k) => {
    const own = Math.ceil(columns / pyramidFactor ** k);
    const section = { columns: own, dataAt: length, breaksAt: length + rows * own * 8 };
    length = section.breaksAt + pad(own);
    return section;
  });
  return { sections, length };
}

/** The file of one chunk; `levels` finest first. */
export function encodeChunk(identity: ChunkIdentity, levels: readonly GridColumns[]): Uint8Array {
  const { sections, length } = chunkLayout(identity);
  const bytes = new Uint8Array(length);
  sections.forEach(({ dataAt, breaksAt }, k) => {
    const { data, breaks } = levels[k];
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), dataAt);
    bytes.set(breaks, breaksAt);
  });
  bytes.set(encodeHeader(identity, crc32(bytes.subarray(headerBytes))));
  return bytes;
}

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

/** True when the file is that chunk and, with `isDeep`, when its contents have the checksum they were written with. */
export async function checkChunk(
  file: FileHandle,
  identity: ChunkIdentity,
  { size, isDeep }: { size: number; isDeep: boolean },
): Promise<boolean> {
  const { length } = chunkLayout(identity);
  if (size !== length) return false;
  const header = Buffer.alloc(headerBytes);
  await readFully(file, header, 0);
  const checksum = header.readUInt32LE(16);
  if (!header.equals(encodeHeader(identity, checksum))) return false;
  if (!isDeep) return true;
  const body = Buffer.allocUnsafe(length - headerBytes);
  await readFully(file, body, headerBytes);
  return crc32(body) === checksum;
}

/** Columns [from, to) of a level (0 = finest): pairs [row][to - from][min, max] and breaks. @throws when it is cut short. */
export async function readChunk(
  file: FileHandle,
  identity: ChunkIdentity,
  { level, from, to }: { level: number; from: number; to: number },
): Promise<{ data: Float32Array; breaks: Uint8Array }> {
  const { columns, dataAt, breaksAt } = chunkLayout(identity).sections[level];
  const { rows } = identity;
  const width = to - from;
  const breaks = new Uint8Array(width);
  const data = new Float32Array(rows * width * 2);
  const reads = [readFully(file, breaks, breaksAt + from)];
  if (width === columns) reads.push(readFully(file, new Uint8Array(data.buffer), dataAt));
  else
    for (let row = 0; row < rows; row++)
      reads.push(
        readFully(file, new Uint8Array(data.buffer, row * width * 8, width * 8), dataAt + (row * columns + from) * 8),
      );
  await Promise.all(reads);
  return { data, breaks };
}

async function readFully(file: FileHandle, into: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < into.length; ) {
    const { bytesRead } = await file.read(into, at, into.length - at, position + at);
    if (bytesRead === 0) throw new Error("The file of a derived chunk is cut short.");
    at += bytesRead;
  }
}
