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
const maxRemembered = 64;
const maxKnown = 1024;

export class RecordingLookup {
  private readonly remembered = new Map<number, { at: number; found: Promise<RecordingDetail | null> }>();
  /** What the database said last, for the time in which it is away. */
  private readonly confirmed = new Map<number, { at: number; detail: RecordingDetail }>();

  private readonly known = new Set<number>();
  /** Those that grew when they were looked at; whoever tells of their growth takes out what is complete. */
  readonly growing = new Set<number>();

  constructor(
    private readonly recordings: Pick<Recordings, "get">,
    private readonly scope: UserScope,
    private readonly watch: Pick<DatabaseWatch, "ask">,
  ) {}

  /** Null when there is none in the scope. @throws PageRefused when that cannot be told, because the database is away */
  readonly get: LookUp = (dataObjectId, { isFresh = false } = {}) => {
    const known = this.remembered.get(dataObjectId);
    if (!isFresh && known !== undefined && performance.now() - known.at < freshMs) return known.found;
    const found = this.look(dataObjectId);
    put(this.remembered, dataObjectId, { at: performance.now(), found });
    const drop = () => {
      if (this.remembered.get(dataObjectId)?.found === found) this.remembered.delete(dataObjectId);
    };
    found.then((detail) => detail !== null && this.known.size < maxKnown && this.known.add(dataObjectId), drop);
    // Only what is there and complete is worth remembering.
    found.then((detail) => detail?.state !== "ready" && drop(), drop);
    return found;
  };

  /** Whether it was asked for, and found. */
  knows(dataObjectId: number): boolean {
    return this.known.has(dataObjectId);
  }

  /** The user's projects or sites may have changed. */
  forget(): void {
    this.remembered.clear();
    this.confirmed.clear();
  }

  private async look(dataObjectId: number): Promise<RecordingDetail | null> {
    const at = performance.now();
    try {
      const detail = await this.watch.ask(() => this.recordings.get(dataObjectId, this.scope));
      if (detail?.tail !== undefined && this.growing.size < maxRemembered) this.growing.add(dataObjectId);
      if (detail?.state === "ready") put(this.confirmed, dataObjectId, { at, detail });
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
