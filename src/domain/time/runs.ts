/**
 * Runs on the grid of a group: ascending, disjoint stretches [first, first + count) of sample indexes; segments, holes and
 * pieces are runs too. Clipping, searching and joining of them is written here once; `from` and `to` are always [from, to).
 */

export interface GridRun {
  readonly first: number;
  readonly count: number;
}

/** Grid indexes, [start, end). */
export interface GridSpan {
  readonly start: number;
  readonly end: number;
}

/** Index behind the last sample of a run. */
export const endOf = ({ first, count }: GridRun): number => first + count;

/**
 * The first of positions [0, length) from which on `isReached` holds, `length` when it holds for none, by bisection.
 * `isReached` must not turn false again.
 */
export function firstWhere(length: number, isReached: (position: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Position of the first run that ends after `index`: the one that holds it, or the next. */
export const firstEndingAfter = (runs: readonly GridRun[], index: number): number =>
  firstWhere(runs.length, (k) => endOf(runs[k]) > index);

/** Calls `use` with the part of each run in [from, to), ascending, and the run's position. No part is empty. */
export function eachWithin(
  runs: readonly GridRun[],
  from: number,
  to: number,
  use: (start: number, end: number, position: number) => void,
): void {
  for (let k = firstEndingAfter(runs, from); k < runs.length && runs[k].first < to; k++) {
    const start = Math.max(from, runs[k].first);
    const end = Math.min(to, endOf(runs[k]));
    if (end > start) use(start, end, k);
  }
}

/** Whether any run holds an index of [from, to). */
export function isTouched(runs: readonly GridRun[], from: number, to: number): boolean {
  const k = firstEndingAfter(runs, from);
  return from < to && k < runs.length && runs[k].first < to;
}

/**
 * Whether run k touches the one before it: nothing is missing between the two, but in the source the data of one overlapped
 * those of the other, and filters start again (algorithms.md 5).
 */
export const isSeam = (runs: readonly GridRun[], k: number): boolean => k > 0 && endOf(runs[k - 1]) === runs[k].first;

/** Whether a run begins at `index`. */
export const beginsAt = (runs: readonly GridRun[], index: number): boolean =>
  runs[firstEndingAfter(runs, index)]?.first === index;

/** Whether a run that touches the one before it begins at `index`. */
export function isSeamAt(runs: readonly GridRun[], index: number): boolean {
  const k = firstEndingAfter(runs, index);
  return k < runs.length && runs[k].first === index && isSeam(runs, k);
}

/** A run as the core takes it. */
export interface SeamRun {
  first: number;
  count: number;
  /** True: it touches what lies before and does not continue it. */
  isSeam?: boolean;
}

/** The parts of the runs in [from, to), ascending, marked where they begin at a seam. */
export function runsWithin(runs: readonly GridRun[], from: number, to: number): SeamRun[] {
  const parts: SeamRun[] = [];
  eachWithin(runs, from, to, (first, end, k) => {
    const part = { first, count: end - first };
    parts.push(first === runs[k].first && isSeam(runs, k) ? { ...part, isSeam: true } : part);
  });
  return parts;
}

/** The parts of [from, to) that no run holds, ascending. */
export function gapsWithin(runs: readonly GridRun[], from: number, to: number): GridSpan[] {
  const gaps: GridSpan[] = [];
  let at = from;
  eachWithin(runs, from, to, (start, end) => {
    if (start > at) gaps.push({ start: at, end: start });
    at = end;
  });
  if (at < to) gaps.push({ start: at, end: to });
  return gaps;
}

/** Runs in any order, those that overlap or touch as one, ascending. */
export function joinRuns(runs: readonly GridRun[]): { first: number; count: number }[] {
  const joined: { first: number; count: number }[] = [];
  for (const run of runs.toSorted((a, b) => a.first - b.first)) {
    const last = joined.at(-1);
    if (last !== undefined && run.first <= endOf(last)) last.count = Math.max(last.count, endOf(run) - last.first);
    else joined.push({ first: run.first, count: run.count });
  }
  return joined;
}
