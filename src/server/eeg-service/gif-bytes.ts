/** The bytes of a GIF of one frame (GIF89a, W3C), as gifenc writes them. */

export type Palette = readonly (readonly [red: number, green: number, blue: number])[];

export interface IndexedPicture {
  readonly width: number;
  readonly height: number;
  /** Of each pixel, row by row. */
  readonly index: Uint8Array;
  /** 256 colours at most. */
  readonly palette: Palette;
}

/** Codes have as many bits at most. */
const mostBits = 12;
const clearCode = 256;
const endCode = 257;
const firstBits = 9;
/** Bytes of pixels follow each other in blocks of so many. */
const blockBytes = 254;
const codes = 1 << mostBits;

/** `codes`: of the pixels, as LZW makes them: bytes without the lengths of blocks. */
export function gifFile(
  { width, height, palette }: Omit<IndexedPicture, "index">,
  codes: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const tableBits = Math.max(1, Math.ceil(Math.log2(palette.length)));
  const table = new Uint8Array(3 << tableBits);
  palette.forEach((colour, k) => {
    table.set(colour, 3 * k);
  });
  const sides = [width & 255, width >> 8, height & 255, height >> 8];
  const before = [
    ...[...text("GIF89a"), ...sides, 0xf0 | (tableBits - 1), 0, 0, ...table],
    // What programs that know nothing of single pictures look for: shown again and again; no delay.
    ...[0x21, 0xff, 11, ...text("NETSCAPE2.0"), 3, 1, 0, 0, 0, 0x21, 0xf9, 4, 0, 0, 0, 0, 0],
    ...[0x2c, 0, 0, 0, 0, ...sides, 0, 8],
  ];
  const file = new Uint8Array(before.length + codes.length + Math.ceil(codes.length / blockBytes) + 2);
  file.set(before);
  let at = before.length;
  for (let from = 0; from < codes.length; from += blockBytes) {
    const block = codes.subarray(from, from + blockBytes);
    file[at++] = block.length;
    file.set(block, at);
    at += block.length;
  }
  // No bytes more, and no more pictures.
  file.set([0, 0x3b], at);
  return file;
}

/** The plain twin of the kernels (gif-kernels.ts), for pictures that are more than they have room for. */
export function gifOf({ index, ...picture }: IndexedPicture): Uint8Array<ArrayBuffer> {
  const writer = new CodeWriter(index.length);
  compress(index, writer);
  return gifFile(picture, writer.finish());
}

const text = (ascii: string) => Array.from(ascii, (letter) => letter.charCodeAt(0));

/** What follows a code and a colour; 0: nothing yet. 2 MiB, a thread's own. */
const next = new Uint16Array(codes << 8);
const used = new Uint32Array(codes);

/** LZW: begun anew whenever all codes are taken. */
function compress(index: Uint8Array, writer: CodeWriter): void {
  let free = endCode + 1;
  let known = 0;
  let code = index[0];
  writer.write(clearCode, free);
  for (let k = 1; k < index.length; k++) {
    const colour = index[k];
    const place = (code << 8) | colour;
    const longer = next[place];
    if (longer !== 0) {
      code = longer;
      continue;
    }
    writer.write(code, free);
    code = colour;
    if (free < codes) {
      next[place] = free++;
      used[known++] = place;
    } else {
      while (known > 0) next[used[--known]] = 0;
      free = endCode + 1;
      writer.clear();
    }
  }
  writer.write(code, free);
  writer.write(endCode, free);
  while (known > 0) next[used[--known]] = 0;
}

/** Codes of growing width. */
class CodeWriter {
  private bytes: Uint8Array;
  private at = 0;
  private held = 0;
  private heldBits = 0;
  private bits = firstBits;
  private most = (1 << firstBits) - 1;

  constructor(pixels: number) {
    this.bytes = new Uint8Array(Math.max(1024, pixels >> 1));
  }

  /** `free`: the next code that none has yet, which decides how wide the one behind this is. */
  write(code: number, free: number): void {
    this.held |= code << this.heldBits;
    this.heldBits += this.bits;
    while (this.heldBits >= 8) this.writeByte();
    if (free <= this.most) return;
    this.bits++;
    this.most = this.bits === mostBits ? codes : (1 << this.bits) - 1;
  }

  clear(): void {
    this.write(clearCode, 0);
    this.bits = firstBits;
    this.most = (1 << firstBits) - 1;
  }

  finish(): Uint8Array {
    while (this.heldBits > 0) this.writeByte();
    return this.bytes.subarray(0, this.at);
  }

  private writeByte(): void {
    if (this.at === this.bytes.length) {
      const larger = new Uint8Array(2 * this.bytes.length);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.at++] = this.held & 255;
    this.held >>= 8;
    this.heldBits -= 8;
  }
}
