/** The worker's pages: those wanted are fetched in order of need, those here are kept within the budget. */
import { isPageFailure, type PageAcknowledgement, type PageFailureCode, pageLimits } from "../protocol/pages.ts";
import { ByteCache } from "./cache.ts";
import { paceLimits } from "./pace.ts";
import { contentBytes, type PageContent } from "./page-contents.ts";
import { isSlow, knownContent, type PageOrder, readAnswer, requestOf } from "./page-orders.ts";
import { type Tier, tiers } from "./planner.ts";
import { PageQueue } from "./queue.ts";
import type { PageSocket } from "./socket.ts";
import { feedTexts } from "./texts.ts";

export interface PageWant {
  key: string;
  tier: Tier;
  order: PageOrder;
}

/** Trying again soon cannot help. */
const lastingFailures: readonly PageFailureCode[] = [
  "bad_request",
  "end_not_after_start",
  "bad_pixel_count",
  "too_large",
  "unknown_recording",
  "unknown_modality",
];
const lastingRetryMs = 3000;
const notReadyRetryMs = 1000;
const busyRetryMs = 50;

export class PageLoader {
  private readonly queue = new PageQueue(pageLimits);
  private readonly cache: ByteCache<PageContent>;
  private readonly orders = new Map<string, PageOrder>();
  private readonly urgency = new Map<string, number>();
  /** Requests whose answer may still come, superseded and timed out ones included. */
  private readonly asked = new Map<number, { key: string; order: PageOrder }>();
  private lastTrim = Number.NEGATIVE_INFINITY;

  /** `onChange`: a page came, failed or made progress; called from the socket's events, never from `setWants`. */
  constructor(private readonly world: { now(): number; socket: PageSocket; cacheBytes: number; onChange(): void }) {
    this.cache = new ByteCache(world.cacheBytes);
  }

  /** Replaces what is wanted, in order of need; what nobody wants any more is cancelled. */
  setWants(wants: readonly PageWant[]): void {
    this.orders.clear();
    this.urgency.clear();
    wants.forEach(({ key, tier, order }, k) => {
      if (this.urgency.has(key)) return;
      this.urgency.set(key, tier === tiers.visible ? 0 : k + 1);
      this.orders.set(key, order);
      const known = this.cache.has(key) ? null : knownContent(order);
      if (known !== null) this.cache.set(key, known, contentBytes(known));
    });
    const missing = [...this.orders].filter(([key]) => !this.cache.has(key));
    const tierOf = new Map(wants.map(({ key, tier }) => [key, tier]).reverse() as [string, Tier][]);
    const superseded = this.queue.setWants(
      missing.map(([key, order]) => ({ key, tier: tierOf.get(key) ?? tiers.idle, isSlow: isSlow(order) })),
    );
    for (const id of superseded) this.world.socket.cancel(id);
  }

  /** Sends what may be sent, gives up what took too long, unloads what the budget does not bear. */
  tick(): void {
    const now = this.world.now();
    for (const id of this.queue.expire(now)) this.world.socket.cancel(id);
    if (this.world.socket.state === "connected")
      for (const { id, key } of this.queue.next(now)) {
        const order = this.orders.get(key);
        if (order === undefined) continue;
        this.asked.set(id, { key, order });
        this.world.socket.request(requestOf(order, id), (answer) => this.take(id, answer));
      }
    if (this.cache.isOverBudget && now - this.lastTrim >= paceLimits.unloadThrottleMs) {
      this.lastTrim = now;
      this.cache.trim((key) => this.urgency.get(key));
    }
  }

  /** The socket came or went. */
  connectionChanged(): void {
    if (this.world.socket.state === "connected") return;
    this.asked.clear();
    this.queue.disconnected();
  }

  progressed(pageId: number, fraction: number): void {
    this.queue.progress(pageId, fraction, this.world.now());
    this.world.onChange();
  }

  nextWake(): number | null {
    const wake = this.queue.nextWake(this.world.now());
    if (!this.cache.isOverBudget) return wake;
    return Math.min(wake ?? Number.POSITIVE_INFINITY, this.lastTrim + paceLimits.unloadThrottleMs);
  }

  has(key: string): boolean {
    return this.cache.has(key);
  }

  get(key: string): PageContent | undefined {
    return this.cache.get(key);
  }

  failureOf(key: string): string | null {
    const { state } = this.world.socket;
    // Without a connection nothing is asked for: what is missing says why, rather than "Loading" for ever.
    if (state === "unavailable" || state === "crowded") return feedTexts.waiting[state];
    return this.queue.failureOf(key);
  }

  fractionOf(key: string): number | null {
    return this.queue.fractionOf(key);
  }

  private take(id: number, answer: PageAcknowledgement): void {
    const asked = this.asked.get(id);
    if (asked === undefined) return;
    this.asked.delete(id);
    if (isPageFailure(answer)) this.fail(id, answer.error.code, answer.error.message);
    else
      try {
        const content = readAnswer(asked.order, answer);
        this.cache.set(asked.key, content, contentBytes(content));
        const other = this.queue.arrived(asked.key);
        if (other !== null && other !== id) this.world.socket.cancel(other);
      } catch (error) {
        this.queue.failed(id, this.world.now(), {
          message: error instanceof Error ? error.message : feedTexts.notDecoded,
        });
      }
    this.world.onChange();
  }

  private fail(id: number, code: PageFailureCode, message: string): void {
    const now = this.world.now();
    // A page that is still wanted and that the server gave up was none of ours to fail: the server is closing.
    if (code === "too_many_requests" || code === "cancelled") this.queue.failed(id, now, { busyMs: busyRetryMs });
    else if (code === "not_ready") this.queue.failed(id, now, { message, delayMs: notReadyRetryMs });
    else this.queue.failed(id, now, { message, delayMs: lastingFailures.includes(code) ? lastingRetryMs : 0 });
  }
}
