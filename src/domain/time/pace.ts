/**
 * How fast playback may go while data are late. The specification moves the view by speed times elapsed time (spec 001
 * section 4, "Playback"); that holds whenever the data are there. While they are not, the clock does as the reader chose.
 */

export const paces = ["slow", "hold", "keep"] as const;
/**
 * - "slow": as fast as the link carries, evenly;
 * - "hold": full speed, and stands still until enough is there again;
 * - "keep": speed times elapsed time whatever is there; what was not shown is marked.
 */
export type Pace = (typeof paces)[number];

export const isPace = (value: unknown): value is Pace => paces.some((pace) => pace === value);

/** Below so much prepared playback the clock slows down, however fast the link is. */
const leastAheadMs = 150;
/** After a hold so much playback must be there, unless nothing comes any more. */
const resumeAheadMs = 1000;
/** What arrives in steps is spread over the time that a step takes, and no longer. */
const longestSpreadMs = 10_000;
/** The part of that time: less than all of it, so that the link never waits for the clock. */
const spreadPart = 0.7;
/** The weight of the newest step. */
const newest = 0.4;

export interface Ahead {
  /** Recording milliseconds after the view that can be drawn exactly; Infinity to the file's end, negative while part of the view itself is missing. */
  readonly aheadMs: number;
  /** More is being asked for. */
  readonly isWaiting: boolean;
}

export interface PaceKeeper {
  /** Recording milliseconds to move on in `elapsedMs` (wall) at `speed`, at the time `now` (ms). */
  step(now: number, elapsedMs: number, speed: number, ahead: Ahead): number;
  /** Forgets what was learned of the link: another place, or a pause. */
  reset(): void;
}

/** Keeps one playing clock within what can be shown. */
export function createPaceKeeper(paceOf: () => Pace): PaceKeeper {
  let isHeld = false;
  let spreadMs = leastAheadMs;
  let edgeMs = Number.NaN;
  let movedMs = 0;
  let askedAt = Number.NaN;
  let arrivedAt = Number.NaN;

  /** Learns how long the link takes for a step, from when it is asked for, or from the step before it. */
  function learn(now: number, { aheadMs, isWaiting }: Ahead): void {
    // Counted from where the clock began, so that moving on does not look like an arrival.
    const edge = aheadMs + movedMs;
    const hasArrived = edge > edgeMs + 1e-6;
    edgeMs = edge;
    if (hasArrived) {
      if (!Number.isNaN(askedAt)) {
        const tookMs = Math.min((now - askedAt) * spreadPart, longestSpreadMs);
        spreadMs = Math.max(leastAheadMs, spreadMs + newest * (tookMs - spreadMs));
      }
      arrivedAt = now;
      askedAt = Number.NaN;
    }
    if (!isWaiting) askedAt = Number.NaN;
    else if (Number.isNaN(askedAt)) askedAt = now;
  }

  function held(now: number, wanted: number, speed: number, { aheadMs, isWaiting }: Ahead): boolean {
    if (!isHeld) return aheadMs < wanted;
    if (aheadMs < wanted) return true;
    const isAllThatComes = !isWaiting || now - arrivedAt > resumeAheadMs;
    return aheadMs < speed * resumeAheadMs && !isAllThatComes;
  }

  return {
    step(now, elapsedMs, speed, ahead) {
      const wanted = speed * elapsedMs;
      learn(now, ahead);
      const pace = paceOf();
      const possible = Math.max(0, Math.min(wanted, ahead.aheadMs));
      isHeld = pace === "hold" && held(now, wanted, speed, ahead);
      let moved = wanted;
      if (pace === "slow") moved = Math.min(possible, (possible === 0 ? 0 : ahead.aheadMs / spreadMs) * elapsedMs);
      else if (pace === "hold") moved = isHeld ? 0 : possible;
      movedMs += moved;
      return moved;
    },
    reset() {
      isHeld = false;
      spreadMs = leastAheadMs;
      edgeMs = Number.NaN;
      movedMs = 0;
      askedAt = Number.NaN;
      arrivedAt = Number.NaN;
    },
  };
}
