/** The recordings one user may ask for. Pages come in bursts: what was read this lately is not read again. */
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { serverText } from "../../protocol/text/server-text.ts";
import { awayReason } from "../platform/database/database-away.ts";
import type { DatabaseWatch } from "../platform/database/database-watch.ts";
import type { Recordings, UserScope } from "../recordings/index.ts";
import { PageRefused } from "./page-refused.ts";
import { socketLimits } from "./socket-limits.ts";

/** Null: there is no such recording for whoever asks. */
export type LookUp = (dataObjectId: number, options?: { isFresh?: boolean }) => Promise<RecordingDetail | null>;

/** So long a right that was lost, or a recording that was removed, may still be answered for. */
const freshMs = 1000;
/** What was asked for within `activeMs` is looked up again when it is this old: a page of somebody who reads does not wait for that. */
const againMs = 700;
const activeMs = 30_000;
const maxRemembered = 64;
const maxKnown = 1024;

interface Remembered {
  at: number;
  found: Promise<RecordingDetail | null>;
  /** When somebody last asked for it. */
  usedAt: number;
}

export class RecordingLookup {
  private readonly remembered = new Map<number, Remembered>();
  private readonly timers = new Map<number, NodeJS.Timeout>();
  /** What the database said last, for the time in which it is away. */
  private readonly confirmed = new Map<number, { at: number; detail: RecordingDetail }>();

  /** Raised by `forget`: what was asked for before is not kept. */
  private scopeChanges = 0;
  /** Those that were asked for, and found. */
  readonly known = new Set<number>();
  /** Those that grew when they were looked at; whoever tells of their growth takes out what is complete. */
  readonly growing = new Set<number>();

  constructor(
    private readonly recordings: Pick<Recordings, "get">,
    private readonly scope: UserScope,
    private readonly watch: Pick<DatabaseWatch, "ask">,
  ) {}

  /** Null when there is none in the scope. @throws PageRefused when that cannot be told, because the database is away */
  readonly get: LookUp = (dataObjectId, { isFresh = false } = {}) => {
    const now = performance.now();
    const known = this.remembered.get(dataObjectId);
    if (known !== undefined && !isFresh) known.usedAt = now;
    if (!isFresh && known !== undefined && now - known.at < freshMs) return known.found;
    const found = this.look(dataObjectId);
    put(this.remembered, dataObjectId, { at: now, found, usedAt: isFresh && known !== undefined ? known.usedAt : now });
    this.lookAgainSoon(dataObjectId);
    const drop = () => {
      if (this.remembered.get(dataObjectId)?.found === found) this.remembered.delete(dataObjectId);
    };
    found.then((detail) => detail !== null && this.known.size < maxKnown && this.known.add(dataObjectId), drop);
    // Only what is there and complete is worth remembering.
    found.then((detail) => detail?.state !== "ready" && drop(), drop);
    return found;
  };

  /** The user's projects or sites may have changed. */
  forget(): void {
    this.scopeChanges++;
    this.remembered.clear();
    this.confirmed.clear();
  }

  private lookAgainSoon(dataObjectId: number): void {
    if (this.timers.has(dataObjectId)) return;
    const timer = setTimeout(() => {
      this.timers.delete(dataObjectId);
      void this.lookAgain(dataObjectId);
    }, againMs);
    this.timers.set(dataObjectId, timer.unref());
  }

  /** What is remembered is good for as long as before, until it is confirmed; nobody waits meanwhile. */
  private async lookAgain(dataObjectId: number): Promise<void> {
    const known = this.remembered.get(dataObjectId);
    const at = performance.now();
    if (known === undefined || at - known.usedAt >= activeMs) return;
    const detail = await this.look(dataObjectId).catch(() => null); // whoever asks next is told
    if (this.remembered.get(dataObjectId) !== known) return;
    this.remembered.delete(dataObjectId);
    if (detail?.state !== "ready") return;
    put(this.remembered, dataObjectId, { at, found: Promise.resolve(detail), usedAt: known.usedAt });
    this.lookAgainSoon(dataObjectId);
  }

  private async look(dataObjectId: number): Promise<RecordingDetail | null> {
    const at = performance.now();
    const { scopeChanges } = this;
    try {
      const detail = await this.watch.ask(() => this.recordings.get(dataObjectId, this.scope));
      if (detail?.tail !== undefined && this.growing.size < maxRemembered) this.growing.add(dataObjectId);
      if (detail?.state === "ready" && scopeChanges === this.scopeChanges)
        put(this.confirmed, dataObjectId, { at, detail });
      else this.confirmed.delete(dataObjectId);
      return detail;
    } catch (error) {
      if (awayReason(error) === null) throw error;
      const kept = this.confirmed.get(dataObjectId);
      if (kept !== undefined && at - kept.at < socketLimits.graceMs) return kept.detail;
      throw new PageRefused("unavailable", serverText.unchecked);
    }
  }
}

/** The newest last; the oldest goes. */
function put<T>(map: Map<number, T>, key: number, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > maxRemembered) map.delete(map.keys().next().value as number);
}
