/** Count, mean, sample deviation and range of finite values, in one pass (Welford): the order of `summaries` (domain/pipelines/nodes.ts). */
export class Summary {
  private count = 0;
  private mean = 0;
  private squares = 0;
  private least = Number.NaN;
  private greatest = Number.NaN;

  add(value: number): void {
    if (Number.isNaN(value)) return;
    this.count++;
    const away = value - this.mean;
    this.mean += away / this.count;
    this.squares += away * (value - this.mean);
    if (!(this.least <= value)) this.least = value;
    if (!(this.greatest >= value)) this.greatest = value;
  }

  /** `expected`: how many values there would be without gaps. */
  row(expected: number): number[] {
    const { count, mean, least, greatest } = this;
    const sd = count < 2 ? Number.NaN : Math.sqrt(this.squares / (count - 1));
    const missing = expected > 0 ? Math.max(0, 1 - count / expected) : Number.NaN;
    return [count, count === 0 ? Number.NaN : mean, sd, least, greatest, missing];
  }
}
