/**
 * Pages by key within a budget of bytes. What goes first: pages nobody wants, the longest unused before the others; then
 * wanted ones, the least urgent first. Pages in view never go (neuroglancer's visible, prefetch, recent).
 */
interface Entry<V> {
  value: V;
  bytes: number;
  usedAt: number;
}

export class ByteCache<V> {
  private readonly entries = new Map<string, Entry<V>>();
  private clock = 0;
  private total = 0;

  constructor(private readonly budget: number) {}

  get bytes(): number {
    return this.total;
  }

  get size(): number {
    return this.entries.size;
  }

  has(key: string): boolean {
    return this.entries.has(key);
  }

  /** The value, which counts as used now. */
  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (entry !== undefined) entry.usedAt = ++this.clock;
    return entry?.value;
  }

  set(key: string, value: V, bytes: number): void {
    this.delete(key);
    this.entries.set(key, { value, bytes, usedAt: ++this.clock });
    this.total += bytes;
  }

  delete(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.total -= entry.bytes;
  }

  get isOverBudget(): boolean {
    return this.total > this.budget;
  }

  /**
   * Brings the cache back under its budget. `urgency` of a key: 0 = in view (kept whatever it costs), larger = later
   * needed, undefined = nobody wants it. Returns the keys that went.
   */
  trim(urgency: (key: string) => number | undefined): string[] {
    if (!this.isOverBudget) return [];
    const rank = (key: string) => urgency(key) ?? Number.POSITIVE_INFINITY;
    const order = [...this.entries]
      .map(([key, { usedAt }]) => ({ key, usedAt, rank: rank(key) }))
      .filter((entry) => entry.rank > 0)
      .sort((a, b) => (a.rank === b.rank ? a.usedAt - b.usedAt : b.rank - a.rank));
    const gone: string[] = [];
    for (const { key } of order) {
      if (!this.isOverBudget) break;
      this.delete(key);
      gone.push(key);
    }
    return gone;
  }
}
