/** Axes of trends: from a value to a place in its row, and what is written beside it. Pure. */

/** A fixed axis: 0 is the lower end of the row, 1 the upper one. Values beyond it stand at its end. */
export interface TrendScale {
  readonly shareOf: (value: number) => number;
  /** The value at a share: what is under the pointer. */
  readonly valueAt: (share: number) => number;
  /** Values that are labelled, from the lowest up; the first and the last one stay where the row is low. */
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
}

const clamp = (share: number) => Math.min(1, Math.max(0, share));
const sign = (value: number) => (value < 0 ? `\u2212${-value}` : String(value));
const labelled = (values: readonly number[]) => values.map((value) => ({ value, label: sign(value) }));

export const linear = (low: number, high: number, ticks: readonly number[]): TrendScale => ({
  shareOf: (value) => clamp((value - low) / (high - low)),
  valueAt: (share) => low + share * (high - low),
  ticks: labelled(ticks),
});

export const logarithmic = (low: number, high: number, ticks: readonly number[]): TrendScale => ({
  // What is zero or less lies below every logarithm.
  shareOf: (value) =>
    value > 0 ? clamp(Math.log(value / low) / Math.log(high / low)) : Number.isNaN(value) ? value : 0,
  valueAt: (share) => low * (high / low) ** share,
  ticks: labelled(ticks),
});

/** Amplitude-integrated EEG: linear from 0 to 10 uV in the lower half, logarithmic from 10 to 100 uV in the upper (algorithms.md 12). */
export const amplitude: TrendScale = {
  shareOf: (value) =>
    value <= 10 ? clamp(value / 20) : Number.isNaN(value) ? value : clamp(0.5 + Math.log10(value / 10) / 2),
  valueAt: (share) => (share <= 0.5 ? 20 * share : 10 * 10 ** (2 * share - 1)),
  ticks: labelled([0, 10, 100]),
};
