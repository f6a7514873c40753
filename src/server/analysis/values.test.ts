/** Values of analyses against their definitions, over random rates, gaps, clocks, missing samples and page splits. */
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import {
  type MadeGroup,
  madeRecording,
  plainDifference,
  plainPrx,
  plainRolling,
  timedOf,
} from "../../../tests/fixtures/analysis-sources.ts";
import { parts, segmentsOf, signal } from "../../../tests/fixtures/random-signals.ts";
import type { Analysis, StoredRunOf } from "../../protocol/analysis.ts";
import type { Core } from "../../signal/core.ts";
import { openCore } from "../../signal/node.ts";
import { BlockMeans } from "./block-means.ts";
import { BlockSums } from "./block-sums.ts";
import { derivedReader, derivedValues } from "./derived-reader.ts";
import { describeAs } from "./describe.ts";
import type { DerivedRecording } from "./types.ts";

let core: Core;
beforeAll(() => {
  core = openCore();
});

const source = (modality: string) => ({ data_object_id: 1, modality, channel: 1 });
const rates = fc.constantFrom(0.2, 0.3, 1, 7, 62.4725, 125, 256, 2048);

/** All values of the one group, computed in pieces that end at these places. */
async function valuesIn(
  recording: DerivedRecording,
  reader: ReturnType<typeof madeRecording>["reader"],
  cuts: readonly number[],
): Promise<Float64Array> {
  const [group] = recording.groups;
  const deps = { core, reader, sums: new BlockSums(), means: new BlockMeans(), onStep: () => undefined };
  const values = new Float64Array(group.sample_count);
  const borders = [
    0,
    ...cuts.map((cut) => Math.floor(cut * group.sample_count)).sort((a, b) => a - b),
    group.sample_count,
  ];
  for (let k = 0; k + 1 < borders.length; k++) {
    const [first, count] = [borders[k], borders[k + 1] - borders[k]];
    if (count > 0) values.set(await derivedValues(recording, group, { first, count }, deps), first);
  }
  return values;
}

const bits = (values: ArrayBufferView) => Buffer.from(values.buffer, values.byteOffset, values.byteLength);

const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 });
const seed = fc.integer();

it("averages as defined, bit by bit the same however it is split", async () => {
  await fc.assert(
    fc.asyncProperty(
      rates,
      parts(900),
      fc.constantFrom(1000, 1700, 5000, 60_000, 3_600_000),
      cuts,
      seed,
      fc.boolean(),
      async (hz, shape, windowMs, splits, draw, isInt16) => {
        const made = signal("A", hz, segmentsOf(hz, shape, 123_456.5), { seed: draw, level: 80, isInt16 });
        const { recording, reader } = madeRecording([made], { start_ms: 123_456.5 });
        const analysis: Analysis = { analytic: "rolling_average", source: source("A"), calculationWindowMs: windowMs };
        const derived = describeAs(analysis, [recording]);
        const { indexes, ...timed } = timedOf(made, 1);
        const expected = plainRolling(timed, windowMs, 1e-3 / hz);
        const values = await valuesIn(derived, reader, []);
        const scale = 1 + Math.max(...timed.values.filter((value) => !Number.isNaN(value)).map(Math.abs), 0);
        indexes.forEach((index, k) => {
          if (Number.isNaN(expected[k])) expect(values[index]).toBeNaN();
          else expect(Math.abs(values[index] - expected[k])).toBeLessThan(1e-9 * scale);
        });
        expect(bits(await valuesIn(derived, reader, splits)).equals(bits(values))).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

it("looks back further than it reads at once, through kept sums, across gaps", async () => {
  const hz = 125;
  const shape = [
    { skip: 0, count: 400_000, off: 0 },
    { skip: 3_000_000, count: 300_000, off: 0.25 },
    { skip: 0, count: 120_000, off: 0 },
  ];
  const made = signal("A", hz, segmentsOf(hz, shape, 0), { seed: 5, level: 80, isInt16: true });
  const { recording, reader, reads } = madeRecording([made]);
  for (const windowMs of [3_600_000, 86_400_000]) {
    const analysis: Analysis = { analytic: "rolling_average", source: source("A"), calculationWindowMs: windowMs };
    const derived = describeAs(analysis, [recording]);
    const deps = { core, reader, sums: new BlockSums(), means: new BlockMeans(), onStep: () => undefined };
    const { indexes, times, values: samples } = timedOf(made, 1);
    const sums = new Float64Array(samples.length + 1);
    const held = new Float64Array(samples.length + 1);
    samples.forEach((value, i) => {
      sums[i + 1] = sums[i] + (Number.isNaN(value) ? 0 : value);
      held[i + 1] = held[i] + (Number.isNaN(value) ? 0 : 1);
    });
    for (const from of [390_000, 3_400_000, 3_690_000, 3_800_000]) {
      const count = 9000;
      const values = await derivedValues(derived, derived.groups[0], { first: from, count }, deps);
      reads.length = 0;
      const part = await derivedValues(derived, derived.groups[0], { first: from + 5000, count: 1000 }, deps);
      expect(bits(part).equals(bits(values.slice(5000, 6000)))).toBe(true);
      // What lies between the two ends of the window is known by now.
      expect(reads.reduce((sum, read) => sum + read.count, 0)).toBeLessThan(300_000);
      let begin = 0;
      for (let k = indexes.findIndex((index) => index >= from); indexes[k] < from + count; k++) {
        while (times[begin] <= times[k] - windowMs + 1e-6) begin++;
        const expected = (sums[k + 1] - sums[begin]) / (held[k + 1] - held[begin]);
        const value = values[indexes[k] - from];
        if (Number.isNaN(samples[k])) expect(value).toBeNaN();
        else if (!(Math.abs(value - expected) < 1e-7)) expect(value).toBeCloseTo(expected, 7);
      }
    }
  }
});

it("correlates as defined, whatever the rates, the period and the split", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0.2, 1, 2.5, 20),
      fc.constantFrom(0.2, 1, 4, 10),
      fc.array(
        fc.record({
          skip: fc.oneof(fc.constant(0), fc.integer({ min: 2, max: 60 })),
          count: fc.integer({ min: 1, max: 300 }),
          off: fc.constant(0.2),
        }),
        { minLength: 1, maxLength: 4 },
      ),
      fc.constantFrom([60_000, 5000], [300_000, 60_000], [45_000, 1300], [10_000, 10_000], [30_000, 15_000]),
      cuts,
      seed,
      async (hzA, hzB, shape, [windowMs, periodMs], splits, draw) => {
        const startMs = 1_700_000_000_123;
        const scaled = (hz: number) =>
          shape.map((part) => ({
            ...part,
            skip: Math.round(part.skip * hz) > 1 ? Math.round(part.skip * hz) : 0,
            count: Math.max(1, Math.round(part.count * hz)),
          }));
        const abp = signal("ABP", hzA, segmentsOf(hzA, scaled(hzA), startMs), {
          seed: draw,
          level: 80,
          isInt16: false,
        });
        const icp = signal("ICP", hzB, segmentsOf(hzB, scaled(hzB), startMs), {
          seed: draw + 1,
          level: 12,
          isInt16: true,
        });
        const { recording, reader } = madeRecording([abp, icp], { start_ms: startMs });
        const derived = describeAs(
          {
            analytic: "prx",
            ABP: source("ABP"),
            ICP: source("ICP"),
            calculationWindowMs: windowMs,
            calculationPeriodMs: periodMs,
          },
          [recording, recording],
        );
        const signals = [abp, icp].map((group) => ({ ...timedOf(group, 1), samplingHz: group.samplingHz }));
        const values = await valuesIn(derived, reader, []);
        expect(derived.start_ms % periodMs).toBe(0);
        const { segments } = derived.groups[0];
        const lastMs = Math.max(...signals.map(({ times }) => times[times.length - 1])) + 2 * windowMs;
        for (let k = 0; derived.start_ms + k * periodMs <= lastMs; k++) {
          const expected = plainPrx(signals, derived.start_ms + k * periodMs, windowMs);
          const isThere = segments.some(({ first, count }) => k >= first && k < first + count);
          if (Number.isNaN(expected)) {
            if (k < values.length) expect(values[k]).toBeNaN();
          } else {
            expect(isThere).toBe(true);
            expect(values[k]).toBeCloseTo(expected, 9);
          }
        }
        expect(bits(await valuesIn(derived, reader, splits)).equals(bits(values))).toBe(true);
      },
    ),
    { numRuns: 40 },
  );
});

it("subtracts at the times of the slower signal", async () => {
  await fc.assert(
    fc.asyncProperty(
      rates,
      rates,
      parts(200),
      parts(200),
      cuts,
      seed,
      async (hzA, hzB, shapeA, shapeB, splits, draw) => {
        const abp = signal("ABP", hzA, segmentsOf(hzA, shapeA, 1000), { seed: draw, level: 80, isInt16: true });
        const icp = signal("ICP", hzB, segmentsOf(hzB, shapeB, 1000), { seed: draw + 1, level: 12, isInt16: false });
        const { recording, reader } = madeRecording([abp, icp], { start_ms: 1000 });
        const derived = describeAs({ analytic: "cpp", ABP: source("ABP"), ICP: source("ICP") }, [recording, recording]);
        const [slow, fast, sign] = hzB < hzA ? [icp, abp, -1] : [abp, icp, 1];
        const { indexes, ...timed } = timedOf(slow, 1);
        const expected = plainDifference(timed, timedOf(fast, 1), 1000 / slow.samplingHz, 1e-3 / fast.samplingHz);
        const values = await valuesIn(derived, reader, []);
        indexes.forEach((index, k) => {
          const value = index < values.length ? values[index] : Number.NaN;
          if (Number.isNaN(expected[k])) expect(value).toBeNaN();
          else expect(value).toBeCloseTo(sign * expected[k], 9);
        });
        expect(bits(await valuesIn(derived, reader, splits)).equals(bits(values))).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

it("knows the answers of algorithms.md 16", async () => {
  const n = 600;
  const of = (modality: string, value: (i: number) => number): MadeGroup => ({
    modality,
    samplingHz: 1,
    segments: [{ first: 0, count: n, start_ms: 0 }],
    rows: [Float32Array.from({ length: n }, (_, i) => value(i))],
  });
  const prxOf = async (a: (i: number) => number, b: (i: number) => number) => {
    const { recording, reader } = madeRecording([of("ABP", a), of("ICP", b)]);
    const channel = (modality: string) => ({ data_object_id: 1, modality, channel: 0 });
    const windows = { calculationWindowMs: 300_000, calculationPeriodMs: 60_000 };
    const derived = describeAs({ analytic: "prx", ABP: channel("ABP"), ICP: channel("ICP"), ...windows }, [
      recording,
      recording,
    ]);
    return (await valuesIn(derived, reader, []))[(n * 1000 - derived.start_ms) / 60_000];
  };
  const wave = (i: number) => 100 + 5 * Math.sin((2 * Math.PI * i) / 60);
  expect(await prxOf(wave, wave)).toBeCloseTo(1, 12);
  expect(await prxOf(wave, (i) => 200 - wave(i))).toBeCloseTo(-1, 6);
  expect(await prxOf(wave, (i) => 50 + 2 * Math.cos((2 * Math.PI * i) / 60))).toBeCloseTo(0, 6);
  expect(await prxOf(wave, () => 12)).toBeNaN();
  expect(await prxOf(wave, () => 250)).toBeNaN();

  const coxOf = async (sto2: (i: number) => number) => {
    const { recording, reader } = madeRecording([of("ABP", wave), { ...of("StO2", sto2), unit: "%" }]);
    const [ABP, StO2] = ["ABP", "StO2"].map((modality) => ({ data_object_id: 1, modality, channel: 0 }));
    const windows = { calculationWindowMs: 300_000, calculationPeriodMs: 60_000 };
    const derived = describeAs({ analytic: "cox", ABP, StO2, ...windows }, [recording, recording]);
    return (await valuesIn(derived, reader, []))[(n * 1000 - derived.start_ms) / 60_000];
  };
  const saturation = (i: number) => 95 + 5 * Math.sin((2 * Math.PI * i) / 60);
  expect(await coxOf(saturation)).toBeCloseTo(1, 6);
  // 100 % is measured; more of it is not, and neither is nothing.
  expect(await coxOf((i) => (i % 20 < 10 ? 100 : 60))).not.toBeNaN();
  expect(await coxOf((i) => (i % 20 < 10 ? 100.00001 : 60))).toBeNaN();
  expect(await coxOf((i) => (i % 20 < 10 ? 0 : 60))).toBeNaN();
});

it("that leave artifacts out are those of sources in which the masked samples are missing", async () => {
  const hz = 5;
  const n = 3000;
  const masked: [number, number][] = [
    [100_100, 171_000],
    [400_000, 400_200],
    [550_000, 900_000],
  ];
  const of = (modality: string, scale: number, isCut: boolean): MadeGroup => ({
    ...{ modality, unit: "", samplingHz: hz, segments: [{ first: 0, count: n, start_ms: 0 }] },
    rows: [
      Float32Array.from({ length: n }, (_, i) => {
        const isMasked = masked.some(([from, to]) => i * 200 >= from && i * 200 < to);
        return isCut && isMasked ? Number.NaN : 80 + scale * Math.sin(i / 31) + 3 * Math.cos(i * i);
      }),
    ],
  });
  const channel = (modality: string) => ({ data_object_id: 1, modality, channel: 0 });
  const [ABP, ICP] = [channel("ABP"), channel("ICP")];
  const analyses: Exclude<Analysis, StoredRunOf>[] = [
    { analytic: "prx", ABP, ICP, calculationWindowMs: 120_000, calculationPeriodMs: 10_000 },
    { analytic: "rolling_average", source: ABP, calculationWindowMs: 30_000 },
    { analytic: "cox", ABP, StO2: ICP, calculationWindowMs: 120_000, calculationPeriodMs: 10_000 },
    { analytic: "cpp", ABP, ICP },
  ];
  const whole = madeRecording([of("ABP", 9, false), of("ICP", 4, false)]);
  const cut = madeRecording([of("ABP", 9, true), of("ICP", 4, false)]);
  for (const analysis of analyses) {
    const count = analysis.analytic === "rolling_average" ? 1 : 2;
    const twice = <T>(one: T): T[] => Array.from({ length: count }, () => one);
    const { label } = whole.recording.groups[0].channels[0];
    const masks = { everywhere: [], channels: new Map([[label, masked]]), revision: 4 };
    const [first, second] = twice(masks);
    // Of ABP alone: the other one has another label.
    const without = describeAs({ ...analysis, leavesOutArtifacts: true }, twice(whole.recording), undefined, [
      first,
      ...(second === undefined ? [] : [{ ...second, channels: new Map() }]),
    ]);
    const plain = describeAs(analysis, twice(whole.recording));
    expect([without.data_object_id === plain.data_object_id, without.data_version - plain.data_version]).toEqual([
      false,
      4,
    ]);
    const values = await valuesIn(without, whole.reader, [0.3]);
    const expected = await valuesIn(describeAs(analysis, twice(cut.recording)), cut.reader, []);
    expect(bits(values).equals(bits(expected))).toBe(true);
    expect(bits(values).equals(bits(await valuesIn(plain, whole.reader, [])))).toBe(false);
  }
});

it("gives exact extremes of columns, and samples as values in float32", async () => {
  const hz = 20;
  const made = signal(
    "A",
    hz,
    segmentsOf(
      hz,
      [
        { skip: 3, count: 90_000, off: 0 },
        { skip: 200_000, count: 50_000, off: 0 },
      ],
      0,
    ),
    { seed: 3, level: 80, isInt16: false },
  );
  const { recording, reader } = madeRecording([made]);
  const derived = describeAs({ analytic: "rolling_average", source: source("A"), calculationWindowMs: 5000 }, [
    recording,
  ]);
  const [group] = derived.groups;
  const stored = derivedReader({
    core,
    reader,
    sums: new BlockSums(),
    means: new BlockMeans(),
    onStep: () => undefined,
  });
  const { data, runs } = await stored.readSamples(derived, group, -5, group.sample_count + 100);
  expect(runs).toEqual([
    { first: 3, count: 90_000 },
    { first: 290_003, count: 50_000 },
  ]);
  const values = await valuesIn(derived, reader, [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
  expect(bits(data).equals(bits(Float32Array.from(values)))).toBe(true);
  const columns = 777;
  const edges = Float64Array.from({ length: columns + 1 }, (_, c) =>
    Math.ceil((c * (group.sample_count + 1000)) / columns),
  );
  const pairs = await stored.readColumns(derived, group, edges);
  for (let c = 0; c < columns; c++) {
    const finite = data.subarray(edges[c], edges[c + 1]).filter((value) => !Number.isNaN(value));
    const expected = finite.length === 0 ? [Number.NaN, Number.NaN] : [Math.min(...finite), Math.max(...finite)];
    expect([pairs[2 * c], pairs[2 * c + 1]]).toEqual(expected);
  }
});
