/** Looks through a zip before anybody unpacks it: few bytes can claim, or turn out, to be very many. */
import { inflateRawSync } from "node:zlib";

const mostEntries = 20_000;
const mostUnpackedBytes = 512 * 2 ** 20;
const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;

/** Names of the entries, when the archive is whole and unpacks to what it says and no more than 512 MiB; else null. */
export function honestZipNames(bytes: Uint8Array): string[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const end = endOf(view);
    if (end < 0) return null;
    const count = view.getUint16(end + 10, true);
    let at = view.getUint32(end + 16, true);
    if (count > mostEntries) return null;
    const names: string[] = [];
    let unpacked = 0;
    for (let k = 0; k < count; k++) {
      if (view.getUint32(at, true) !== entryMark) return null;
      const method = view.getUint16(at + 10, true);
      const packedBytes = view.getUint32(at + 20, true);
      const plainBytes = view.getUint32(at + 24, true);
      const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
      unpacked += plainBytes;
      if (unpacked > mostUnpackedBytes) return null;
      const begin = dataOf(view, view.getUint32(at + 42, true));
      if (!isHonest(bytes.subarray(begin, begin + packedBytes), method, plainBytes)) return null;
      names.push(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)));
      at += 46 + name + extra + comment;
    }
    return names;
  } catch {
    return null; // it ends where it should go on
  }
}

/** Where the end record begins; a comment of up to 64 KiB may follow it. */
function endOf(view: DataView): number {
  const last = view.byteLength - 22;
  for (let at = last; at >= Math.max(0, last - 0xffff); at--) if (view.getUint32(at, true) === endMark) return at;
  return -1;
}

function dataOf(view: DataView, local: number): number {
  if (view.getUint32(local, true) !== localMark) throw new RangeError("no entry");
  return local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
}

function isHonest(packed: Uint8Array, method: number, plainBytes: number): boolean {
  if (method === 0) return packed.length === plainBytes;
  if (method !== 8) return false;
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, plainBytes) }).length === plainBytes;
}
