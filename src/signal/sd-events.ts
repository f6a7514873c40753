/** Spreading depolarisations out of the features of derived channels (algorithms.md 11.2, 1 and 3 to 6). A screening rule, not validated. */
import type { Core } from "./core.ts";
import { sdBlockSeconds } from "./sd-features.ts";

/** Seconds before and behind a page that decide about its events. */
export const sdReachSeconds = 1500;

/** Seconds around one, and how many of them must have a value. */
const smooth = { from: -7, to: 8, least: 8 };
const baseline = { from: -300, to: -60, least: 120 };
const largestWithin = 300;
const width = { least: 20, most: 400 };
const before = { from: -660, to: -60, share: 0.75, least: 30 };
const after = { from: 30, to: 150, share: 0.5, least: 6 };
const leastDepressionDb = 3;
const together = { withinSeconds: 5, leastChannels: 3 };
const spread = { leastSeconds: 10, mostSeconds: 600 };

/** One that is large, single, of the right width, and depresses the fast activity. Seconds as the features count them. */
export interface SdCandidate {
  row: number;
  /** First second of the half-height run. */
  onset: number;
  /** The largest excursion, uV. */
  amplitude: number;
  depressionDb: number;
}

export interface SdFinding extends SdCandidate {
  /** Candidates of other rows 10 to 600 s before or after, the nearest first: seconds from this one. */
  spread: { row: number; delay: number }[];
  /** It spreads, or there is no other channel to spread to. */
  isConfirmed: boolean;
}

/**
 * Candidates of one row. `means`: of seconds from one on where a block begins; `levels`: of its blocks of 10 s. Both float64. Exact where
 * `sdReachSeconds` lie on both sides.
 */
export function sdCandidates(
  core: Core,
  row: number,
  { means, levels }: { means: Float64Array; levels: Float64Array },
  thresholdUv: number,
): SdCandidate[] {
  const { arena, kernels, f64 } = core;
  const n = means.length;
  return arena.scope(() => {
    const seconds = arena.take(8 * n);
    const smoothed = arena.take(8 * n);
    const base = arena.take(8 * n);
    const blocks = arena.take(8 * levels.length);
    const work = arena.take(8 * (baseline.to - baseline.from));
    const found = arena.take(16 * (Math.floor(n / largestWithin) + 2));
    f64.set(means, seconds / 8);
    f64.set(levels, blocks / 8);
    kernels.runningMedians(seconds, n, smooth.from, smooth.to, smooth.least, smoothed, work);
    kernels.runningMedians(smoothed, n, baseline.from, baseline.to, baseline.least, base, work);
    kernels.sdExcursions(smoothed, base, n);
    const count = kernels.sdCandidates(smoothed, n, thresholdUv, largestWithin, width.least, width.most, found);
    const levelOf = (k: number, { from, to, share, least }: typeof before) => {
      const first = Math.max(0, Math.floor((k + from) / sdBlockSeconds));
      const end = Math.min(levels.length, Math.floor((k + to) / sdBlockSeconds));
      return kernels.quantile(blocks + 8 * first, Math.max(0, end - first), share, least, work);
    };
    const candidates: SdCandidate[] = [];
    for (let i = 0; i < count; i++) {
      const [k, onset] = [f64[found / 8 + 2 * i], f64[found / 8 + 2 * i + 1]];
      const depressionDb = levelOf(k, before) - levelOf(k, after);
      if (depressionDb >= leastDepressionDb)
        candidates.push({ row, onset, amplitude: f64[smoothed / 8 + k], depressionDb });
    }
    return candidates;
  });
}

/** Leaves out what is an artifact, and finds what spreads: the rules in their order, of candidates of all `rows`. Ascending. */
export function judgeSd(candidates: readonly SdCandidate[], rows: number): SdFinding[] {
  const sorted = [...candidates].sort((a, b) => a.onset - b.onset || a.row - b.row);
  const rejected = new Set<SdCandidate>();
  for (const [k, { onset }] of sorted.entries()) {
    let end = k;
    while (end < sorted.length && sorted[end].onset - onset <= together.withinSeconds) end++;
    const near = sorted.slice(k, end);
    const channels = new Set(near.map(({ row }) => row)).size;
    if (channels >= together.leastChannels && 2 * channels >= rows) for (const one of near) rejected.add(one);
  }
  const kept = sorted.filter((one) => !rejected.has(one));
  return kept.map((one) => {
    const others = kept
      .map(({ row, onset }) => ({ row, delay: onset - one.onset }))
      .filter(({ row, delay }) => row !== one.row && isSpread(Math.abs(delay)))
      .sort((a, b) => Math.abs(a.delay) - Math.abs(b.delay) || a.row - b.row);
    return { ...one, spread: others, isConfirmed: rows === 1 || others.length > 0 };
  });
}

const isSpread = (seconds: number) => seconds >= spread.leastSeconds && seconds <= spread.mostSeconds;
