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
    this.fill();
    if (this.tokens < 1) return false;
    this.tokens--;
    return true;
  }

  /** Counts what is known afterwards only; it may go into debt. */
  spend(amount: number): void {
    this.fill();
    this.tokens -= amount;
  }

  /** Milliseconds until what was spent is within the rate. */
  get debtMs(): number {
    this.fill();
    return this.tokens >= 0 ? 0 : Math.ceil((-this.tokens * 1000) / this.rate.perSecond);
  }

  private fill(): void {
    const { perSecond, burst } = this.rate;
    const at = this.now();
    this.tokens = Math.min(burst, this.tokens + ((at - this.filledAt) * perSecond) / 1000);
    this.filledAt = at;
  }
}
