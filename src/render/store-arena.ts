/** Where copies of content lie in a block of memory: bytes of the core, or a GPU buffer. Least recently used ones make room. */

interface Slot {
  readonly offset: number;
  readonly bytes: number;
  frame: number;
}

/** Every offset is a multiple of this. */
const alignment = 256;

export class StoreArena {
  private slots = new Map<number, Slot>();
  private frame = 0;

  constructor(private capacity: number) {}

  /** Offset of content that is here, which counts as a use in this frame. */
  find(id: number): number | undefined {
    const slot = this.slots.get(id);
    if (slot === undefined) return undefined;
    slot.frame = this.frame;
    return slot.offset;
  }

  /** What is found or placed from now on may not be thrown out until the next call. */
  beginFrame(): void {
    this.frame++;
  }

  /** Takes room for content that is not here; undefined when that of this frame leaves none. */
  place(id: number, bytes: number): number | undefined {
    const needed = Math.ceil(bytes / alignment) * alignment;
    if (needed > this.capacity) return undefined;
    const evictable = [...this.slots]
      .filter(([, slot]) => slot.frame < this.frame)
      .sort((a, b) => a[1].frame - b[1].frame);
    for (let next = 0; ; next++) {
      const offset = this.firstHole(needed);
      if (offset !== undefined) {
        this.slots.set(id, { offset, bytes: needed, frame: this.frame });
        return offset;
      }
      if (next >= evictable.length) return undefined;
      this.slots.delete(evictable[next][0]);
    }
  }

  /** More room at the end; what is here stays where it is. */
  grow(capacity: number): void {
    this.capacity = Math.max(this.capacity, capacity);
  }

  get size(): number {
    return this.capacity;
  }

  private firstHole(needed: number): number | undefined {
    let offset = 0;
    for (const slot of [...this.slots.values()].sort((a, b) => a.offset - b.offset)) {
      if (slot.offset - offset >= needed) return offset;
      offset = slot.offset + slot.bytes;
    }
    return this.capacity - offset >= needed ? offset : undefined;
  }
}
