import { describe, expect, it } from "vitest";
import * as browser from "../../src/signal/browser.ts";
import { warmupOf } from "../../src/signal/filter-sets.ts";
import { memoryMap } from "../../src/signal/memory.ts";
import { openCore, openEngine } from "../../src/signal/node.ts";
import { RecipeStream } from "../../src/signal/recipe-stream.ts";
import { referenceSamples } from "../../src/signal/reference.ts";
import type { SampleSource } from "../../src/signal/types.ts";
import { allOff, asRecorded, cutSource, floatSource, isSameBytes, pair, recipeOf } from "../fixtures/sources.ts";
import { fixedSeries } from "../fixtures/vector-inputs.ts";

const core = openCore();
const engine = openEngine();
const filters = { lff: 1, hff: 30, notch: 60 };

describe("gaps", () => {
  const runs = [
    { first: 0, count: 100 },
    { first: 130, count: 20 },
    { first: 150, count: 90 },
    { first: 400, count: 100 },
  ];
  const source = floatSource([fixedSeries(1, 500, 15)], 256, runs);

  it("marks the column in which data begin again, and leaves columns without data NaN", () => {
    const { data, breaks } = engine.columns(source, recipeOf([asRecorded(0)]), {
      firstColumn: 0,
      columns: 10,
      samplesPerColumn: 50,
    });
    expect([...breaks]).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 1, 0]);
    const isEmpty = Array.from({ length: 10 }, (_, column) => Number.isNaN(data[2 * column]));
    expect(isEmpty).toEqual([false, false, false, false, false, true, true, true, false, false]);
  });

  it("marks samples the same way, joins touching runs, and restarts the filters after a gap", () => {
    const { data, breaks } = engine.samples(source, recipeOf([asRecorded(0)], filters), 0, 500);
    expect([...breaks.keys()].filter((i) => breaks[i] === 1)).toEqual([130, 400]);
    expect(data[130]).toBe(0);
    expect(data[150]).not.toBe(0);
    expect(data[400]).toBe(0);
    expect([100, 129, 240, 399].every((i) => Number.isNaN(data[i]))).toBe(true);
  });

  it("breaks the line where the data begin inside the page, but not at the page's own edge", () => {
    const recipe = recipeOf([asRecorded(0)]);
    const breaksOf = (from: number, first: number) =>
      engine.samples(cutSource(source, from, 500), recipe, first, 4).breaks[0];
    expect(breaksOf(0, 50)).toBe(0);
    expect(breaksOf(120, 130)).toBe(1);
    expect(engine.samples(cutSource(source, 400, 500), recipe, 398, 4).breaks[2]).toBe(1);
  });

  it("treats a stretch left out of a stream as a gap", () => {
    const options = { ...source, recipe: recipeOf([asRecorded(0)], filters), sampleType: "float32" as const };
    const stream = new RecipeStream(core, { ...options, samplesPerColumn: 10 });
    const head = stream.push(cutSource(source, 0, 95));
    const tail = stream.push(cutSource(source, 410, 500));
    expect([head.firstColumn, head.columns, tail.firstColumn, tail.columns]).toEqual([0, 9, 9, 41]);
    expect([...tail.breaks.keys()].filter((i) => tail.breaks[i] === 1)).toEqual([32]);
    expect(Number.isNaN(tail.data[0])).toBe(false);
    expect(Number.isNaN(tail.data[2])).toBe(true);
    expect(() => stream.push(cutSource(source, 490, 500))).toThrow(RangeError);
    expect(stream.finish().columns).toBe(0);
  });
});

describe("rows with filters of their own", () => {
  const own = { lff: 0.5, hff: 70, notch: 60 };
  const count = 9000;
  const source = floatSource([fixedSeries(5, count, 15), fixedSeries(6, count, 15), fixedSeries(7, count, 14)], 256);
  const mixed = recipeOf([pair(0, 1), { ...asRecorded(2), filters: own }, asRecorded(1)], filters);
  const rowOf = (data: Float32Array, row: number, length: number) => data.subarray(row * length, (row + 1) * length);

  it("are filtered as if they stood alone, and change no row beside them", () => {
    const { data } = engine.samples(source, mixed, 0, count);
    const eeg = engine.samples(source, recipeOf([pair(0, 1), asRecorded(1)], filters), 0, count).data;
    const ecg = engine.samples(source, recipeOf([asRecorded(2)], own), 0, count).data;
    expect(isSameBytes(rowOf(data, 0, count), rowOf(eeg, 0, count))).toBe(true);
    expect(isSameBytes(rowOf(data, 1, count), ecg)).toBe(true);
    expect(isSameBytes(rowOf(data, 2, count), rowOf(eeg, 1, count))).toBe(true);
    expect(isSameBytes(ecg, engine.samples(source, recipeOf([asRecorded(2)], filters), 0, count).data)).toBe(false);
  });

  it("are the plain twin's, also after a seek, and take the longest warm-up of the recipe", () => {
    expect(warmupOf(mixed, 256)).toBe(engine.plan(own, 256).warmup);
    const [first, length] = [4096, 1024];
    const { data } = engine.samples(source, mixed, first, length);
    const plain = referenceSamples(source, mixed, first, length);
    for (let i = 0; i < data.length; i++) expect(Math.abs(data[i] - plain[i])).toBeLessThan(0.02);
  });

  it("are the same bytes in slices with carried state", () => {
    const grid = { firstColumn: 0, columns: 90, samplesPerColumn: 100 };
    const whole = engine.columns(source, mixed, grid);
    const stream = new RecipeStream(core, {
      ...{ recipe: mixed, samplingHz: 256, gains: source.gains, offsets: source.offsets },
      ...{ sampleType: "float32" as const, missingCode: null, samplesPerColumn: 100 },
    });
    const parts = [0, 1234, 5000, count].flatMap((from, k, cuts) =>
      k + 1 < cuts.length ? [stream.push(cutSource(source, from, cuts[k + 1]))] : [stream.finish()],
    );
    for (const { data, firstColumn, columns } of parts)
      for (let row = 0; row < 3; row++) {
        const at = 2 * (row * grid.columns + firstColumn);
        expect(isSameBytes(rowOf(data, row, 2 * columns), whole.data.subarray(at, at + 2 * columns))).toBe(true);
      }
  });

  it("may have four different filters at most", () => {
    const many = [0.1, 0.5, 2, 3].map((lff) => ({ ...asRecorded(0), filters: { ...own, lff } }));
    expect(() => engine.samples(source, recipeOf(many, filters), 0, 10)).toThrow(RangeError);
    expect(() => engine.samples(source, recipeOf(many.slice(1), filters), 0, 10)).not.toThrow();
    const impossible = [{ ...asRecorded(0), filters: { ...own, lff: 200 } }];
    expect(() => engine.samples(source, recipeOf(impossible, filters), 0, 10)).toThrow(RangeError);
  });
});

describe("sizes", () => {
  it("runs 256 derivations over 4096 channels, all of them in averages", () => {
    const count = 700;
    const data = new Int16Array(4096 * count).map((_, i) => (i * 7919) % 2001);
    const source: SampleSource = {
      samplingHz: 500,
      first: 0,
      count,
      data,
      gains: new Float64Array(4096).fill(0.1),
      offsets: new Float64Array(4096),
      missingCode: null,
      runs: [{ first: 0, count }],
    };
    const derivations = Array.from({ length: 256 }, (_, row) => ({
      first: { kind: "channel" as const, index: row },
      second: { kind: "average" as const, members: Array.from({ length: 64 }, (_, k) => (row * 16 + k * 37) % 4096) },
    }));
    const whole = engine.samples(source, recipeOf(derivations, filters), 0, count);
    for (const row of [0, 31, 32, 255]) {
      const alone = engine.samples(source, recipeOf([derivations[row]], filters), 0, count);
      expect(isSameBytes(whole.data.subarray(row * count, (row + 1) * count), alone.data)).toBe(true);
    }
  });

  it("writes into views on the core's memory as into any other", () => {
    const source = floatSource([fixedSeries(5, 4000, 15), fixedSeries(6, 4000, 15)], 256);
    const recipe = recipeOf([pair(0, 1), asRecorded(1)], filters);
    const grid = { firstColumn: 3, columns: 512, samplesPerColumn: 7 };
    const plain = engine.columns(source, recipe, grid);
    const into = {
      data: new Float32Array(core.memory.buffer, memoryMap.tiles[0], 2 * 512 * 2),
      breaks: new Uint8Array(core.memory.buffer, memoryMap.tiles[0] + 8192, 512),
    };
    expect(engine.columns(source, recipe, grid, into)).toBe(into);
    expect(isSameBytes(into.data, plain.data)).toBe(true);
    expect(() => engine.columns(source, recipe, grid, { ...into, breaks: new Uint8Array(3) })).toThrow(RangeError);
  });

  it("gives back its scratch, also when a recipe does not fit", () => {
    const free = core.arena.freeBytes;
    const source = floatSource([fixedSeries(5, 400, 15)], 256);
    engine.samples(source, recipeOf([asRecorded(0)], filters), 0, 400);
    expect(() => core.arena.scope(() => core.arena.take(2 ** 31))).toThrow(RangeError);
    expect(core.arena.freeBytes).toBe(free);
  });
});

describe("stored samples", () => {
  it("scales int16 in float64 and takes the missing code out", () => {
    const source: SampleSource = {
      samplingHz: 256,
      first: 0,
      count: 11,
      data: Int16Array.of(0, 1, -1, 32767, -32768, -32767, 7, 100, 5, -32768, 3),
      gains: [0.1],
      offsets: [1e4 / 3],
      missingCode: -32768,
      runs: [{ first: 0, count: 11 }],
    };
    const { data } = engine.samples(source, recipeOf([asRecorded(0)]), 0, 11);
    source.data.forEach((stored, i) => {
      expect(data[i]).toBe(stored === -32768 ? Number.NaN : Math.fround(stored * 0.1 + 1e4 / 3));
    });
  });

  it("scales 24-bit samples", () => {
    const stored = [0, 1, -1, 8388607, -8388608, 65536, -65536, 123456, -7654321, 42, 255];
    const bytes = new Uint8Array(stored.flatMap((value) => [value & 255, (value >> 8) & 255, (value >> 16) & 255]));
    core.arena.scope(() => {
      const src = core.arena.take(bytes.length + 16);
      const dst = core.arena.take(stored.length * 4);
      core.u8.set(bytes, src);
      core.kernels.scaleInt24(src, stored.length, dst, 0.03, -2.5, 42);
      stored.forEach((value, i) => {
        expect(core.f32[dst / 4 + i]).toBe(value === 42 ? Number.NaN : Math.fround(value * 0.03 - 2.5));
      });
    });
  });

  it("takes infinity for missing", () => {
    const source = floatSource([Float32Array.of(1, Number.POSITIVE_INFINITY, 3, Number.NEGATIVE_INFINITY)], 256);
    const { data } = engine.samples(source, recipeOf([asRecorded(0)]), 0, 4);
    expect([...data]).toEqual([1, Number.NaN, 3, Number.NaN]);
  });
});

it("sets silent channels to rest: nothing denormal is left after activity", () => {
  const signal = new Float32Array(60_000);
  signal.set(fixedSeries(9, 2000, 15), 10);
  const { data } = engine.samples(floatSource([signal], 256), recipeOf([asRecorded(0)], filters), 0, signal.length);
  expect(data.subarray(50_000).every((value) => value === 0)).toBe(true);
});

it("is the same in the browser's binding and in Node's", () => {
  const source = floatSource([fixedSeries(5, 3000, 15), fixedSeries(6, 3000, 15)], 256);
  const recipe = recipeOf([pair(0, 1), asRecorded(0)], { ...allOff, lff: 0.5, hff: 70 });
  const grid = { firstColumn: 0, columns: 60, samplesPerColumn: 50 };
  const there = browser.engine.columns(source, recipe, grid);
  expect(isSameBytes(there.data, engine.columns(source, recipe, grid).data)).toBe(true);
});
