/**
 * Whose work is next. Users take turns by the time they have used, not by the number of things they ask for: whoever has
 * used the least is served first, and one who was away is as good as the one served last, not better. Of users who have used about
 * the same it is who has waited longest: where many begin at once, what is in view of the last comes before what lies ahead of
 * the first. Quick work goes before slow work, but slow work that waits is never passed over for ever. Every choice costs
 * O(log n).
 */
import type { PageCode } from "../../protocol/pages.ts";
import { IndexedHeap } from "./indexed-heap.ts";

/** On whose behalf work is done. */
export interface Asker {
  /** Identity of the user, over all of their sockets. */
  readonly user: object;
  /** Raised whenever the user cancels: what they ask for afterwards is more urgent. */
  readonly epoch: number;
  /** Counts the requests of all users. */
  readonly sequence: number;
  readonly signal: AbortSignal;
  /** Nobody waits for it: done one at a time while no user's work waits. */
  readonly isBackground?: boolean;
  /** Wants the values coded. */
  readonly code?: PageCode;
}

/** "quick": somebody waits for this page alone; "slow": a part of something longer. */
export type Lane = "quick" | "slow";
const lanes: readonly Lane[] = ["quick", "slow"];

interface Entry<Work> {
  work: Work;
  asker: Asker;
}

/** What one user waits for, and the time used on their behalf: a virtual clock in ms. */
interface Line<Work> {
  user: object;
  waiting: Record<Lane, IndexedHeap<Entry<Work>>>;
  usedMs: number;
}

export interface Turn<Work> {
  work: Work;
  user: object;
}

/** What is begun counts this much until it is known what it took. */
const supposedMs = 20;
/** So much slow work is never passed over. */
const mostQuickInARow = 4;
/** Users who have used as many of these are as good as each other. */
const equalMs = 100;
/** However long one piece of work took, its user is not kept back longer than by this. */
const mostBehindMs = 5000;

export class Turns<Work extends object> {
  /** Users whose rooms are gone are forgotten with them. */
  private readonly lines = new WeakMap<object, Line<Work>>();
  /** Users with something waiting in that lane. */
  private readonly users = perLane((lane) => new IndexedHeap<Line<Work>>((a, b) => isServedBefore(a, b, lane)));
  private readonly entries = new Map<Work, { lane: Lane; byAsker: Map<Asker, Entry<Work>> }>();
  /** `usedMs` of the line that was served last. */
  private clockMs = 0;
  private quickInARow = 0;

  /** Pieces of work that wait. */
  get size(): number {
    return this.entries.size;
  }

  [Symbol.iterator](): Iterator<Work> {
    return this.entries.keys();
  }

  /** The work waits, on behalf of this asker too. */
  add(work: Work, asker: Asker, lane: Lane): void {
    const known = this.entries.get(work) ?? { lane, byAsker: new Map() };
    if (known.byAsker.has(asker)) return;
    const entry = { work, asker };
    this.entries.set(work, known);
    known.byAsker.set(asker, entry);
    const line = this.lineOf(asker.user);
    if (lanes.every((one) => line.waiting[one].size === 0)) this.set(line, Math.max(line.usedMs, this.clockMs));
    line.waiting[known.lane].add(entry);
    this.users[known.lane].add(line);
    this.users[known.lane].moved(line);
  }

  /** It does not wait any more on behalf of this asker; without an asker, of anybody. */
  remove(work: Work, asker?: Asker): void {
    const known = this.entries.get(work);
    if (known === undefined) return;
    for (const one of asker === undefined ? [...known.byAsker.keys()] : [asker]) {
      const entry = known.byAsker.get(one);
      if (entry === undefined) continue;
      known.byAsker.delete(one);
      const line = this.lineOf(one.user);
      line.waiting[known.lane].remove(entry);
      if (line.waiting[known.lane].size === 0) this.users[known.lane].remove(line);
      else this.users[known.lane].moved(line);
    }
    if (known.byAsker.size === 0) this.entries.delete(work);
  }

  /** Takes the next work out, or null when nothing waits for a user who may be served now, or that work is not meant. */
  next(isBarred: (user: object) => boolean, isMeant: (work: Work) => boolean = () => true): Turn<Work> | null {
    const isSlowDue = this.quickInARow >= mostQuickInARow && this.users.slow.size > 0;
    for (const lane of isSlowDue ? [...lanes].reverse() : lanes) {
      const line = this.firstOf(lane, isBarred);
      const entry = line?.waiting[lane].first();
      if (line === undefined || entry === undefined) continue;
      if (!isMeant(entry.work)) return null;
      this.quickInARow = lane === "quick" && this.users.slow.size > 0 ? this.quickInARow + 1 : 0;
      this.clockMs = Math.max(this.clockMs, line.usedMs);
      this.remove(entry.work);
      this.set(line, line.usedMs + supposedMs);
      return { work: entry.work, user: line.user };
    }
    return null;
  }

  /** What the work of a turn took, once it ended. */
  charge(user: object, ms: number): void {
    const line = this.lineOf(user);
    this.set(line, Math.min(line.usedMs + Math.max(1, ms) - supposedMs, this.clockMs + mostBehindMs));
  }

  /** The user first in the lane; those who may not be served keep their places. At most as many as there are threads. */
  private firstOf(lane: Lane, isBarred: (user: object) => boolean): Line<Work> | undefined {
    const users = this.users[lane];
    const passed: Line<Work>[] = [];
    let line = users.first();
    for (; line !== undefined && isBarred(line.user); line = users.first()) {
      users.remove(line);
      passed.push(line);
    }
    for (const one of passed) users.add(one);
    return line;
  }

  private set(line: Line<Work>, usedMs: number): void {
    line.usedMs = usedMs;
    for (const lane of lanes) this.users[lane].moved(line);
  }

  private lineOf(user: object): Line<Work> {
    const known = this.lines.get(user);
    if (known !== undefined) return known;
    const waiting = perLane(() => new IndexedHeap<Entry<Work>>(isBefore));
    const line: Line<Work> = { user, waiting, usedMs: this.clockMs };
    this.lines.set(user, line);
    return line;
  }
}

/** Both have something waiting in that lane. */
function isServedBefore<Work>(a: Line<Work>, b: Line<Work>, lane: Lane): boolean {
  const usedMore = sharesOf(a) - sharesOf(b);
  return usedMore !== 0 ? usedMore < 0 : askedFirst(a, lane) < askedFirst(b, lane);
}

const sharesOf = ({ usedMs }: Pick<Line<object>, "usedMs">): number => Math.floor(usedMs / equalMs);

/** Sequence of what is next of that user. */
const askedFirst = <Work>({ waiting }: Line<Work>, lane: Lane): number => waiting[lane].first()?.asker.sequence ?? 0;

const perLane = <T>(make: (lane: Lane) => T): Record<Lane, T> => ({ quick: make("quick"), slow: make("slow") });

/** Of one user: what they asked for since they last changed their mind, in the order they asked. */
function isBefore<Work>({ asker: a }: Entry<Work>, { asker: b }: Entry<Work>): boolean {
  return a.epoch !== b.epoch ? a.epoch > b.epoch : a.sequence < b.sequence;
}
