/**
 * Which page is asked for next (spec 001 section 4 "Page loading", section 9 "Data loading"). Pure: it is told the time
 * and says what to send; sockets and timers belong to the caller. Visible and ahead pages travel side by side, up to
 * `maxInFlight`; idle prefetch is one at a time and only while nothing else waits. A failed page goes to the front.
 */

import { type Tier, tiers } from "./planner.ts";
import { feedTexts } from "./texts.ts";

export interface Want {
  key: string;
  tier: Tier;
  /** May take the server long: such pages leave two places free for the others. */
  isSlow: boolean;
}

export interface QueueLimits {
  maxInFlight: number;
  timeoutMs: number;
}

interface Flight {
  key: string;
  tier: Tier;
  isSlow: boolean;
  deadline: number;
  fraction: number | null;
}

/** Where a page stands that is wanted and not here. */
interface Standing {
  /** Failures in a row; the last one's sentence until the page comes. */
  attempts: number;
  message: string | null;
  retryAt: number;
  isInFront: boolean;
}

const firstRetryMs = 100;
const longestRetryMs = 3000;
const placesForFastPages = 2;

/** 100 ms after the first failure, then twice as long each time, up to 3 s. */
export const retryDelayMs = (attempts: number): number =>
  Math.min(longestRetryMs, firstRetryMs * 2 ** Math.max(0, attempts - 1));

export class PageQueue {
  private wants: readonly Want[] = [];
  private readonly flights = new Map<number, Flight>();
  private readonly flightOf = new Map<string, number>();
  private readonly standings = new Map<string, Standing>();
  private lastId = 0;

  constructor(private readonly limits: QueueLimits) {}

  /** Replaces the wanted pages, in order of need. Returns the ids of flights nobody wants any more. */
  setWants(wants: readonly Want[]): number[] {
    this.wants = wants;
    const wanted = new Map(wants.map((want) => [want.key, want]));
    for (const key of this.standings.keys()) if (!wanted.has(key)) this.standings.delete(key);
    const superseded: number[] = [];
    for (const [id, flight] of this.flights) {
      const want = wanted.get(flight.key);
      if (want === undefined) {
        this.land(id);
        superseded.push(id);
      } else flight.tier = want.tier;
    }
    return superseded;
  }

  /** The pages to send now; they count as in flight from here on. */
  next(now: number): { id: number; key: string }[] {
    const sent: { id: number; key: string }[] = [];
    for (const want of this.candidates(now)) {
      if (!this.hasPlaceFor(want)) continue;
      const id = ++this.lastId;
      const deadline = now + this.limits.timeoutMs;
      this.flights.set(id, { key: want.key, tier: want.tier, isSlow: want.isSlow, deadline, fraction: null });
      this.flightOf.set(want.key, id);
      sent.push({ id, key: want.key });
    }
    return sent;
  }

  /** The server is still at it: the timeout begins anew. */
  progress(id: number, fraction: number, now: number): void {
    const flight = this.flights.get(id);
    if (flight === undefined) return;
    flight.fraction = fraction;
    flight.deadline = now + this.limits.timeoutMs;
  }

  /** The page of this key is here, whichever request brought it. Returns the request that is now superfluous. */
  arrived(key: string): number | null {
    const id = this.flightOf.get(key);
    if (id !== undefined) this.land(id);
    this.standings.delete(key);
    this.wants = this.wants.filter((want) => want.key !== key);
    return id ?? null;
  }

  /** The request failed: its page waits at the front. A refusal for want of a place is no failure of the page. */
  failed(id: number, now: number, reason: { message: string; delayMs?: number } | { busyMs: number }): void {
    const flight = this.flights.get(id);
    if (flight === undefined) return;
    this.land(id);
    const standing = this.standings.get(flight.key) ?? { attempts: 0, message: null, retryAt: 0, isInFront: true };
    standing.isInFront = true;
    if ("busyMs" in reason) standing.retryAt = now + reason.busyMs;
    else {
      standing.attempts++;
      standing.message = reason.message;
      standing.retryAt = now + Math.max(reason.delayMs ?? 0, retryDelayMs(standing.attempts));
    }
    this.standings.set(flight.key, standing);
  }

  /** Fails what took too long; returns the requests to cancel. */
  expire(now: number): number[] {
    const late = [...this.flights].filter(([, flight]) => flight.deadline <= now).map(([id]) => id);
    for (const id of late) this.failed(id, now, { message: feedTexts.timedOut });
    return late;
  }

  /** The socket is gone: everything in flight goes back to the front and waits for no one. */
  disconnected(): void {
    for (const [id, { key }] of this.flights) {
      this.land(id);
      const standing = this.standings.get(key) ?? { attempts: 0, message: null, retryAt: 0, isInFront: true };
      this.standings.set(key, { ...standing, isInFront: true, retryAt: 0 });
    }
  }

  /** When `next` or `expire` will have something to do without any event, or null. Always after `now`. */
  nextWake(now: number): number | null {
    let wake = Number.POSITIVE_INFINITY;
    for (const { deadline } of this.flights.values()) wake = Math.min(wake, deadline);
    for (const [key, { retryAt }] of this.standings)
      if (retryAt > now && !this.flightOf.has(key)) wake = Math.min(wake, retryAt);
    return wake === Number.POSITIVE_INFINITY ? null : wake;
  }

  isWaitingFor(key: string): boolean {
    return this.flightOf.has(key);
  }

  /** Sentence of the last failure of a page that has not come since, or null. */
  failureOf(key: string): string | null {
    return this.standings.get(key)?.message ?? null;
  }

  /** 0..1 when the server said how far it is, else null. */
  fractionOf(key: string): number | null {
    const id = this.flightOf.get(key);
    return (id === undefined ? null : this.flights.get(id)?.fraction) ?? null;
  }

  get inFlight(): number {
    return this.flights.size;
  }

  private land(id: number): void {
    const flight = this.flights.get(id);
    if (flight === undefined) return;
    this.flights.delete(id);
    this.flightOf.delete(flight.key);
  }

  /** Wanted pages that may go out now: by tier, those put to the front before the others of their tier. */
  private candidates(now: number): Want[] {
    const ready = this.wants.filter(
      ({ key }) => !this.flightOf.has(key) && (this.standings.get(key)?.retryAt ?? 0) <= now,
    );
    const isInFront = (want: Want) => this.standings.get(want.key)?.isInFront === true;
    return Object.values(tiers).flatMap((tier) => {
      const ofTier = ready.filter((want) => want.tier === tier);
      return [...ofTier.filter(isInFront), ...ofTier.filter((want) => !isInFront(want))];
    });
  }

  private hasPlaceFor({ tier, isSlow }: Want): boolean {
    if (this.flights.size >= this.limits.maxInFlight) return false;
    if (tier === tiers.idle) return this.flights.size === 0;
    if (!isSlow) return true;
    const slow = [...this.flights.values()].filter((flight) => flight.isSlow).length;
    return slow < this.limits.maxInFlight - placesForFastPages;
  }
}
