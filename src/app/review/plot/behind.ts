/** How far what stands in a window is behind its view. The clock waits for exact traces alone; what is computed of others may lag, so long and no longer. */

/** Beyond that nothing is shown in place of what is late. ms */
export const mostBehindMs = 500;
/** The same of what is computed anew because its data reach further: it is right of what was there then, and says so. ms */
export const mostOutgrownMs = 5000;

/** A window that lags: since when, and of which span what stands in it is; null: it is not here where it is missing. */
export interface Behind {
  readonly ms: number;
  /** It does not stand longer; absent: `mostBehindMs`. */
  readonly mostMs?: number;
  readonly of: string | null;
}

export interface Lag {
  /** What stands is what the view held at that time, on the clock of `now`; absent: of now. */
  right(atMs?: number): void;
  /** Since the view held what stands; Infinity: it never did. ms */
  ms(): number;
}

export function createLag(now: () => number = () => performance.now()): Lag {
  let rightAt = Number.NEGATIVE_INFINITY;
  return {
    right(atMs = now()) {
      rightAt = Math.max(rightAt, atMs);
    },
    ms: () => now() - rightAt,
  };
}

/** What a window knows of itself whose computed parts are blank where they are not here yet. */
export interface BlankState {
  isComplete(): boolean;
  /** What the clock waits for is here: what is missing is computed. */
  isHeldHere(): boolean;
  isPlaying(): boolean;
}

/** That such a window lags behind a view that plays; null: it does not, or has for so long that it is loading like any other. */
export function blankBehind(lag: Lag, { isComplete, isHeldHere, isPlaying }: BlankState): Behind | null {
  if (isComplete()) lag.right();
  else if (isHeldHere() && isPlaying() && lag.ms() < mostBehindMs) return { ms: lag.ms(), of: null };
  return null;
}
