/** The directory of a zip archive, read without unpacking anything. */

import { decodeText } from "../edf/text.ts";
import { type ByteSource, readFully } from "../files/byte-source.ts";

export interface ZipEntry {
  name: string;
  packedBytes: number;
  unpackedBytes: number;
  /** Checksum of what is unpacked. */
  crc: number;
  /** 0 stored, 8 deflated. */
  method: number;
  /** Where its local header begins. */
  offset: number;
  isLocked: boolean;
}

const endBytes = 22;
const longestComment = 65_535;
const entryBytes = 46;
const largestDirectory = 16 * 2 ** 20;

export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5) && head[3] === head[2] + 1;

/** Null when the archive is cut off or damaged, or too large to be one of a workbook. */
export async function zipEntries(source: ByteSource): Promise<ZipEntry[] | null> {
  const size = await source.size();
  const tailBytes = Math.min(size, endBytes + longestComment);
  if (tailBytes < endBytes) return null;
  const tail = new DataView((await readFully(source, new Uint8Array(tailBytes), size - tailBytes)).buffer);
  let end = tailBytes - endBytes;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) return null;
  const [count, length, offset] = [
    tail.getUint16(end + 10, true),
    tail.getUint32(end + 12, true),
    tail.getUint32(end + 16, true),
  ];
  if (length > largestDirectory || offset + length > size) return null;
  const directory = await readFully(source, new Uint8Array(length), offset);
  const view = new DataView(directory.buffer);
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count; ) {
    if (at + entryBytes > length || view.getUint32(at, true) !== 0x02014b50) return null;
    const nameBytes = view.getUint16(at + 28, true);
    entries.push({
      name: decodeText(directory.subarray(at + entryBytes, at + entryBytes + nameBytes)),
      packedBytes: view.getUint32(at + 20, true),
      unpackedBytes: view.getUint32(at + 24, true),
      crc: view.getUint32(at + 16, true),
      method: view.getUint16(at + 10, true),
      offset: view.getUint32(at + 42, true),
      isLocked: (view.getUint16(at + 8, true) & 1) !== 0,
    });
    at += entryBytes + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}
