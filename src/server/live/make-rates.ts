/** How many gateways one person makes: a ward is set up at once, a program that makes and revokes without end is held up. Counted by each node. */
import { liveLimits } from "../../protocol/live.ts";
import { liveText } from "../../protocol/text/live-text.ts";
import { Refused } from "../platform/http/routes.ts";
import { TokenBucket } from "../platform/token-bucket.ts";

/** Who has not made one for as long as a bucket takes to fill is forgotten, once there are so many. */
const mostKept = 10_000;

export class MakeRates {
  private readonly buckets = new Map<number, TokenBucket>();

  /** `now` in ms. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws Refused 429 */
  take(userId: number): void {
    const bucket = this.buckets.get(userId) ?? new TokenBucket(liveLimits.makes, this.now);
    this.buckets.delete(userId);
    this.buckets.set(userId, bucket);
    if (this.buckets.size > mostKept) this.buckets.delete(this.buckets.keys().next().value as number);
    if (!bucket.take()) throw new Refused(429, liveText.gateways.tooFast);
  }
}
