/** The worker's pages: those wanted are fetched in order of need, those here are kept within the budget. */
import type { Unpack } from "../../protocol/page-codec.ts";
import { isPageFailure, type PageAcknowledgement, type PageFailureCode, pageLimits } from "../../protocol/pages.ts";
import type { Work } from "../handover.ts";
import { ByteCache } from "./cache.ts";
import { Link } from "./link.ts";
import { paceLimits } from "./pace.ts";
import { contentBytes, type PageContent } from "./page-contents.ts";
import { bytesOf, isSlow, keyOf, knownContent, lineOf, type PageOrder, readAnswer, requestOf } from "./page-orders.ts";
import { type Tier, tiers } from "./planner.ts";
import { type Gate, PageQueue, type Request } from "./queue.ts";
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

/** A request for stored samples, in bytes as stored: of a view, so that its tiles are made while more comes; and ahead. */
const visibleRequestBytes = 256 * 1024;
const aheadRequestBytes = 512 * 1024;
/** As long as nothing is known of the link. */
const firstRequestBytes = 128 * 1024;
/**
 * On a thin link a request lasts so long: what is asked for next need not wait for more, nor playback for all of what comes next. What is in view longer:
 * the code makes less of short blocks.
 */
const requestMs = { visible: 600, ahead: 100 };
/** What comes so soon is worth a frame's wait. */
const momentMs = 12;
/** Before pages are asked for on a link at rest, its delay is measured anew, but not more often. */
const echoEveryMs = 1000;
/** Pages come coded on links slower than this (bytes a ms, 100 Mbit/s) or not known yet: beyond, a page is here as soon without. */
const codedBelowRate = 12_500;
/** The weight of the newest page in how much shorter pages are than what they hold. */
const newestRatio = 0.3;

export interface LoaderDeps {
  now(): number;
  socket: PageSocket;
  cacheBytes: number;
  unpack: Unpack;
  /** `isVisible`: pages of what is in view are here now. */
  onChange(isVisible: boolean): void;
}

export class PageLoader {
  private readonly queue = new PageQueue(pageLimits);
  private readonly cache: ByteCache<PageContent>;
  private readonly orders = new Map<string, PageOrder>();
  private readonly urgency = new Map<string, number>();
  /** Requests whose answer may still come, superseded and timed out ones included. */
  private readonly asked = new Map<number, { keys: readonly string[]; order: PageOrder; bytes: number }>();
  private readonly link = new Link();
  /** Bytes on the way for each byte that is held. */
  private ratio = 1;
  private echoedAt = Number.NEGATIVE_INFINITY;
  private blockedUntil: number | null = null;
  private lastTrim = Number.NEGATIVE_INFINITY;
  /** A page came since the wants were told. */
  private hasCome = false;

  /** `onChange`: a page came, failed or made progress; called from the socket's events, never from `setWants`. */
  constructor(private readonly world: LoaderDeps) {
    this.cache = new ByteCache(world.cacheBytes);
  }

  /** Replaces what is wanted, in order of need; what nobody wants any more is cancelled. */
  setWants(wants: readonly PageWant[]): void {
    this.hasCome = false;
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
      missing.map(([key, order]) => ({
        key,
        tier: tierOf.get(key) ?? tiers.idle,
        isSlow: isSlow(order),
        bytes: bytesOf(order),
        line: lineOf(order),
        isFirst: order.regime === "coarse",
      })),
    );
    for (const id of superseded) this.world.socket.cancel(id);
  }

  /** Sends what may be sent, gives up what took too long, unloads what the budget does not bear. */
  tick(): void {
    const now = this.world.now();
    for (const id of this.queue.expire(now)) this.world.socket.cancel(id);
    this.blockedUntil = null;
    if (this.world.socket.state === "connected")
      for (const { id, keys, bytes } of this.queue.next(now, this.gate(now))) {
        const order = this.orders.get(keys[0]);
        if (order === undefined) continue;
        this.asked.set(id, { keys, order, bytes });
        const request = { ...requestOf(order, keys.length, id), is_coded: this.wantsCode(order, now) };
        this.world.socket.request(request, (answer) => this.take(id, answer));
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
    this.link.lost();
    this.echoedAt = Number.NEGATIVE_INFINITY;
    this.queue.disconnected();
  }

  progressed(pageId: number, fraction: number): void {
    this.queue.progress(pageId, fraction, this.world.now());
    this.world.onChange(false);
  }

  nextWake(): number | null {
    const never = Number.POSITIVE_INFINITY;
    const trimAt = this.cache.isOverBudget ? this.lastTrim + paceLimits.unloadThrottleMs : never;
    const wake = Math.min(this.queue.nextWake(this.world.now()) ?? never, this.blockedUntil ?? never, trimAt);
    return wake === never ? null : wake;
  }

  has(key: string): boolean {
    return this.cache.has(key);
  }

  isAsked(key: string): boolean {
    return this.queue.isWaitingFor(key);
  }

  get(key: string): PageContent | undefined {
    return this.cache.get(key);
  }

  failureOf(key: string): string | null {
    const { state } = this.world.socket;
    // Without a connection nothing is asked for: what is missing says why, rather than "Loading" for ever.
    if (state === "unavailable" || state === "crowded" || state === "outdated") return feedTexts.waiting[state];
    return this.queue.failureOf(key);
  }

  /** Bytes of a page of samples for each byte that it holds, by the last ones. */
  get shortened(): number {
    return this.ratio;
  }

  /** Until all of these would be here, ms; null while nothing is known of the link. */
  estimateMs(orders: readonly PageOrder[]): number | null {
    let bytes = 0;
    for (const order of orders) if (!this.queue.isWaitingFor(keyOf(order))) bytes += bytesOf(order) * this.ratio;
    return this.link.estimateMs(bytes, this.world.now());
  }

  /** What is on its way of what is in view, if the link brings it in a moment: the first pages, or the rest. */
  get visibleWork(): Work {
    const flight = this.queue.visibleInFlight;
    const now = this.world.now();
    if (flight === "none") return "none";
    if (this.hasCome) return this.link.backlogMs(now) <= momentMs ? "making" : "none";
    // What the server may have to compute first comes when it comes.
    return flight === "plain" && (this.link.expectedMs(now) ?? Number.POSITIVE_INFINITY) <= momentMs
      ? "awaited"
      : "none";
  }

  fractionOf(key: string): number | null {
    return this.queue.fractionOf(key);
  }

  /** Not what is small and urgent, and nothing on a link that carries it as fast as it is coded. */
  private wantsCode({ regime }: PageOrder, now: number): boolean {
    return regime !== "coarse" && (this.link.rate(now) ?? 0) < codedBelowRate;
  }

  /** What the link bears: as much on its way as it carries in a round trip, and what is visible alone when it is thin or not known. */
  private gate(now: number): Gate {
    const { link } = this;
    return {
      mayAsk: ({ tier, isFirst }, isVisibleMissing) => {
        if (isFirst) return true;
        const isVisible = tier === tiers.visible;
        const isPoor = link.rate(now) === null || link.isThin(now); // or nothing is known of it yet
        if (!isVisible && ((isVisibleMissing && isPoor) || this.queue.inFlight >= link.mostAhead)) return false;
        if (link.hasRoom(now)) return true;
        this.blockedUntil = now + Math.max(1, link.roomInMs(now));
        return false;
      },
      mostBytes: ({ tier, isFirst }) => {
        if (isFirst) return Number.POSITIVE_INFINITY;
        const rate = link.rate(now);
        const isVisible = tier === tiers.visible;
        const most = isVisible ? visibleRequestBytes : aheadRequestBytes;
        return rate === null
          ? firstRequestBytes
          : Math.min(most, (rate * requestMs[isVisible ? "visible" : "ahead"]) / this.ratio);
      },
      sent: (request) => this.sent(request, now),
    };
  }

  private sent({ id, bytes, isSlow }: Request, now: number): number {
    if (this.link.isAtRest && now - this.echoedAt >= echoEveryMs) {
      this.echoedAt = now;
      this.world.socket.echo(() => this.link.echoed(this.world.now() - now));
    }
    this.link.sent(id, { bytes: bytes * this.ratio, isPlain: !isSlow }, now);
    return 3 * this.link.backlogMs(now);
  }

  private take(id: number, answer: PageAcknowledgement): void {
    const asked = this.asked.get(id);
    if (asked === undefined) return;
    this.asked.delete(id);
    this.queue.settled(id);
    this.measure(id, asked, answer);
    if (isPageFailure(answer)) this.fail(id, answer.error.code, answer.error.message);
    else
      try {
        this.hasCome = true;
        const { keys, order } = asked;
        const contents = readAnswer(order, keys.length, answer, this.world.unpack);
        // Leaves of one page share its memory.
        const shares = order.regime === "raw" ? keys.length : 1;
        keys.forEach((key, k) => void this.cache.set(key, contents[k], contentBytes(contents[k]) / shares));
        for (const other of this.queue.arrived(keys)) if (other !== id) this.world.socket.cancel(other);
      } catch (error) {
        this.queue.failed(id, this.world.now(), {
          message: error instanceof Error ? error.message : feedTexts.notDecoded,
        });
      }
    this.world.onChange(asked.keys.some((key) => this.urgency.get(key) === 0 && this.cache.has(key)));
  }

  private measure(
    id: number,
    { order, bytes }: { order: PageOrder; bytes: number },
    answer: PageAcknowledgement,
  ): void {
    const isFailure = isPageFailure(answer);
    const came = isFailure ? 0 : answer.pixels.byteLength;
    this.link.came(id, came, isFailure ? 0 : answer.made_ms, this.world.now());
    if (!isFailure && order.regime === "raw" && bytes > 0)
      this.ratio += newestRatio * (Math.min(1.5, came / bytes) - this.ratio);
  }

  private fail(id: number, code: PageFailureCode, message: string): void {
    this.queue.failed(id, this.world.now(), afterFailure(code, message));
  }
}

/** When a page that the server did not give is asked for again, and what is said of it meanwhile. */
export function afterFailure(
  code: PageFailureCode,
  message: string,
): { message: string; delayMs: number } | { busyMs: number } {
  // A page that is still wanted and that the server gave up was none of ours to fail: the server is closing.
  if (code === "too_many_requests" || code === "cancelled") return { busyMs: busyRetryMs };
  if (code === "not_ready") return { message, delayMs: notReadyRetryMs };
  return { message, delayMs: lastingFailures.includes(code) ? lastingRetryMs : 0 };
}
