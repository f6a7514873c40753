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
const endMark = 0x06054b50;
const wideSizesId = 1;
/** In the place of a size that 32 bits cannot hold. */
const elsewhere = 0xffffffff;
const longestComment = 65_535;
const entryBytes = 46;
const largestDirectory = 16 * 2 ** 20;

export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5) && head[3] === head[2] + 1;

/**
 * Null when the archive is cut off or damaged, or too large to be one of a workbook. Null, too, where others would take something else for its
 * directory or for the size of a part: what they unpack was then not looked at.
 */
export async function zipEntries(source: ByteSource): Promise<ZipEntry[] | null> {
  const size = await source.size();
  const tailBytes = Math.min(size, endBytes + longestComment);
  if (tailBytes < endBytes) return null;
  const tail = new DataView((await readFully(source, new Uint8Array(tailBytes), size - tailBytes)).buffer);
  // The last mark there is, also where the end of a directory has no room behind it.
  let end = tailBytes - 4;
  while (end >= 0 && tail.getUint32(end, true) !== endMark) end--;
  if (end < 0 || end > tailBytes - endBytes) return null;
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
    const [nameBytes, extraBytes] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
    const extraAt = at + entryBytes + nameBytes;
    const sizes = { packedBytes: view.getUint32(at + 20, true), unpackedBytes: view.getUint32(at + 24, true) };
    if (!isAsWide(directory.subarray(extraAt, extraAt + extraBytes), sizes)) return null;
    entries.push({
      name: decodeText(directory.subarray(at + entryBytes, at + entryBytes + nameBytes)),
      ...sizes,
      crc: view.getUint32(at + 16, true),
      method: view.getUint16(at + 10, true),
      offset: view.getUint32(at + 42, true),
      isLocked: (view.getUint16(at + 8, true) & 1) !== 0,
    });
    at = extraAt + extraBytes + view.getUint16(at + 32, true);
  }
  return entries;
}

/** Whether sizes of 64 bits in an extra field, if there are any, are those that stand in 32 bits or are told to be elsewhere. */
export function isAsWide(
  extra: Uint8Array,
  { packedBytes, unpackedBytes }: Pick<ZipEntry, "packedBytes" | "unpackedBytes">,
): boolean {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.length; ) {
    const [id, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    const told = [unpackedBytes, packedBytes];
    for (let k = 0; id === wideSizesId && k < 2 && at + 12 + 8 * k <= extra.length; k++) {
      const wide = Number(view.getBigUint64(at + 4 + 8 * k, true));
      if (wide !== 0 && told[k] !== elsewhere && wide !== told[k]) return false;
    }
    at += 4 + length;
  }
  return true;
}
