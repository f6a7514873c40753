/**
 * Tickets for byte ranges of the shared memory. First fit over the free ranges, which join again when they are given
 * back; a range belongs to its holder until `free`. Not for two threads: the data worker is the only keeper.
 */
const alignment = 16;
const aligned = (bytes: number) => Math.ceil(bytes / alignment) * alignment;

interface Range {
  from: number;
  to: number;
}

export class Slots {
  private readonly free: Range[];
  private readonly held = new Map<number, number>();

  /** `from` and `to`: the byte range of `buffer` that is given out. */
  constructor(
    readonly buffer: ArrayBufferLike,
    [from, to]: readonly [number, number],
  ) {
    this.free = [{ from: aligned(from), to }];
  }

  /** Byte offset of `bytes` bytes (a multiple of 16), or null when no free range is long enough. */
  take(bytes: number): number | null {
    const size = aligned(Math.max(1, bytes));
    const k = this.free.findIndex((range) => range.to - range.from >= size);
    if (k < 0) return null;
    const range = this.free[k];
    const offset = range.from;
    range.from += size;
    if (range.from === range.to) this.free.splice(k, 1);
    this.held.set(offset, size);
    return offset;
  }

  /** Takes a ticket back. Unknown ones are a mistake of the caller. */
  giveBack(offset: number): void {
    const size = this.held.get(offset);
    if (size === undefined) throw new Error(`no slot is held at ${offset}`);
    this.held.delete(offset);
    let k = this.free.findIndex((range) => range.from > offset);
    if (k < 0) k = this.free.length;
    this.free.splice(k, 0, { from: offset, to: offset + size });
    if (k + 1 < this.free.length && this.free[k].to === this.free[k + 1].from) {
      this.free[k].to = this.free[k + 1].to;
      this.free.splice(k + 1, 1);
    }
    if (k > 0 && this.free[k - 1].to === this.free[k].from) {
      this.free[k - 1].to = this.free[k].to;
      this.free.splice(k, 1);
    }
  }

  get heldBytes(): number {
    let bytes = 0;
    for (const size of this.held.values()) bytes += size;
    return bytes;
  }
}
