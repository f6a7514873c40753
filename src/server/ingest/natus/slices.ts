/** A raw data file, a slice at a time, the next one being read meanwhile. Packets that cross slices are kept whole. */
import { type ByteSource, readFully } from "../byte-source.ts";

const sliceBytes = 4 * 2 ** 20;

export class SliceReader {
  /** What is held: file bytes lie at [at, end); behind `end` there is room for one packet more. */
  bytes: Uint8Array = new Uint8Array(0);
  at = 0;
  end = 0;
  /** Byte of the file that index 0 of `bytes` stands for. */
  base = 0;
  readonly #source: ByteSource;
  readonly #to: number;
  readonly #longest: number;
  readonly #buffers: Uint8Array[];
  #used = 0;
  #position: number;
  #ahead: { buffer: Uint8Array; from: number; length: number; filled: Promise<Uint8Array> } | null = null;

  /** Reads [from, to) of the file. `longest`: bytes of the longest packet. */
  constructor(source: ByteSource, { from, to, longest }: { from: number; to: number; longest: number }) {
    this.#source = source;
    this.#to = to;
    this.#longest = longest;
    this.#position = from;
    const slice = Math.min(sliceBytes, to - from);
    this.#buffers = [0, 1].map(() => new Uint8Array(longest + slice + longest));
    this.#read();
  }

  /** No bytes follow those that are held. */
  get isLast(): boolean {
    return this.#ahead === null;
  }

  /** Packets that begin before this index are held as a whole, or end with the file. */
  get safeEnd(): number {
    return this.isLast ? this.end : this.end - this.#longest + 1;
  }

  /** File offset of `at`. */
  get offset(): number {
    return this.base + this.at;
  }

  /** Goes on to the next slice; what was not used of this one comes first. */
  async advance(): Promise<void> {
    if (this.#ahead === null) return;
    const { buffer, from, length, filled } = this.#ahead;
    await filled;
    const rest = this.bytes.subarray(this.at, this.end);
    buffer.set(rest, this.#longest - rest.length);
    this.base = from - this.#longest;
    this.bytes = buffer;
    this.at = this.#longest - rest.length;
    this.end = this.#longest + length;
    this.#read();
  }

  /** To be awaited before the file is closed. */
  async drain(): Promise<void> {
    await this.#ahead?.filled.catch(() => {});
  }

  #read(): void {
    const length = Math.min(sliceBytes, this.#to - this.#position);
    if (length <= 0) {
      this.#ahead = null;
      return;
    }
    const buffer = this.#buffers[this.#used++ & 1];
    const filled = readFully(this.#source, buffer.subarray(this.#longest, this.#longest + length), this.#position);
    filled.catch(() => {}); // a failure is met where the slice is awaited
    this.#ahead = { buffer, from: this.#position, length, filled };
    this.#position += length;
  }
}
