/**
 * Which page is asked for next (spec 001 section 4 "Page loading", section 9 "Data loading"). Pure: it is told the time
 * and says what to send; sockets and timers belong to the caller. Visible and ahead pages travel side by side, up to
 * `maxInFlight` requests; idle prefetch is one at a time and only while nothing else waits. Pages in one line that follow each
 * other go in one request. A failed page goes to the front. One that was cancelled is not asked for again before its
 * answer has come: it may be the page.
 */

import { type Tier, tiers } from "./planner.ts";
import { feedTexts } from "./texts.ts";

export interface Want {
  key: string;
  tier: Tier;
  /** May take the server long: such pages leave two places free for the others. */
  isSlow: boolean;
  /** About so many bytes on the way. */
  bytes?: number;
  /** Where it is not the queue's own. */
  timeoutMs?: number;
  /** Small and urgent: asked for at once, however much is on its way. */
  isFirst?: boolean;
  /** Its place among the pages that may be asked for together with it. */
  line?: { name: string; at: number };
}

export interface QueueLimits {
  maxInFlight: number;
  timeoutMs: number;
}

/** What the link has to say about it. */
export interface Gate {
  mayAsk(want: Want, isVisibleMissing: boolean): boolean;
  /** Bytes of a request. */
  mostBytes(want: Want): number;
  /** The request goes out; answers after how many ms more than usual it is to be given up. */
  sent(request: Request): number;
}

export interface Request {
  id: number;
  /** In the order of their line. */
  keys: readonly string[];
  bytes: number;
  isSlow: boolean;
}

interface Flight {
  keys: Set<string>;
  tier: Tier;
  isSlow: boolean;
  deadline: number;
  timeoutMs: number;
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

const openGate: Gate = { mayAsk: () => true, mostBytes: () => Number.POSITIVE_INFINITY, sent: () => 0 };

export class PageQueue {
  private wants: readonly Want[] = [];
  private readonly flights = new Map<number, Flight>();
  private readonly flightOf = new Map<string, number>();
  /** Cancelled and not answered yet. */
  private readonly given = new Map<number, { keys: ReadonlySet<string>; deadline: number }>();
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
      const present = [...flight.keys].flatMap((key) => wanted.get(key) ?? []);
      if (present.length > 0) flight.tier = Math.min(...present.map(({ tier }) => tier)) as Tier;
      else {
        this.land(id);
        this.given.set(id, flight);
        superseded.push(id);
      }
    }
    return superseded;
  }

  /** The requests to send now; they count as in flight from here on. */
  next(now: number, gate: Gate = openGate): Request[] {
    const sent: Request[] = [];
    const candidates = this.candidates(now);
    const isVisibleMissing =
      candidates.some(({ tier }) => tier === tiers.visible) ||
      [...this.flights.values()].some(({ tier }) => tier === tiers.visible);
    const inLine = new Map<string, Map<number, Want>>();
    for (const want of candidates) {
      const { name, at } = want.line ?? {};
      if (name === undefined || at === undefined) continue;
      const line = inLine.get(name) ?? new Map<number, Want>();
      inLine.set(name, line.set(at, want));
    }
    for (const want of candidates) {
      if (this.flightOf.has(want.key) || !this.hasPlaceFor(want)) continue;
      if (!gate.mayAsk(want, isVisibleMissing)) continue;
      const line = want.line === undefined ? undefined : inLine.get(want.line.name);
      const together = this.together(want, line, gate.mostBytes(want));
      const keys = together.map(({ key }) => key);
      const bytes = together.reduce((sum, one) => sum + (one.bytes ?? 0), 0);
      const request: Request = { id: ++this.lastId, keys, bytes, isSlow: want.isSlow };
      const timeoutMs = (want.timeoutMs ?? this.limits.timeoutMs) + gate.sent(request);
      const { tier, isSlow } = want;
      const deadline = now + timeoutMs;
      this.flights.set(request.id, { keys: new Set(keys), tier, isSlow, deadline, timeoutMs, fraction: null });
      for (const key of keys) this.flightOf.set(key, request.id);
      sent.push(request);
    }
    return sent;
  }

  /** The server is still at it: the timeout begins anew. */
  progress(id: number, fraction: number, now: number): void {
    const flight = this.flights.get(id);
    if (flight === undefined) return;
    flight.fraction = fraction;
    flight.deadline = now + flight.timeoutMs;
  }

  /** The request was answered, whatever the answer: if it had been cancelled, its pages may be asked for again. */
  settled(id: number): void {
    this.given.delete(id);
  }

  /** These pages are here, whichever request brought them. Returns the requests that are now superfluous. */
  arrived(keys: readonly string[]): number[] {
    const superfluous: number[] = [];
    for (const key of keys) {
      this.standings.delete(key);
      const id = this.flightOf.get(key);
      const flight = id === undefined ? undefined : this.flights.get(id);
      if (id === undefined || flight === undefined) continue;
      this.flightOf.delete(key);
      flight.keys.delete(key);
      if (flight.keys.size > 0) continue;
      this.flights.delete(id);
      superfluous.push(id);
    }
    const here = new Set(keys);
    this.wants = this.wants.filter((want) => !here.has(want.key));
    return superfluous;
  }

  /** The request failed: its pages wait at the front. A refusal for want of a place is no failure of the pages. */
  failed(id: number, now: number, reason: { message: string; delayMs?: number } | { busyMs: number }): void {
    const flight = this.flights.get(id);
    if (flight === undefined) return;
    this.land(id);
    for (const key of flight.keys) {
      const standing = this.standings.get(key) ?? { attempts: 0, message: null, retryAt: 0, isInFront: true };
      standing.isInFront = true;
      if ("busyMs" in reason) standing.retryAt = now + reason.busyMs;
      else {
        standing.attempts++;
        standing.message = reason.message;
        standing.retryAt = now + Math.max(reason.delayMs ?? 0, retryDelayMs(standing.attempts));
      }
      this.standings.set(key, standing);
    }
  }

  /** Fails what took too long; returns the requests to cancel. */
  expire(now: number): number[] {
    for (const [id, { deadline }] of this.given) if (deadline <= now) this.given.delete(id);
    const late = [...this.flights].filter(([, flight]) => flight.deadline <= now).map(([id]) => id);
    for (const id of late) this.failed(id, now, { message: feedTexts.timedOut });
    return late;
  }

  /** The socket is gone: everything in flight goes back to the front and waits for no one. */
  disconnected(): void {
    this.given.clear();
    for (const [id, { keys }] of this.flights) {
      this.land(id);
      for (const key of keys) {
        const standing = this.standings.get(key) ?? { attempts: 0, message: null, retryAt: 0, isInFront: true };
        this.standings.set(key, { ...standing, isInFront: true, retryAt: 0 });
      }
    }
  }

  /** When `next` or `expire` will have something to do without any event, or null. Always after `now`. */
  nextWake(now: number): number | null {
    let wake = Number.POSITIVE_INFINITY;
    for (const { deadline } of this.flights.values()) wake = Math.min(wake, deadline);
    for (const { deadline } of this.given.values()) wake = Math.min(wake, deadline);
    for (const [key, { retryAt }] of this.standings)
      if (retryAt > now && !this.flightOf.has(key)) wake = Math.min(wake, retryAt);
    return wake === Number.POSITIVE_INFINITY ? null : wake;
  }

  isWaitingFor(key: string): boolean {
    return this.flightOf.has(key);
  }

  /** Requests for what is in view that were sent and are not answered; "slow": the server may have to compute for one of them. */
  get visibleInFlight(): "none" | "plain" | "slow" {
    const visible = [...this.flights.values()].filter(({ tier }) => tier === tiers.visible);
    if (visible.length === 0) return "none";
    return visible.some(({ isSlow }) => isSlow) ? "slow" : "plain";
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
    for (const key of flight.keys) this.flightOf.delete(key);
  }

  /** Wanted pages that may go out now: by tier, those put to the front before the others of their tier. */
  private candidates(now: number): Want[] {
    const ready = this.wants.filter(
      ({ key }) => !this.flightOf.has(key) && (this.standings.get(key)?.retryAt ?? 0) <= now && !this.mayStillCome(key),
    );
    const isInFront = (want: Want) => this.standings.get(want.key)?.isInFront === true;
    return Object.values(tiers).flatMap((tier) => {
      const ofTier = ready.filter((want) => want.tier === tier);
      return [...ofTier.filter(isInFront), ...ofTier.filter((want) => !isInFront(want))];
    });
  }

  private mayStillCome(key: string): boolean {
    for (const { keys } of this.given.values()) if (keys.has(key)) return true;
    return false;
  }

  /** The page and those of its line and tier beside it that wait too, later ones first, in the order of the line. */
  private together(want: Want, line: ReadonlyMap<number, Want> | undefined, mostBytes: number): Want[] {
    const found = [want];
    if (line === undefined || want.line === undefined) return found;
    let bytes = want.bytes ?? 0;
    const take = (at: number): boolean => {
      const beside = line.get(at);
      if (beside === undefined || beside.tier !== want.tier || this.flightOf.has(beside.key)) return false;
      bytes += beside.bytes ?? 0;
      if (bytes > mostBytes) return false;
      found.push(beside);
      return true;
    };
    for (let at = want.line.at + 1; take(at); ) at++;
    for (let at = want.line.at - 1; bytes <= mostBytes && take(at); ) at--;
    return found.sort((a, b) => (a.line?.at ?? 0) - (b.line?.at ?? 0));
  }

  private hasPlaceFor({ tier, isSlow }: Want): boolean {
    if (this.flights.size >= this.limits.maxInFlight) return false;
    if (tier === tiers.idle) return this.flights.size === 0;
    if (!isSlow) return true;
    const slow = [...this.flights.values()].filter((flight) => flight.isSlow).length;
    return slow < this.limits.maxInFlight - placesForFastPages;
  }
}
