/** What a GIF says of its size, in its head and in each of its blocks. Nothing is decoded. */

const trailer = 0x3b;
const extension = 0x21;
const image = 0x2c;

/**
 * Width and height of the picture; null: the bytes are no whole GIF of one frame that lies within the picture. A browser makes room for each frame by the
 * frame's own size, and a picture of several would change while it is read.
 */
export function gifSize(bytes: Uint8Array): { width: number; height: number } | null {
  const head = String.fromCharCode(...bytes.subarray(0, 6));
  if (bytes.length < 14 || (head !== "GIF87a" && head !== "GIF89a")) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = view.getUint16(6, true);
  const height = view.getUint16(8, true);
  let frames = 0;
  let at = 13 + coloursBytes(bytes[10]);
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === trailer) return frames === 1 ? { width, height } : null;
    if (kind === extension) at = afterBlocks(bytes, at + 2);
    else if (kind === image && at + 10 < bytes.length) {
      const [left, top, own, tall] = [1, 3, 5, 7].map((offset) => view.getUint16(at + offset, true));
      if (left + own > width || top + tall > height || ++frames > 1) return null;
      at = afterBlocks(bytes, at + 11 + coloursBytes(bytes[at + 9]));
    } else return null;
  }
  return null;
}

/** Of the table of colours that a byte of flags announces. */
const coloursBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Behind blocks of up to 255 bytes, of which an empty one is the last; beyond the end where that is missing. */
function afterBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + bytes[at];
  return at + 1;
}
