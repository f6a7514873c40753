/** Known answers of the signal core (algorithms.md 15 and 16). */
import { describe, expect, it } from "vitest";
import { filterOptions } from "../../src/domain/montage/filter-options.ts";
import { planFilters } from "../../src/signal/coefficients.ts";
import { openCore, openEngine } from "../../src/signal/node.ts";
import { decimate } from "../../src/signal/pages.ts";
import { fitParabola, histogram } from "../../src/signal/statistics.ts";
import { asRecorded, floatSource, isSameBytes, pair, peakToPeak, recipeOf } from "../fixtures/sources.ts";
import { fixedSeries } from "../fixtures/vector-inputs.ts";

const core = openCore();
const engine = openEngine();
const rate = 256;

/** Amplitude of a unit sine of `hz` after the filters, once they have settled. */
function gainAt(hz: number, filters: Parameters<typeof recipeOf>[1], samplingHz = rate): number {
  const count = samplingHz * 40;
  const sine = Float32Array.from({ length: count }, (_, i) => Math.sin((2 * Math.PI * hz * i) / samplingHz));
  const { data } = engine.samples(floatSource([sine], samplingHz), recipeOf([asRecorded(0)], filters), 0, count);
  const from = count / 2;
  let [re, im] = [0, 0];
  for (let i = from; i < count; i++) {
    re += data[i] * Math.cos((2 * Math.PI * hz * i) / samplingHz);
    im += data[i] * Math.sin((2 * Math.PI * hz * i) / samplingHz);
  }
  return (2 * Math.hypot(re, im)) / (count - from);
}
const decibel = (gain: number) => 20 * Math.log10(gain);

describe("gains", () => {
  it.each(filterOptions.lff.filter((hz) => hz !== null))("LFF %s Hz is 3.01 dB down at its corner", (hz) => {
    expect(decibel(gainAt(hz, { lff: hz }))).toBeCloseTo(-3.0103, 3);
  });
  it.each(filterOptions.hff.filter((hz) => hz !== null))("HFF %s Hz is 3.01 dB down at its corner", (hz) => {
    expect(decibel(gainAt(hz, { hff: hz }))).toBeCloseTo(-3.0103, 3);
  });
  it.each([50, 60])("notch %s Hz takes its frequency out and is 3.01 dB down at its band edges", (hz) => {
    expect(gainAt(hz, { notch: hz })).toBeLessThan(1e-6);
    for (const edge of [hz * (1 + 1 / 40), hz * (1 - 1 / 40)]) {
      expect(Math.abs(decibel(gainAt(edge, { notch: hz })) + 3.01)).toBeLessThan(0.2);
    }
  });
  it("passes constants through HFF and notch, and takes them out with the LFF", () => {
    const constant = new Float32Array(3000).fill(20_000);
    const source = floatSource([constant], rate);
    const kept = engine.samples(source, recipeOf([asRecorded(0)], { hff: 30, notch: 60 }), 0, 3000);
    expect(kept.data.every((value) => value === 20_000)).toBe(true);
    const removed = engine.samples(source, recipeOf([asRecorded(0)], { lff: 1, hff: 30, notch: 60 }), 0, 3000);
    expect(removed.data.every((value) => Math.abs(value) <= 1e-6)).toBe(true);
  });
});

describe("all Off", () => {
  it("is the identity, bit for bit", () => {
    const odd = Float32Array.of(0, -0, 1e-42, -1e-42, 3.4e38, -3.4e38, 1 / 3, Number.NaN, 20_000.123, -1e-20);
    const rows = [odd, fixedSeries(3, odd.length, 7), fixedSeries(4, odd.length, 17)];
    const recipe = recipeOf([asRecorded(0), asRecorded(1), asRecorded(2)]);
    const { data } = engine.samples(floatSource(rows, rate), recipe, 0, odd.length);
    expect(isSameBytes(data, Float32Array.from(rows.flatMap((row) => [...row])))).toBe(true);
  });
});

describe("edge cases", () => {
  const filters = { lff: 1, hff: 30, notch: 60 };
  it("takes empty sources, empty pages and sources elsewhere", () => {
    const source = floatSource([new Float32Array(0)], rate);
    expect(engine.samples(source, recipeOf([asRecorded(0)], filters), 0, 0).data.length).toBe(0);
    const { data } = engine.samples(source, recipeOf([asRecorded(0)], filters), 10, 4);
    expect([...data]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
    const columns = engine.columns(source, recipeOf([asRecorded(0)], filters), {
      firstColumn: 3,
      columns: 2,
      samplesPerColumn: 7,
    });
    expect([...columns.data]).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN]);
  });
  it("works from one sample on", () => {
    const source = floatSource([Float32Array.of(123.5)], rate);
    expect(engine.samples(source, recipeOf([asRecorded(0)], filters), 0, 1).data[0]).toBe(0);
    expect(engine.samples(source, recipeOf([asRecorded(0)], { hff: 30 }), 0, 1).data[0]).toBe(123.5);
  });
  it("gives NaN for NaN, and starts again after it", () => {
    const signal = new Float32Array(600).fill(700);
    signal.fill(Number.NaN, 0, 3);
    signal.fill(-300, 200);
    signal[199] = Number.NaN;
    const { data } = engine.samples(floatSource([signal], rate), recipeOf([asRecorded(0)], { hff: 30 }), 0, 600);
    data.forEach((value, i) => {
      expect(value, `${i}`).toBe(signal[i]);
    });
  });
  it("refuses wrong parameters before any work", () => {
    const source = floatSource([new Float32Array(10)], rate);
    const recipe = recipeOf([asRecorded(0)]);
    expect(() => engine.plan({ lff: 1, hff: null, notch: null }, -256)).toThrow(RangeError);
    expect(() => engine.plan({ lff: 130, hff: null, notch: null }, rate)).toThrow(RangeError);
    expect(() => engine.plan({ lff: -1, hff: null, notch: null }, rate)).toThrow(RangeError);
    expect(() => engine.samples(source, recipe, -1, 3)).toThrow(RangeError);
    expect(() => engine.samples(source, recipeOf([asRecorded(1)]), 0, 3)).toThrow(RangeError);
    expect(() => engine.columns(source, recipe, { firstColumn: 0, columns: 1, samplesPerColumn: 0 })).toThrow(
      RangeError,
    );
    expect(() => decimate(core, new Float32Array(9), 1)).toThrow(RangeError);
  });
  it("leaves out an HFF and a notch at 0.49 of the rate, and says so", () => {
    const plan = planFilters({ lff: 1, hff: 100, notch: 60 }, 122);
    expect(plan.inactive).toEqual({ lff: false, hff: true, notch: true });
    expect(plan.sections.length).toBe(5);
  });
});

describe("montages", () => {
  const electrodes = Array.from({ length: 19 }, (_, k) => fixedSeries(900 + k, 500, 15));
  const rowsOf = (data: Float32Array, count: number) =>
    Array.from({ length: data.length / count }, (_, row) => data.subarray(row * count, (row + 1) * count));

  it("sums to zero round a closed bipolar chain", () => {
    const chain = [pair(0, 1), pair(1, 2), pair(2, 3), pair(3, 4), pair(4, 0)];
    const { data } = engine.samples(floatSource(electrodes, rate), recipeOf(chain), 0, 500);
    for (let i = 0; i < 500; i++)
      expect(Math.abs(rowsOf(data, 500).reduce((sum, row) => sum + row[i], 0))).toBeLessThan(1e-3);
  });
  it("sums to zero over all electrodes against their average", () => {
    const members = electrodes.map((_, index) => index);
    const derivations = members.map((index) => ({
      first: { kind: "channel" as const, index },
      second: { kind: "average" as const, members },
    }));
    const { data } = engine.samples(floatSource(electrodes, rate), recipeOf(derivations), 0, 500);
    for (let i = 0; i < 500; i++)
      expect(Math.abs(rowsOf(data, 500).reduce((sum, row) => sum + row[i], 0))).toBeLessThan(1e-3);
  });
  it("needs two finite members for AVG and all of them for neighbours", () => {
    const rows = [0, 1, 2].map((k) => Float32Array.of(10 * k + 1, 10 * k + 2, 10 * k + 3, 10 * k + 4));
    rows[1][1] = Number.NaN;
    rows[1][2] = Number.NaN;
    rows[2][2] = Number.NaN;
    const members = [0, 1, 2];
    const derivations = (["average", "neighbours"] as const).map((kind) => ({
      first: { kind, members },
      second: { kind: "zero" as const },
    }));
    const { data } = engine.samples(floatSource(rows, rate), recipeOf(derivations), 0, 4);
    expect([...data.subarray(0, 4)]).toEqual([11, 12, Number.NaN, 14]);
    expect([...data.subarray(4)]).toEqual([11, Number.NaN, Number.NaN, 14]);
  });
});

describe("decimation", () => {
  it("keeps the extremes of the page and returns every sample twice when w = N", () => {
    const samples = fixedSeries(11, 4096, 15);
    for (const columns of [2, 16, 128, 333, 4096]) {
      const pairs = decimate(core, samples, columns);
      expect(peakToPeak(pairs)).toBe(peakToPeak(samples));
    }
    expect([...decimate(core, samples, 4096)]).toEqual([...samples].flatMap((value) => [value, value]));
  });
});

describe("histogram and parabola", () => {
  it("counts the edges of 10..25 size 5 as defined", () => {
    const counts = (...values: number[]) => [
      ...histogram(core, [Float32Array.from(values)], { min: 10, max: 25, size: 5 }),
    ];
    expect(counts(10, 14.999)).toEqual([2, 0, 0]);
    expect(counts(15, 19.999)).toEqual([0, 2, 0]);
    expect(counts(20, 24.999, 25)).toEqual([0, 0, 3]);
    expect(counts(9.999, 25.001, Number.NaN)).toEqual([0, 0, 0]);
  });
  it("finds no parabola in fewer than three places", () => {
    expect(fitParabola(core, [1, 2, 2, 1], [1, 2, 3, 4], [1, 1, 1, 1])).toBeNull();
    expect(fitParabola(core, [], [], [])).toBeNull();
  });
});
