/** A binary heap that also finds its members: adding, taking the first, removing any and moving any cost O(log n). */
export class IndexedHeap<T> {
  private readonly items: T[] = [];
  private readonly places = new Map<T, number>();

  /** `isBefore` must not change for two members but by `moved`. */
  constructor(private readonly isBefore: (a: T, b: T) => boolean) {}

  get size(): number {
    return this.items.length;
  }

  first(): T | undefined {
    return this.items[0];
  }

  has(item: T): boolean {
    return this.places.has(item);
  }

  /** Nothing happens when it is there already. */
  add(item: T): void {
    if (this.places.has(item)) return;
    this.items.push(item);
    this.rise(this.items.length - 1, item);
  }

  /** Nothing happens when it is not there. */
  remove(item: T): void {
    const at = this.places.get(item);
    if (at === undefined) return;
    this.places.delete(item);
    const last = this.items.pop() as T;
    if (at < this.items.length) this.sift(at, last);
  }

  /** Its order has changed. */
  moved(item: T): void {
    const at = this.places.get(item);
    if (at !== undefined) this.sift(at, item);
  }

  private sift(at: number, item: T): void {
    if (at > 0 && this.isBefore(item, this.items[(at - 1) >> 1])) this.rise(at, item);
    else this.sink(at, item);
  }

  private rise(from: number, item: T): void {
    let at = from;
    for (; at > 0; at = (at - 1) >> 1) {
      const above = this.items[(at - 1) >> 1];
      if (!this.isBefore(item, above)) break;
      this.put(at, above);
    }
    this.put(at, item);
  }

  private sink(from: number, item: T): void {
    let at = from;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= this.items.length) break;
      if (below + 1 < this.items.length && this.isBefore(this.items[below + 1], this.items[below])) below++;
      if (!this.isBefore(this.items[below], item)) break;
      this.put(at, this.items[below]);
      at = below;
    }
    this.put(at, item);
  }

  private put(at: number, item: T): void {
    this.items[at] = item;
    this.places.set(item, at);
  }
}
