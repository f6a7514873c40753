/** How far what stands in a window is behind its view. The clock waits for exact traces alone; what is computed of others may lag, so long and no longer. */

/** Beyond that nothing is shown in place of what is late. ms */
export const mostBehindMs = 500;

/** A window that lags: since when, and of which span what stands in it is; null: it is not here where it is missing. */
export interface Behind {
  readonly ms: number;
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
