/** How much one person saves: somebody clicks, and what was saved without a network comes at once. Counted by each node. */
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import { type Rate, TokenBucket } from "../platform/token-bucket.ts";
import { refuse } from "./refusals.ts";

/** In saves. */
export const saveRate: Rate = { perSecond: 10, burst: 1000 };
/** Who has not saved for as long as a bucket takes to fill is forgotten, once there are so many. */
const mostKept = 10_000;

export class SaveRates {
  private readonly buckets = new Map<number, TokenBucket>();

  /** `now` in ms. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws Refused 429 */
  take(userId: number): void {
    const bucket = this.buckets.get(userId) ?? new TokenBucket(saveRate, this.now);
    this.buckets.delete(userId);
    this.buckets.set(userId, bucket);
    if (this.buckets.size > mostKept) this.buckets.delete(this.buckets.keys().next().value as number);
    if (!bucket.take()) throw refuse("too_many_changes", annotationServerText.refused.tooFast);
  }
}
