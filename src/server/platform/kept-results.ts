/** What was computed or read, in memory, by key, within a budget: the longest unused go first. */
export class KeptResults<Result> {
  /** The longest unused first. */
  private readonly results = new Map<string, Result>();
  private bytes = 0;

  constructor(
    private readonly bytesOf: (result: Result) => number,
    private readonly budgetBytes: number,
  ) {}

  get(key: string): Result | undefined {
    const known = this.results.get(key);
    if (known === undefined) return undefined;
    this.results.delete(key);
    this.results.set(key, known); // the last in the order of use
    return known;
  }

  /** Returns the result. */
  keep(key: string, result: Result): Result {
    const before = this.results.get(key);
    if (before !== undefined) this.bytes -= this.bytesOf(before);
    this.bytes += this.bytesOf(result);
    this.results.delete(key);
    this.results.set(key, result);
    for (const [oldest, each] of this.results) {
      if (this.bytes <= this.budgetBytes || oldest === key) break;
      this.results.delete(oldest);
      this.bytes -= this.bytesOf(each);
    }
    return result;
  }
}
