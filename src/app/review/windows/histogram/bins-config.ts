/** The bins of a histogram as people set them: what they may be, and where their borders lie (algorithms.md 6; spec 001 section 5). Pure. */
import { valueText } from "../../../../domain/montage/value-axis.ts";
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

/** More decimals than this are no border that a person set. */
const mostDecimals = 6;
const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-6;

/** A border as it is written: with all decimals of the bins as they are set, or with as many as the range is worth where those have no end. */
export function edgeText(value: number, { binMinimum, binMaximum, binSize }: BinsConfig): string {
  const set = [binMinimum, binMaximum, binSize];
  for (let decimals = 0; decimals <= mostDecimals; decimals++) {
    if (!set.every((each) => isWhole(each * 10 ** decimals))) continue;
    const rounded = Number(value.toFixed(decimals));
    return `${rounded < 0 ? "\u2212" : ""}${Math.abs(rounded)}`;
  }
  return valueText(value, { min: binMinimum, max: binMaximum });
}
