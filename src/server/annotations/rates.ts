/** How much one person writes: people click, queues send what they have at once, programs that flood are held up. Counted by each node. */
import { annotationServerText } from "../../protocol/text/annotation-server-text.ts";
import { type Rate, TokenBucket } from "../platform/token-bucket.ts";
import { refuse } from "./refusals.ts";

/** In changes. The burst takes a bulk of 5,000, its undo and its redo. */
export const writeRate: Rate = { perSecond: 500, burst: 20_000 };
/** A call by itself, however few changes it has: some twenty calls a second in the long run. */
export const callCost = 20;
/** Who has not written for as long as a bucket takes to fill is forgotten, once there are so many. */
const mostKept = 10_000;

export class AnnotationRates {
  private readonly buckets = new Map<number, TokenBucket>();

  /** `now` in ms. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Of a call with so many changes. @throws Refused 429 */
  take(userId: number, changes: number): void {
    const bucket = this.buckets.get(userId) ?? new TokenBucket(writeRate, this.now);
    this.buckets.delete(userId);
    this.buckets.set(userId, bucket);
    if (this.buckets.size > mostKept) this.buckets.delete(this.buckets.keys().next().value as number);
    if (bucket.debtMs > 0 || !bucket.take()) throw refuse("too_many_changes", annotationServerText.refused.tooFast);
    bucket.spend(callCost + changes - 1);
  }
}
