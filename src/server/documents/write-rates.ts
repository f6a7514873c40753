/** How fast one person may change documents: people click, programs that flood are held up. Counted by each node. */
import { type Rate, TokenBucket } from "../platform/token-bucket.ts";

export const writeRate: Rate = { perSecond: 4, burst: 60 };
/** Who has not changed anything for as long as a bucket takes to fill is forgotten, once there are so many. */
const mostKept = 10_000;

export class WriteRates {
  /** Who changed something last comes last. */
  private readonly buckets = new Map<number, TokenBucket>();

  /** `now` in ms. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** False when this user changes more than that. */
  take(userId: number): boolean {
    const bucket = this.buckets.get(userId) ?? new TokenBucket(writeRate, this.now);
    this.buckets.delete(userId);
    this.buckets.set(userId, bucket);
    if (this.buckets.size > mostKept) this.buckets.delete(this.buckets.keys().next().value as number);
    return bucket.take();
  }
}
