/** Values of a trend, by epoch and by column, out of features (algorithms.md 12). */
import { type Side, type Trend, trendBinHz, trendReduction, trendRows } from "../protocol/trends.ts";
import { featureRows, sideChannels } from "./trend-features.ts";
import { leastChannels, leastFinite, leastOfEpoch, spectrumBins, trendEpochSeconds } from "./trend-plan.ts";

/** Epochs that a value looks at, itself included: the trailing minute, the trailing two. */
export const suppressionEpochs = 6;
export const ratioEpochs = 12;
/** What a page reads before its first epoch. */
export const lookBackEpochs = ratioEpochs - 1;

/** Rows of features, one below another: [row][epoch]. */
export interface FeatureRows {
  rows: number;
  epochs: number;
  values: Float32Array;
}

const shownBins = 41;
const band = (lo: number, hi: number) => ({ from: lo / trendBinHz, to: hi / trendBinHz });
const [delta, alpha] = [band(1, 4), band(8, 13)];

/** The rows of `TrendFeatures.epochs` that a trend is made of; of the aEEG those of `segments`. */
export function rowsFor(trend: Trend, side: Side | null): { first: number; count: number }[] {
  const own = side ?? "left";
  switch (trend) {
    case "fft_spectrogram":
    case "fft_vs_baseline":
      return [{ first: featureRows.power[own].first, count: shownBins }];
    case "rhythmicity":
      return [featureRows.power[own]];
    case "alpha_delta_ratio":
    case "adr_vs_baseline":
      return [{ first: featureRows.power[own].first, count: alpha.to }];
    case "suppression_ratio":
      return [featureRows.suppressed[own], featureRows.finite[own]];
    case "asymmetry_spectrogram":
    case "asymmetry_index":
      return [featureRows.asymmetry];
    case "artifact_intensity":
      return [featureRows.artifacts];
    case "aeeg":
      return [{ first: own === "left" ? 0 : 3, count: 3 }];
  }
}

/**
 * Values [row][epoch] of the epochs from `skip` on; those before are looked back at. Power is linear still, uV^2/Hz.
 * `samplingHz`: of the source.
 */
export function epochValues(trend: Trend, features: FeatureRows, skip: number, samplingHz: number): Float64Array {
  const { epochs, values } = features;
  const count = epochs - skip;
  const at = (row: number, epoch: number) => values[row * epochs + epoch];
  const made = new Float64Array(linearRows(trend) * count);
  const fill = (row: number, valueAt: (epoch: number) => number) => {
    for (let k = 0; k < count; k++) made[row * count + k] = valueAt(skip + k);
  };
  switch (trend) {
    case "rhythmicity":
      putRhythmicity(features, skip, made);
      break;
    case "alpha_delta_ratio":
    case "adr_vs_baseline": {
      const ratios = Array.from({ length: epochs }, (_, epoch) => ratioOf((bin) => at(bin, epoch)));
      fill(0, (epoch) => trailingMedian(ratios, epoch));
      break;
    }
    case "suppression_ratio":
      fill(0, (epoch) => suppressionAt((row, k) => at(row, k), epoch, samplingHz));
      break;
    case "asymmetry_index":
      fill(0, (epoch) => indexOf((bin) => at(bin, epoch)));
      fill(1, (epoch) => indexOf((bin) => Math.abs(at(bin, epoch))));
      break;
    default:
      // A baseline is read with a row more.
      for (let row = 0; row < linearRows(trend); row++)
        made.set(values.subarray(row * epochs + skip, (row + 1) * epochs), row * count);
  }
  return made;
}

const linearRows = (trend: Trend): number => trendRows[trend].length;

function ratioOf(power: (bin: number) => number): number {
  const sum = ({ from, to }: { from: number; to: number }) => {
    let all = 0;
    for (let bin = from; bin < to; bin++) all += power(bin) * trendBinHz;
    return all;
  };
  const below = sum(delta);
  return below > 0 ? sum(alpha) / below : Number.NaN;
}

function trailingMedian(values: readonly number[], epoch: number): number {
  const window = values.slice(Math.max(0, epoch - ratioEpochs + 1), epoch + 1).filter((value) => !Number.isNaN(value));
  return window.length < leastOfEpoch * ratioEpochs ? Number.NaN : medianOf(window);
}

/** Median over channels of the share of the trailing minute. */
function suppressionAt(at: (row: number, epoch: number) => number, epoch: number, samplingHz: number): number {
  const least = leastFinite(suppressionEpochs * trendEpochSeconds, samplingHz);
  const shares: number[] = [];
  for (let channel = 0; channel < sideChannels; channel++) {
    let [low, held] = [0, 0];
    for (let k = Math.max(0, epoch - suppressionEpochs + 1); k <= epoch; k++) {
      const finite = at(sideChannels + channel, k);
      if (!(finite > 0)) continue;
      low += at(channel, k);
      held += finite;
    }
    if (held > 0 && held >= least) shares.push((100 * low) / held);
  }
  return shares.length < leastChannels ? Number.NaN : medianOf(shares);
}

/** Mean over 1 <= f < 18; the row of asymmetry has 18 Hz besides. */
function indexOf(asymmetry: (bin: number) => number): number {
  const bins = featureRows.asymmetry.count - 1;
  let sum = 0;
  for (let bin = 0; bin < bins; bin++) sum += asymmetry(bin);
  return sum / bins;
}

/** Bins [from, to) around each row of the rhythmicity: from two thirds to one and a half of its frequency. Both ascend with the rows. */
const neighbours = trendRows.rhythmicity.map(({ hz = 0 }) => ({
  from: Math.ceil(hz / 1.5 / trendBinHz - 1e-9),
  to: Math.min(spectrumBins, Math.floor((hz * 1.5) / trendBinHz + 1e-9) + 1),
  own: Math.round(hz / trendBinHz),
}));

function putRhythmicity({ epochs, values }: FeatureRows, skip: number, made: Float64Array): void {
  const count = epochs - skip;
  const roots = new Float64Array(spectrumBins);
  const near = new Ascending(spectrumBins);
  for (let k = 0; k < count; k++) {
    for (let bin = 0; bin < spectrumBins; bin++) roots[bin] = Math.sqrt(values[bin * epochs + skip + k]);
    near.clear();
    let [first, end] = [0, 0];
    for (const [row, { from, to, own }] of neighbours.entries()) {
      for (; end < to; end++) near.add(roots[end]);
      for (; first < from; first++) near.remove(roots[first]);
      made[row * count + k] = near.length === 0 ? Number.NaN : Math.max(0, roots[own] - near.median());
    }
  }
}

/** Values in ascending order, without what is NaN; at most so many. */
class Ascending {
  length = 0;
  private readonly values: Float64Array;

  constructor(most: number) {
    this.values = new Float64Array(most);
  }

  clear(): void {
    this.length = 0;
  }

  add(value: number): void {
    if (Number.isNaN(value)) return;
    const { values } = this;
    let at = this.length++;
    for (; at > 0 && values[at - 1] > value; at--) values[at] = values[at - 1];
    values[at] = value;
  }

  /** One that was added. */
  remove(value: number): void {
    if (Number.isNaN(value)) return;
    const { values } = this;
    let at = 0;
    while (values[at] !== value) at++;
    this.length--;
    for (; at < this.length; at++) values[at] = values[at + 1];
  }

  /** Of at least one value. */
  median(): number {
    const middle = this.length >> 1;
    const upper = this.values[middle];
    return this.length % 2 === 1 ? upper : (this.values[middle - 1] + upper) / 2;
  }
}

/** Up to so many values are put in order one by one: sorting costs more than that. */
const mostInserted = 16;
const inserted = new Ascending(mostInserted);

/** Of at least one value; none is NaN. */
export function medianOf(values: readonly number[]): number {
  if (values.length <= mostInserted) {
    inserted.clear();
    for (const value of values) inserted.add(value);
    return inserted.median();
  }
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Of a baseline that is not there. */
export type BaselineValues = Float64Array | null;

/** Columns [row][column] of `width` epochs each out of values [row][epoch], the first epoch being the first of a column: as the trend reduces them, and in its unit. */
export function trendColumns(
  trend: Trend,
  values: Float64Array,
  width: number,
  baseline: BaselineValues,
): Float64Array {
  const rows = linearRows(trend);
  const epochs = values.length / rows;
  const columns = Math.ceil(epochs / width);
  const made = new Float64Array(rows * columns);
  const reduce = reducerOf(trend);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const from = row * epochs + column * width;
      const to = Math.min(from + width, (row + 1) * epochs);
      made[row * columns + column] = shownAs(trend, reduce(values, from, to, row), baseline?.[row] ?? Number.NaN);
    }
  return made;
}

/** Less is shown as this: a constant has no power at all. uV^2/Hz */
const leastPower = 1e-10;
const decibels = (power: number): number => 10 * Math.log10(power < leastPower ? leastPower : power);

function shownAs(trend: Trend, value: number, base: number): number {
  switch (trend) {
    case "fft_spectrogram":
      return decibels(value);
    case "fft_vs_baseline":
      return decibels(value) - decibels(base);
    case "adr_vs_baseline":
      return value > 0 && base > 0 ? Math.log2(value / base) : Number.NaN;
    default:
      return value;
  }
}

type Reduce = (values: Float64Array, from: number, to: number, row: number) => number;

const each = (values: Float64Array, from: number, to: number): number[] => {
  const there: number[] = [];
  for (let k = from; k < to; k++) if (!Number.isNaN(values[k])) there.push(values[k]);
  return there;
};
const median: Reduce = (values, from, to) => {
  if (to - from === 1) return values[from];
  const there = each(values, from, to);
  return there.length === 0 ? Number.NaN : medianOf(there);
};
const meanPower: Reduce = (values, from, to) => {
  let [sum, held] = [0, 0];
  for (let k = from; k < to; k++)
    if (!Number.isNaN(values[k])) {
      sum += values[k];
      held++;
    }
  return sum / held;
};
const ofBand: Reduce = (values, from, to, row) => {
  if (row === 1) return median(values, from, to, row);
  const there = each(values, from, to);
  if (there.length === 0) return Number.NaN;
  return row === 0 ? Math.min(...there) : Math.max(...there);
};

function reducerOf(trend: Trend): Reduce {
  const reduction = trendReduction(trend);
  if (reduction === "mean_power") return meanPower;
  return reduction === "band" ? ofBand : median;
}
