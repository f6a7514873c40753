/**
 * When a moving view asks for pages (spec 001 section 9 "Data loading"): at once on the leading edge, then every 100 ms
 * while it moves; prefetch when it has rested 200 ms. Jumps and playback do not wait at all. Pure: it is told the time.
 */
export const paceLimits = { updateThrottleMs: 100, prefetchDebounceMs: 200, unloadThrottleMs: 500 } as const;

export class Pace {
  private lastUpdate = Number.NEGATIVE_INFINITY;
  private updateAt: number | null = null;
  private prefetchAt: number | null = null;

  /** The view changed. True when its pages are to be asked for now. */
  moved(now: number, isUrgent: boolean): boolean {
    this.prefetchAt = now + paceLimits.prefetchDebounceMs;
    if (isUrgent || now - this.lastUpdate >= paceLimits.updateThrottleMs) {
      this.lastUpdate = now;
      this.updateAt = null;
      return true;
    }
    this.updateAt ??= this.lastUpdate + paceLimits.updateThrottleMs;
    return false;
  }

  /** What has fallen due since; asking clears it. */
  due(now: number): { update: boolean; prefetch: boolean } {
    const update = this.updateAt !== null && now >= this.updateAt;
    const prefetch = this.prefetchAt !== null && now >= this.prefetchAt;
    if (update) {
      this.updateAt = null;
      this.lastUpdate = now;
    }
    if (prefetch) this.prefetchAt = null;
    return { update, prefetch };
  }

  get nextWake(): number | null {
    if (this.updateAt === null) return this.prefetchAt;
    return this.prefetchAt === null ? this.updateAt : Math.min(this.updateAt, this.prefetchAt);
  }
}
