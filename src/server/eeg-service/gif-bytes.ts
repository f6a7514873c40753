/** The bytes of a GIF of one frame (GIF89a, W3C), as gifenc writes them, in a fraction of its time. */

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

export function gifOf({ width, height, index, palette }: IndexedPicture): Uint8Array<ArrayBuffer> {
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
  const writer = new BlockWriter(before, index.length);
  compress(index, writer);
  return writer.finish();
}

const text = (ascii: string) => Array.from(ascii, (letter) => letter.charCodeAt(0));

/** What follows a code and a colour; 0: nothing yet. 2 MiB, a thread's own. */
const next = new Uint16Array(codes << 8);
const used = new Uint32Array(codes);

/** LZW: begun anew whenever all codes are taken. */
function compress(index: Uint8Array, writer: BlockWriter): void {
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

/** Codes of growing width, in blocks that tell how long they are. */
class BlockWriter {
  private bytes: Uint8Array<ArrayBuffer>;
  /** Of the block that is being filled: where it tells its length. */
  private block: number;
  private at: number;
  private held = 0;
  private heldBits = 0;
  private bits = firstBits;
  private most = (1 << firstBits) - 1;

  constructor(before: readonly number[], pixels: number) {
    this.bytes = new Uint8Array(before.length + Math.max(1024, pixels >> 1));
    this.bytes.set(before);
    this.block = before.length;
    this.at = this.block + 1;
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

  finish(): Uint8Array<ArrayBuffer> {
    while (this.heldBits > 0) this.writeByte();
    const length = this.at - this.block - 1;
    this.bytes[this.block] = length;
    // No block of none but the last, which ends the pixels.
    const end = length === 0 ? this.block : this.at;
    const whole = this.bytes.slice(0, end + 2);
    whole.set([0, 0x3b], end);
    return whole;
  }

  private writeByte(): void {
    // Room for this byte, the length of the next block, and what ends the picture.
    if (this.at + 4 > this.bytes.length) this.grow();
    this.bytes[this.at++] = this.held & 255;
    this.held >>= 8;
    this.heldBits -= 8;
    if (this.at - this.block <= blockBytes) return;
    this.bytes[this.block] = blockBytes;
    this.block = this.at++;
  }

  private grow(): void {
    const larger = new Uint8Array(2 * this.bytes.length);
    larger.set(this.bytes);
    this.bytes = larger;
  }
}
