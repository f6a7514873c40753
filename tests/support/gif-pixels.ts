/** Decodes a GIF of one frame that fills it, as the EEG image service writes them. */

/** Red, green and blue of each pixel, row by row. @throws for what is no such GIF */
export function gifPixels(bytes: Uint8Array): { width: number; height: number; pixels: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let table = 13;
  let at = 13 + tableBytes(bytes[10]);
  while (bytes[at] === 0x21) {
    at += 2;
    while (bytes[at] !== 0) at += 1 + bytes[at];
    at++;
  }
  if (bytes[at] !== 0x2c) throw new Error("There is no frame.");
  const own = tableBytes(bytes[at + 9]);
  if (own > 0) table = at + 10;
  at += 10 + own;
  const least = bytes[at++];
  const parts: number[] = [];
  while (bytes[at] !== 0) {
    for (const byte of bytes.subarray(at + 1, at + 1 + bytes[at])) parts.push(byte);
    at += 1 + bytes[at];
  }
  const index = unpacked(parts, least, width * height);
  const pixels = new Uint8Array(3 * index.length);
  index.forEach((colour, k) => {
    pixels.set(bytes.subarray(table + 3 * colour, table + 3 * colour + 3), 3 * k);
  });
  return { width, height, pixels };
}

/** Lempel, Ziv and Welch, in codes of up to 12 bits. */
function unpacked(bytes: readonly number[], least: number, count: number): Uint8Array {
  const out = new Uint8Array(count);
  const [clear, end] = [1 << least, (1 << least) + 1];
  let words: number[][] = [];
  let size = least + 1;
  let last: number[] | null = null;
  let [written, bits, held, at] = [0, 0, 0, 0];
  const begin = () => {
    words = Array.from({ length: end + 1 }, (_, k) => [k]);
    size = least + 1;
    last = null;
  };
  begin();
  while (at < bytes.length || bits >= size) {
    while (bits < size && at < bytes.length) {
      held |= bytes[at++] << bits;
      bits += 8;
    }
    const code = held & ((1 << size) - 1);
    held >>>= size;
    bits -= size;
    if (code === end) break;
    if (code === clear) {
      begin();
      continue;
    }
    const before: number[] | null = last;
    const word: number[] | undefined = words[code] ?? (before === null ? undefined : [...before, before[0]]);
    if (word === undefined) throw new Error("A code that is not known yet");
    out.set(word, written);
    written += word.length;
    if (before !== null && words.length < 4096) words.push([...before, word[0]]);
    if (words.length === 1 << size && size < 12) size++;
    last = word;
  }
  if (written !== count) throw new Error(`${written} pixels of ${count}`);
  return out;
}
