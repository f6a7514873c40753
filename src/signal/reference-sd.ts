/** SD detection as algorithms.md 11.2 says it, in plain loops over whole recordings: the twin of assembly/sd.ts and sd-events.ts. */
import { butterworth, type Section } from "./coefficients.ts";

export interface ReferenceSdEvent {
  row: number;
  /** Second of the epoch. */
  onset: number;
  amplitude: number;
  depressionDb: number;
  spread: { row: number; delay: number }[];
}

export interface ReferenceSdInput {
  samplingHz: number;
  /** Time of the first sample, epoch ms. */
  startMs: number;
  /** Derived rows, NaN where nothing is. */
  rows: readonly Float32Array[];
  thresholdUv: number;
  /** Without the low-pass, where the rate forbids it. */
  hasLowPass?: boolean;
}

/** All events of a recording, ascending. */
export function referenceSd(input: ReferenceSdInput): ReferenceSdEvent[] {
  const rows = input.rows.map((values) => featuresOf(values, input));
  const candidates = rows.flatMap((own, row) => candidatesOf(own, row, input.thresholdUv));
  candidates.sort((a, b) => a.onset - b.onset || a.row - b.row);
  const isArtifact = (one: ReferenceSdEvent) =>
    [0, 1, 2, 3, 4, 5].some((shift) => {
      const from = one.onset - shift;
      const near = candidates.filter(({ onset }) => onset >= from && onset <= from + 5);
      const channels = new Set(near.map(({ row }) => row)).size;
      return channels >= 3 && channels >= rows.length / 2;
    });
  const kept = candidates.filter((one) => !isArtifact(one));
  for (const one of kept)
    one.spread = kept
      .map(({ row, onset }) => ({ row, delay: onset - one.onset }))
      .filter(({ row, delay }) => row !== one.row && Math.abs(delay) >= 10 && Math.abs(delay) <= 600)
      .sort((a, b) => Math.abs(a.delay) - Math.abs(b.delay) || a.row - b.row);
  return kept;
}

interface Features {
  /** The first second, a multiple of 10. */
  origin: number;
  s: number[];
  levels: number[];
}

function featuresOf(values: Float32Array, { samplingHz, startMs, hasLowPass = true }: ReferenceSdInput): Features {
  const origin = 10 * Math.floor(startMs / 10_000);
  const seconds = 10 * Math.ceil(((startMs + (values.length * 1000) / samplingHz) / 1000 - origin) / 10) + 10;
  const [sums, counts] = [new Array(seconds).fill(0), new Array(seconds).fill(0)];
  const [powers, held] = [new Array(seconds / 10).fill(0), new Array(seconds / 10).fill(0)];
  const sections = butterworth("highpass", 2, 1, samplingHz);
  if (hasLowPass) sections.push(...butterworth("lowpass", 2, 30, samplingHz));
  let x0 = Number.NaN;
  let states = sections.map(() => [0, 0]);
  for (let i = 0; i < values.length; i++) {
    const x = values[i];
    if (Number.isNaN(x)) {
      x0 = Number.NaN;
      continue;
    }
    if (Number.isNaN(x0)) {
      x0 = x;
      states = sections.map(() => [0, 0]);
    }
    const y = sections.reduce((value, section, k) => stepOf(section, states[k], value), x - x0);
    const second = Math.floor((startMs + (i * 1000) / samplingHz + 1e-6) / 1000) - origin;
    const block = Math.floor(second / 10);
    sums[second] += x;
    counts[second]++;
    powers[block] += y * y;
    held[block]++;
  }
  return {
    origin,
    s: sums.map((sum, k) => (counts[k] >= samplingHz / 2 ? sum / counts[k] : Number.NaN)),
    levels: powers.map((power, k) => (held[k] > 0 ? 10 * Math.log10(power / held[k] + 0.01) : Number.NaN)),
  };
}

function stepOf([b0, b1, b2, a1, a2]: Section, state: number[], x: number): number {
  const y = b0 * x + state[0];
  state[0] = b1 * x - a1 * y + state[1];
  state[1] = b2 * x - a2 * y;
  return y;
}

function quantile(values: readonly number[], share: number, least: number): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  if (sorted.length < least) return Number.NaN;
  const position = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  return low + (high - low) * (position - Math.floor(position));
}

const within = (values: readonly number[], from: number, to: number) =>
  values.slice(Math.max(0, from), Math.max(0, to));

function candidatesOf({ origin, s, levels }: Features, row: number, thresholdUv: number): ReferenceSdEvent[] {
  const m = s.map((_, k) => quantile(within(s, k - 7, k + 8), 0.5, 8));
  const e = m.map((value, k) => value - quantile(within(m, k - 300, k - 60), 0.5, 120));
  const size = e.map(Math.abs);
  const found: ReferenceSdEvent[] = [];
  for (let k = 0; k < e.length; k++) {
    if (!(size[k] >= thresholdUv)) continue;
    if (within(size, k - 300, k).some((value) => value >= size[k])) continue;
    if (within(size, k + 1, k + 301).some((value) => value > size[k])) continue;
    let [first, last] = [k, k];
    while (size[first - 1] >= size[k] / 2) first--;
    while (size[last + 1] >= size[k] / 2) last++;
    if (last - first + 1 < 20 || last - first + 1 > 400) continue;
    const levelOf = (from: number, to: number) =>
      within(levels, Math.floor((k + from) / 10), Math.floor((k + to) / 10));
    const depressionDb = quantile(levelOf(-660, -60), 0.75, 30) - quantile(levelOf(30, 150), 0.5, 6);
    if (depressionDb >= 3) found.push({ row, onset: origin + first, amplitude: e[k], depressionDb, spread: [] });
  }
  return found;
}
