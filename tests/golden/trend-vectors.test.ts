/** What EEG trends are made of, against the golden vectors (numpy, scipy), the known answers of algorithms.md 16 and the plain twin. */
import { describe, expect, it } from "vitest";
import { artifactFlag, artifactFlags, isRailCode } from "../../src/signal/artifact-flags.ts";
import { openCore } from "../../src/signal/node.ts";
import {
  referenceChain,
  referenceQuantile,
  referenceSpectrum,
  referenceSuppressed,
  referenceTrends,
} from "../../src/signal/reference-trends.ts";
import { type ChannelTrends, TrendSums } from "../../src/signal/trend-channels.ts";
import { asymmetryOf } from "../../src/signal/trend-features.ts";
import {
  densityOf,
  epochsOf,
  hann,
  radicesOf,
  spectrumBins,
  trendChains,
  welchStarts,
} from "../../src/signal/trend-plan.ts";
import { floatSource, pair } from "../fixtures/sources.ts";
import { buildSignal, fixedSeries, hasVectors, readVectors, type SignalInput } from "../fixtures/vector-inputs.ts";

const core = openCore();

interface Vectors {
  psd: {
    tolRel: number;
    rows: {
      input: SignalInput;
      psd0to20: number[];
      delta: number;
      theta: number;
      alpha: number;
      beta: number;
      total: number;
    }[];
  };
  asymmetry: { left: SignalInput; right: SignalInput; perBin: number[]; reasi: number; easi: number; tolAbs: number };
  aeeg: { tolRel: number; tolAbs: number; rows: { input: SignalInput; segments: [number, number, number][] }[] };
  suppression: {
    input: SignalInput;
    scale: number;
    everySec: number;
    lowSec: number;
    sr: (number | null)[];
    tolAbs: number;
  };
}

/** Spectrum of one epoch by the kernel, of a row that is filtered already. */
function spectrumOf(row: Float32Array, samplingHz: number): Float64Array {
  const { arena, f32, f64, u32, kernels } = core;
  return arena.scope(() => {
    const length = Math.round(2 * samplingHz);
    const weights = hann(length);
    const density = densityOf(weights, samplingHz);
    const radices = radicesOf(length);
    const src = arena.take(16 * row.length);
    for (const [i, value] of row.entries()) f32.fill(value, src / 4 + 4 * i, src / 4 + 4 * i + 4);
    const at = { weights: arena.take(8 * length), radices: arena.take(64), turns: arena.take(16 * length) };
    f64.set(weights, at.weights / 8);
    u32.set(radices, at.radices / 4);
    for (let k = 0; k < length; k++) {
      f64[at.turns / 8 + 2 * k] = Math.cos((2 * Math.PI * k) / length);
      f64[at.turns / 8 + 2 * k + 1] = -Math.sin((2 * Math.PI * k) / length);
    }
    const work = arena.take(64 * length + 32);
    const [sums, counts] = [arena.take(32 * spectrumBins), arena.take(32)];
    f64.fill(0, sums / 8, sums / 8 + 4 * spectrumBins);
    f64.fill(0, counts / 8, counts / 8 + 4);
    for (const start of welchStarts(0, row.length, samplingHz))
      kernels.welchAdd(
        src + 16 * start,
        length,
        at.weights,
        at.radices,
        radices.length,
        at.turns,
        spectrumBins,
        work,
        sums,
        counts,
      );
    for (let lane = 1; lane < 4; lane++)
      for (let bin = 0; bin < spectrumBins; bin++)
        expect(Math.abs(f64[sums / 8 + 4 * bin + lane] - f64[sums / 8 + 4 * bin])).toBeLessThan(1e-6);
    return density.map((each, bin) => (f64[sums / 8 + 4 * bin] / f64[counts / 8]) * each);
  });
}

const band = (power: Float64Array, lo: number, hi: number) =>
  power.slice(2 * lo, 2 * hi).reduce((sum, value) => sum + value * 0.5, 0);
const near = (value: number, expected: number, rel: number, abs = 0) =>
  expect(Math.abs(value - expected), `${value} for ${expected}`).toBeLessThanOrEqual(rel * Math.abs(expected) + abs);

describe.skipIf(!hasVectors)("golden vectors of trends (needs ../shared/vectors beside the checkout)", () => {
  const vectors = hasVectors ? readVectors<Vectors>("qeeg") : null;

  it("has the spectrum and the bands of an epoch", () => {
    const { rows, tolRel } = (vectors as Vectors).psd;
    for (const { input, psd0to20, ...bands } of rows)
      for (const power of [
        spectrumOf(buildSignal(input), input.fs),
        referenceSpectrum(buildSignal(input), welchStarts(0, input.n, input.fs), input.fs).power,
      ]) {
        for (const [bin, expected] of psd0to20.entries()) near(power[bin], expected, 3 * tolRel);
        const edges = { delta: [1, 4], theta: [4, 8], alpha: [8, 13], beta: [13, 20], total: [0.5, 20] } as const;
        for (const [name, [lo, hi]] of Object.entries(edges))
          near(band(power, lo, hi), bands[name as keyof typeof bands], tolRel);
      }
  });

  it("compares the sides", () => {
    const { left, right, perBin, reasi, easi, tolAbs } = (vectors as Vectors).asymmetry;
    const [l, r] = [spectrumOf(buildSignal(left), left.fs), spectrumOf(buildSignal(right), right.fs)];
    const made = perBin.map((_, bin) => asymmetryOf(l[bin], r[bin]));
    for (const [bin, expected] of perBin.entries()) near(made[bin], expected, 0, tolAbs);
    const own = made.slice(2, 36);
    near(own.reduce((sum, value) => sum + value, 0) / own.length, reasi, 0, tolAbs);
    near(own.reduce((sum, value) => sum + Math.abs(value), 0) / own.length, easi, 0, tolAbs);
  });

  it("has the percentiles of the envelope", () => {
    const { rows, tolRel, tolAbs } = (vectors as Vectors).aeeg;
    for (const { input, segments } of rows) {
      const row = buildSignal(input);
      const kernels = channelOf(row, input.fs).aeeg;
      const plain = referenceChain(row, trendChains(input.fs, null).aeeg);
      segments.flat().forEach((expected, k) => {
        near(kernels[k], expected, tolRel, tolAbs);
        const from = Math.floor(k / 3) * 15 * input.fs;
        near(
          referenceQuantile(plain.subarray(from, from + 15 * input.fs), [0.1, 0.5, 0.9][k % 3], 1),
          expected,
          tolRel,
          tolAbs,
        );
      });
    }
  });

  it("counts what is suppressed", () => {
    const { input, scale, everySec, lowSec, sr, tolAbs } = (vectors as Vectors).suppression;
    const row = buildSignal(input).map((value, i) => ((i / input.fs) % everySec < lowSec ? value * scale : value));
    const low = referenceSuppressed(row, input.fs);
    sr.forEach((expected, epoch) => {
      const from = Math.max(0, (epoch - 5) * 10 * input.fs);
      const own = low.slice(from, (epoch + 1) * 10 * input.fs);
      if (expected !== null) near((100 * own.filter(Boolean).length) / own.length, expected, 0, tolAbs);
    });
  });
});

/** One channel as a page makes it; seconds begin with the row. */
function channelOf(
  row: Float32Array,
  samplingHz: number,
  isArtifactReduced = false,
  notch: number | null = null,
): ChannelTrends {
  const seconds = Math.floor(row.length / samplingHz / 30) * 30;
  const edges = Float64Array.from({ length: seconds + 1 }, (_, k) => Math.ceil(k * samplingHz - 1e-6));
  return core.arena.scope(() => {
    const zeros = new Float32Array(row.length);
    const source = floatSource([row, zeros], samplingHz);
    const order = {
      derivations: [pair(0, 1)],
      samplingHz,
      gains: [1, 1],
      offsets: [0, 0],
      missingCode: null,
      notch,
      isArtifactReduced,
    };
    const span = { first: 0, end: row.length, edges, epochs: epochsOf(edges), before: 0, after: edges[seconds] };
    const sums = new TrendSums(core, order, span);
    sums.push([source]);
    const [made] = sums.finish(() => undefined);
    return made as ChannelTrends;
  });
}

describe("flags of blocks", () => {
  it.each([64, 200, 250.5, 500])("are those that EEG images have, at %s Hz", (samplingHz) => {
    const count = Math.round(30 * samplingHz);
    const noise = fixedSeries(samplingHz | 0, count, 18);
    const codes = Int16Array.from(noise, (value, i) => {
      const t = i / samplingHz;
      if (t > 12 && t < 16) return 1;
      if (t > 24 && t < 24.1) return 32_767;
      const fast = t > 7 && t < 9 ? 45 * Math.sin(2 * Math.PI * 31 * t) : 0;
      return Math.round(60 * (30 * Math.sin(2 * Math.PI * 9 * t) + value / 8 + fast + (t > 20 && t < 20.5 ? 500 : 0)));
    });
    const scale = { gain: 1 / 60 };
    const seconds = Float64Array.from({ length: 31 }, (_, k) => Math.ceil(k * samplingHz - 1e-6));
    const blocks = seconds.filter((_, k) => k % 2 === 0);
    const made = core.arena.scope(() => {
      const source = {
        ...floatSource([Float32Array.from(codes), new Float32Array(count)], samplingHz),
        data: Int16Array.from([...codes, ...new Int16Array(count)]),
        gains: [scale.gain, 1],
        offsets: [0, 0],
      };
      const order = { derivations: [pair(0, 1)], ...source, notch: null, isArtifactReduced: false };
      const epochs = epochsOf(seconds);
      const span = { first: 0, end: count, edges: seconds, epochs, before: 0, after: count };
      const sums = new TrendSums(core, order, span);
      sums.push([source]);
      return sums.finish(() => undefined)[0]?.flags;
    });
    const rails = blocks.slice(1).map((end, k) => Number(codes.subarray(blocks[k], end).some(isRailCode)));
    const values = Float32Array.from(codes, (code) => code * scale.gain);
    const flags = artifactFlags(values, blocks, samplingHz, rails);
    expect([...(made ?? [])]).toEqual([...flags]);
    expect(flags[12] & artifactFlag.extreme).toBe(artifactFlag.extreme);
    expect(flags[7] & artifactFlag.flat).toBe(artifactFlag.flat);
  });
});

describe("kernels of trends against their plain twin", () => {
  it.each([
    [64, 30],
    [200, 30],
    [211, 30],
    [250.5, 30],
    [256, 60],
    [500, 30],
  ])("at %s Hz", (samplingHz, seconds) => {
    const count = Math.round(seconds * samplingHz);
    const noise = fixedSeries(samplingHz | 0, count, 18);
    const row = noise.map((value, i) => {
      const t = i / samplingHz;
      if (t > 4 && t < 7.3) return Number.NaN;
      if (t > 12 && t < 16) return 0.1;
      return 30 * Math.sin(2 * Math.PI * 9 * t) * Number(t % 8 > 3) + value / 8 + (t > 20 && t < 20.5 ? 1500 : 0);
    });
    for (const isArtifactReduced of [false, true])
      for (const notch of [null, 60]) {
        const made = channelOf(row, samplingHz, isArtifactReduced, notch);
        const edges = Array.from({ length: seconds + 1 }, (_, k) => Math.ceil(k * samplingHz - 1e-6));
        const plain = referenceTrends(row, edges, { samplingHz, notch, isArtifactReduced });
        for (const name of Object.keys(plain) as (keyof ChannelTrends)[]) {
          expect(made[name].length).toBe(plain[name].length);
          plain[name].forEach((expected, k) => {
            const label = `${name} ${k} ${isArtifactReduced} ${notch}`;
            if (Number.isNaN(expected)) expect(made[name][k], label).toBeNaN();
            else
              expect(Math.abs(made[name][k] - expected), label).toBeLessThanOrEqual(1e-4 * Math.abs(expected) + 1e-6);
          });
        }
      }
  });
});

describe("kernels that four rows share", () => {
  /** Four rows, side by side, at `src`. */
  const laid = (rows: readonly Float32Array[], src: number) => {
    for (const [lane, row] of rows.entries())
      for (const [i, value] of row.entries()) core.f32[src / 4 + 4 * i + lane] = value;
  };
  const noise = fixedSeries(5, 3847, 18);

  it.each<[string, (value: number, i: number) => number]>([
    ["noise", (value) => value],
    ["ties", (value) => Math.round(value / 40)],
    ["one value", () => 7.5],
    ["two values", (value) => Number(value > 0)],
    ["one far outlier, all others in one part", (value, i) => (i === 99 ? 1e9 : value)],
    ["neighbours of float32", (value) => 1 + Math.round(value / 90) * 2 ** -23],
    ["next to nothing", (value) => value * 1e-42],
    ["a ramp", (_, i) => i],
    ["infinities", (value, i) => (i % 50 === 0 ? Number.POSITIVE_INFINITY : value)],
    ["missing samples", (value, i) => (i % 3 === 0 ? Number.NaN : value)],
    ["a single sample", (value, i) => (i === 3 ? value : Number.NaN)],
    ["none", () => Number.NaN],
  ])("percentiles are those of the sorted samples: %s", (_, valueAt) => {
    const { arena, f64, kernels } = core;
    const row = Float32Array.from(noise, (value, i) => valueAt(value, i));
    arena.scope(() => {
      const src = arena.take(16 * row.length);
      laid([row.map(() => 1), row.map(() => 2), row, row.map(() => 3)], src);
      const work = arena.take(kernels.percentilesBytes(row.length));
      const dst = arena.take(24);
      kernels.trendPercentiles(src, 0, row.length, 2, 1, work, dst);
      const plain = [0.1, 0.5, 0.9].map((share) => referenceQuantile(row, share, 1));
      expect([...f64.subarray(dst / 8, dst / 8 + 3)]).toEqual(plain);
    });
  });

  it("counts suppressed and finite samples of each row in spans", () => {
    const { arena, f64, u32, kernels } = core;
    const [samplingHz, count] = [100, 3000];
    const rows = [0, 1, 2, 3].map((lane) =>
      Float32Array.from({ length: count }, (_, i) => {
        if (lane === 3 && i % 700 < 40) return Number.NaN;
        return i % (190 + 60 * lane) < 45 + 9 * lane ? 4.9 : 5 + lane;
      }),
    );
    const edges = [120, 990, 1000, 2500, 3000];
    arena.scope(() => {
      const src = arena.take(16 * count);
      laid(rows, src);
      const at = arena.take(4 * edges.length);
      u32.set(edges, at / 4);
      const spans = edges.length - 1;
      const dst = arena.take(64 * spans);
      f64.fill(0, dst / 8, dst / 8 + 8 * spans);
      kernels.suppressedIn(src, count, 5, 50, at, spans, arena.take(16), dst);
      const plain = rows.flatMap((row) => {
        const low = referenceSuppressed(row, samplingHz);
        return edges
          .slice(1)
          .flatMap((to, k) => [
            low.slice(edges[k], to).filter(Boolean).length,
            row.subarray(edges[k], to).filter((value) => !Number.isNaN(value)).length,
          ]);
      });
      expect([...f64.subarray(dst / 8, dst / 8 + 8 * spans)]).toEqual(plain);
      expect(plain.filter((value, k) => k % 2 === 0 && value > 0).length).toBeGreaterThan(8);
    });
  });

  it("blanks rows by their bits", () => {
    const { arena, f32, kernels } = core;
    arena.scope(() => {
      const src = arena.take(16 * 8);
      f32.fill(1, src / 4, src / 4 + 32);
      kernels.trendBlank(src, 2, 5, 0b1010);
      const blank = Array.from({ length: 32 }, (_, k) => k >> 2 >= 2 && k >> 2 < 5 && (k & 1) === 1);
      expect([...f32.subarray(src / 4, src / 4 + 32)].map(Number.isNaN)).toEqual(blank);
    });
  });
});
