/** The bins of a histogram as people set them: what they may be, and where their borders lie (algorithms.md 6; spec 001 section 5). Pure. */
import { words } from "./words.ts";

export interface BinsConfig {
  readonly binMinimum: number;
  readonly binMaximum: number;
  readonly binSize: number;
}

const limit = 10_000;
/** More bars than this are no picture. */
export const mostBins = 4096;

export type BinsField = keyof BinsConfig;

/** What is wrong with each field; none: nothing. */
export function binsProblems({
  binMinimum: low,
  binMaximum: high,
  binSize: size,
}: BinsConfig): Partial<Record<BinsField, string>> {
  const { refused } = words;
  const problems: Partial<Record<BinsField, string>> = {};
  if (low < -limit) problems.binMinimum = refused.low;
  else if (low >= high) problems.binMinimum = refused.lowAboveHigh(high);
  if (high > limit) problems.binMaximum = refused.high;
  else if (high <= low) problems.binMaximum = refused.highBelowLow(low);
  if (!(size > 0)) problems.binSize = refused.size;
  else if (size > limit) problems.binSize = refused.sizeTooLarge;
  else if (binCount({ binMinimum: low, binMaximum: high, binSize: size }) > mostBins)
    problems.binSize = words.tooMany(mostBins);
  return problems;
}

export const isUsable = (config: BinsConfig): boolean => Object.keys(binsProblems(config)).length === 0;

const binCount = ({ binMinimum, binMaximum, binSize }: BinsConfig) =>
  Math.max(0, Math.ceil((binMaximum - binMinimum) / binSize - 1e-9));

/** Borders of the bins, ascending, one more than there are bins; the last bin is narrower where the size does not divide the range. */
export function binEdges(config: BinsConfig): number[] {
  const { binMinimum, binMaximum, binSize } = config;
  const count = binCount(config);
  return Array.from({ length: count + 1 }, (_, k) => (k === count ? binMaximum : binMinimum + k * binSize));
}
