/** So many a second on average, and so many at once after a rest. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

export class TokenBucket {
  private tokens: number;
  private filledAt: number;

  /** `now` in ms. */
  constructor(
    private readonly rate: Rate,
    private readonly now: () => number,
  ) {
    this.tokens = rate.burst;
    this.filledAt = now();
  }

  /** True when one more is within the rate. */
  take(): boolean {
    const { perSecond, burst } = this.rate;
    const at = this.now();
    this.tokens = Math.min(burst, this.tokens + ((at - this.filledAt) * perSecond) / 1000);
    this.filledAt = at;
    if (this.tokens < 1) return false;
    this.tokens--;
    return true;
  }
}
