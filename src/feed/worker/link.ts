/**
 * What the link to the server carries, learned from the pages themselves: bytes a millisecond, and the delay of a round
 * trip. Says how much may be on its way. Pure: it is told the time.
 */

/** What is asked for beyond a round trip, so that the link never rests; ms of its throughput. */
const marginMs = 120;
/** Beside that, whatever the link: two pages that follow each other. */
const leastOpenBytes = 64 * 1024;
/** Half of what a page says is forgotten after so much time of transfer, and a part with every page. */
const memoryMs = 1500;
const keptPart = 0.85;
/** Shorter times and answers tell nothing of the link. */
const leastMs = 0.5;
const leastBytes = 1024;
/** Echoes of which the shortest counts: the others waited behind pages. */
const echoesKept = 4;
/** A page that is so much later than expected says that the link became slower. */
const lateMs = 150;
/** A page that others overtook so long after it was asked for will not come; ms between the askings. */
const overtakenMs = 10_000;
/** Answers of which the one that was made the soonest tells how busy the server is: it may compute for the others. */
const madeKept = 4;
/** Of a server that is busy no more is asked for ahead than it makes in this time, ms: others wait for it too. */
const aheadWithinMs = 500;
/** Below this a view of samples takes longer than is waited for gladly; bytes a ms. */
const thinRate = 1500;

interface Open {
  bytes: number;
  at: number;
  /** The server only reads what it answers: lateness is the link's. */
  isPlain: boolean;
}

export class Link {
  private readonly open = new Map<number, Open>();
  private echoes: number[] = [];
  private bytes = 0;
  private busyMs = 0;
  private lastArrival = Number.NEGATIVE_INFINITY;
  /** When the newest page was asked for that came: what was asked for before it is late for another reason than the link. */
  private askedLast = Number.NEGATIVE_INFINITY;
  /** What the server took for pages lately, the longest; each page halves what is remembered. */
  private madeMs = 0;
  /** What it took for each of the last ones. */
  private made: readonly number[] = [];

  /** A page was asked for that will be so many bytes long. */
  sent(id: number, { bytes, isPlain }: { bytes: number; isPlain: boolean }, now: number): void {
    this.open.set(id, { bytes, at: now, isPlain });
  }

  /** Its answer came: so many bytes, which the server took `madeMs` to make. Cancelled pages are settled too. */
  came(id: number, bytes: number, madeMs: number, now: number): void {
    const asked = this.open.get(id);
    if (asked === undefined) return;
    this.open.delete(id);
    if (bytes > 0) this.overtook(asked.at);
    const began = Math.max(this.lastArrival, asked.at + this.delayMs + madeMs);
    this.lastArrival = now;
    if (bytes > 0) this.madeMs = Math.max(madeMs, this.madeMs / 2);
    if (bytes > 0) this.made = [...this.made, madeMs].slice(-madeKept);
    if (bytes < leastBytes) return;
    const took = Math.max(leastMs, now - began);
    const kept = keptPart * 2 ** (-took / memoryMs);
    this.bytes = this.bytes * kept + bytes;
    this.busyMs = this.busyMs * kept + took;
  }

  /** What was asked for long before a page that came, and did not, is not on the link any more. */
  private overtook(at: number): void {
    this.askedLast = Math.max(this.askedLast, at);
    for (const [id, asked] of this.open) if (asked.at + overtakenMs < at) this.open.delete(id);
  }

  /** A round trip of nothing took so long. */
  echoed(ms: number): void {
    this.echoes = [...this.echoes, ms].slice(-echoesKept);
  }

  /** The connection is gone, with everything on its way. The next one may be another link. */
  lost(): void {
    this.open.clear();
    this.echoes = [];
    this.bytes = 0;
    this.busyMs = 0;
    this.lastArrival = Number.NEGATIVE_INFINITY;
    this.askedLast = Number.NEGATIVE_INFINITY;
    this.madeMs = 0;
    this.made = [];
  }

  /** So many requests may be on their way for what is not in view: one of a server that is very busy. */
  get mostAhead(): number {
    const soonest = this.made.length === 0 ? 0 : Math.min(...this.made);
    return Math.max(1, Math.floor(aheadWithinMs / Math.max(1, soonest)));
  }

  /** Nothing is on its way. */
  get isAtRest(): boolean {
    return this.open.size === 0;
  }

  /** Delay of a round trip, ms; 0 while it is not known. */
  get delayMs(): number {
    return this.echoes.length === 0 ? 0 : Math.min(...this.echoes);
  }

  /** Bytes a ms; null while nothing is known. */
  rate(now: number): number | null {
    const measured = this.busyMs === 0 ? null : this.bytes / this.busyMs;
    const oldest = [...this.open.values()].find(({ at }) => at >= this.askedLast);
    if (oldest === undefined || !oldest.isPlain) return measured;
    const waited = now - this.began(oldest);
    const expected = measured === null ? 0 : oldest.bytes / measured;
    if (waited < expected + lateMs) return measured;
    return Math.min(measured ?? Number.POSITIVE_INFINITY, oldest.bytes / waited);
  }

  isThin(now: number): boolean {
    return (this.rate(now) ?? Number.POSITIVE_INFINITY) < thinRate;
  }

  /** Until all that was asked for is here, ms. */
  backlogMs(now: number): number {
    const [oldest] = this.open.values();
    const rate = this.rate(now);
    if (oldest === undefined || rate === null) return 0;
    return Math.max(0, this.began(oldest) + this.openBytes / rate - now);
  }

  /** The same with what the server may take for it, by the last pages; null while nothing is known. */
  expectedMs(now: number): number | null {
    return this.rate(now) === null ? null : this.backlogMs(now) + this.madeMs;
  }

  /** Until so many bytes more would be here, ms; null while nothing is known. */
  estimateMs(bytes: number, now: number): number | null {
    const rate = this.rate(now);
    return rate === null ? null : Math.max(this.delayMs, this.backlogMs(now)) + bytes / rate;
  }

  /** More may be asked for: otherwise it would only wait in line, before what is wanted next. */
  hasRoom(now: number): boolean {
    return this.roomInMs(now) === 0;
  }

  /** When it has room, if nothing else happens, ms. */
  roomInMs(now: number): number {
    const rate = this.rate(now);
    if (this.open.size === 0 || rate === null) return 0;
    const reachMs = this.delayMs + marginMs;
    if (this.openBytes > 2 * rate * reachMs + leastOpenBytes) return Math.max(1, reachMs);
    return Math.max(0, this.backlogMs(now) - reachMs);
  }

  private get openBytes(): number {
    let sum = 0;
    for (const { bytes } of this.open.values()) sum += bytes;
    return sum;
  }

  /** When the first byte of a page could come: after a round trip, and after the page before it. */
  private began(asked: Open): number {
    return Math.max(this.lastArrival, asked.at + this.delayMs);
  }
}
