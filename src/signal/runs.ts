/** Gap-free stretches and what follows from them. Runs that touch are one run, but for seams, where data begin anew. */
import { eachWithin, endOf } from "../domain/time/runs.ts";
import type { Run } from "./types.ts";

/** Runs inside [from, to), touching ones joined except at a seam. `runs` ascend and do not overlap. */
export function clipRuns(runs: readonly Run[], from: number, to: number): Run[] {
  const clipped: Run[] = [];
  eachWithin(runs, from, to, (first, end, k) => {
    const last = clipped.at(-1);
    if (runs[k].isSeam && first === runs[k].first) clipped.push({ first, count: end - first, isSeam: true });
    else if (last !== undefined && first <= endOf(last)) last.count = Math.max(last.count, end - last.first);
    else clipped.push({ first, count: end - first });
  });
  return clipped;
}

/**
 * Sets breaks[k] = 1 for each column (of `width` samples, first one `firstColumn`) in which data begins again after a gap
 * or at a seam: it lies inside that column or between it and the data before. `dataFrom` is the first index the runs could
 * cover; a run that begins there continues what lies before it, unless it is a seam.
 */
export function markBreaks(
  breaks: Uint8Array,
  runs: readonly Run[],
  dataFrom: number,
  { firstColumn, width }: { firstColumn: number; width: number },
): void {
  for (const run of runs) {
    if (run.first <= dataFrom && !run.isSeam) continue;
    const column = Math.floor(run.first / width) - firstColumn;
    if (column >= 0 && column < breaks.length) breaks[column] = 1;
  }
}
