/**
 * Agreement of any number of raters, some of whom may be missing, on categories without an order: Gwet's AC1 with its variance (K. L. Gwet,
 * "Computing inter-rater reliability and its variance in the presence of high agreement", British Journal of Mathematical and Statistical
 * Psychology 61, 2008; with missing ratings as in his Handbook of Inter-Rater Reliability, 4th edition, 2014, chapter 5).
 */
import { t95, z95 } from "./student-t.ts";

/** An estimate with its 95 % interval; null where it cannot be computed. */
export interface Estimate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export const noEstimate: Estimate = { value: null, low: null, high: null };

/** Of each subject, how many raters chose each category. */
export type Counts = readonly (readonly number[])[];

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

/** The share of pairs of raters of a subject that agree; null of a single rater. */
export function pairsAgreeing(counts: readonly number[]): number | null {
  const raters = sum(counts);
  if (raters < 2) return null;
  return sum(counts.map((n) => n * (n - 1))) / (raters * (raters - 1));
}

/**
 * Gwet's AC1. Subjects with one rating say how common the categories are, as in the Handbook. The interval takes Student's t of one
 * degree of freedom less than there are subjects and ends at 1; there is none where the variance is nothing, as when all agree.
 */
export function ac1(all: Counts): Estimate {
  const rated = all.filter((counts) => sum(counts) > 0);
  const [subjects, categories] = [rated.length, rated[0]?.length ?? 0];
  const shared = rated.map(pairsAgreeing);
  const compared = shared.filter((share) => share !== null);
  if (compared.length === 0 || categories < 2) return noEstimate;
  const observed = sum(compared) / compared.length;
  const common = Array.from(
    { length: categories },
    (_, k) => sum(rated.map((counts) => counts[k] / sum(counts))) / subjects,
  );
  const expected = sum(common.map((share) => share * (1 - share))) / (categories - 1);
  const value = (observed - expected) / (1 - expected);
  if (subjects < 2) return { value, low: null, high: null };
  const squares = rated.map((counts, i) => {
    const share = shared[i];
    const own = share === null ? 0 : ((subjects / compared.length) * (share - expected)) / (1 - expected);
    const chance = sum(counts.map((n, k) => n * (1 - common[k]))) / sum(counts) / (categories - 1);
    return (own - (2 * (1 - value) * (chance - expected)) / (1 - expected) - value) ** 2;
  });
  const error = Math.sqrt(sum(squares) / (subjects * (subjects - 1)));
  if (error < 1e-12) return { value, low: null, high: null };
  const half = error * t95(subjects - 1);
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}

/**
 * The mean of shares of 0 to 1, one of each subject, with Wilson's interval (1927) for so many subjects. It is exact for two raters, where each
 * share is 0 or 1, and too wide rather than too narrow for more.
 */
export function meanShare(shares: readonly number[]): Estimate {
  const n = shares.length;
  if (n === 0) return noEstimate;
  const value = sum(shares) / n;
  const z2 = z95 ** 2;
  const centre = (value + z2 / (2 * n)) / (1 + z2 / n);
  const half = (z95 * Math.sqrt((value * (1 - value)) / n + z2 / (4 * n * n))) / (1 + z2 / n);
  return { value, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** The mean of differences with Student's interval; without one of fewer than two. */
export function meanDifference(differences: readonly number[]): Estimate {
  const n = differences.length;
  if (n === 0) return noEstimate;
  const value = sum(differences) / n;
  if (n < 2) return { value, low: null, high: null };
  const error = Math.sqrt(sum(differences.map((one) => (one - value) ** 2)) / (n - 1) / n);
  const half = error * t95(n - 1);
  return { value, low: value - half, high: value + half };
}
