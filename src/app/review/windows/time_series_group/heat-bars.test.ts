import { expect, it } from "vitest";
import type { GridView } from "../../../../picture/grid-view.ts";
import type { TraceTile } from "../../../../render/types.ts";
import { barGrid, heatBars, mostBars, widened } from "./heat-bars.ts";

const { NaN: gap } = Number;
const tile = (over: Partial<TraceTile>): TraceTile => ({
  ...{ id: 1, kind: "samples", rows: 1, count: 4, firstSample: 0, samplesPerColumn: 1 },
  ...{ data: Float32Array.of(1, 2, 3, 4), breaks: new Uint8Array(4) },
  ...over,
});
const barsOf = (tiles: TraceTile[], view: GridView) => heatBars(tiles, 0, barGrid(tiles, view));
const viewOf = (startSample: number, endSample: number) => ({ startSample, endSample, samplesPerPixel: 1 });

it("are columns as they come, and nothing where nothing is", () => {
  const columns = tile({
    ...{ kind: "minmax", samplesPerColumn: 100, firstSample: 200, count: 3 },
    ...{ data: Float32Array.of(5, 100, gap, gap, 7, 100), breaks: new Uint8Array(3) },
  });
  const bars = barsOf([columns], viewOf(150, 480));
  expect(bars).toMatchObject({ first: 100, samples: 100 });
  expect([...bars.values]).toEqual([gap, 5, gap, 7]);
});

it("are means of samples, the same wherever the view begins, and 2048 at most", () => {
  const count = 10_000;
  const data = Float32Array.from({ length: count }, (_, k) => (k % 7 === 0 ? gap : k));
  const samples = tile({ count, data, breaks: new Uint8Array(count) });
  const a = barsOf([samples], viewOf(0, 9000));
  const b = barsOf([samples], viewOf(777, 9777));
  expect(a.samples).toBe(5);
  expect(b.samples).toBe(5);
  const own = [995, 996, 997, 998, 999].filter((k) => k % 7 !== 0);
  expect(a.values[199]).toBe(Math.fround(own.reduce((sum, k) => sum + k, 0) / own.length));
  expect(b.values[199 - b.first / 5]).toBe(a.values[199]);
  expect(barsOf([samples], viewOf(0, 10_000)).values.length).toBeLessThanOrEqual(2048);
  expect((mostBars * 8) / 7).toBeLessThanOrEqual(2047);
});

it("hold whole columns where these are narrower than a bar may be", () => {
  // 10 minutes of 250 Hz, 1200 pixels: columns of 64 samples, of which 2344 would be in view. Each says where it begins.
  const count = 2400;
  const data = Float32Array.from({ length: 2 * count }, (_, k) => (k % 2 === 0 ? 32 * k : 64));
  const columns = tile({ kind: "minmax", samplesPerColumn: 64, count, data, breaks: new Uint8Array(count) });
  const { first, samples, values } = barsOf([columns], viewOf(1000, 151_000));
  expect({ first, samples }).toEqual({ first: 896, samples: 128 });
  expect(values.length).toBeLessThanOrEqual(2048);
  expect([...values]).toEqual(Array.from(values, (_, bar) => first + bar * samples + 32));
});

it("of two columns are the mean of the samples of both, not of their means", () => {
  // The second column lies beside a gap: a sample of it alone was recorded.
  const data = Float32Array.of(10, 64, 75, 1, gap, gap, 20, 3);
  const columns = tile({ kind: "minmax", samplesPerColumn: 64, count: 4, data, breaks: new Uint8Array(4) });
  const { values } = heatBars([columns], 0, { first: 0, samples: 128, count: 2 });
  expect([...values]).toEqual([11, 20]);
});

it("are as wide in every part of a recording, whatever the last digits of the view say", () => {
  const columns = tile({ kind: "minmax", samplesPerColumn: 64, count: 1, data: new Float32Array(2) });
  const start = 0.1 + 0.2;
  expect(barsOf([columns], viewOf(start, start + 2047 * 64 + 1e-9)).samples).toBe(64);
});

it.each([1, 64])("are 2048 at most wherever a view begins, of %i samples each", (wide) => {
  const columns = tile({ kind: "minmax", samplesPerColumn: wide, count: 1, data: new Float32Array(2) });
  for (const bars of [2046.5, 2047, 2047.5, 2048, 2048.5, 4094, 4096])
    for (let begin = 0; begin < 1; begin += 0.05) {
      const view = viewOf(begin * wide, (begin + bars) * wide);
      const { first, samples, count } = barGrid([columns], view);
      expect(count, `${bars} ${begin}`).toBeLessThanOrEqual(2048);
      expect(first + samples * count).toBeGreaterThan(view.endSample - 0.01 * samples);
    }
});

it("of no samples are none", () => {
  expect([...barsOf([], viewOf(0, 3)).values]).toEqual([gap, gap, gap]);
});

it("reach on to stretches that stay while a view moves within them", () => {
  const wide = widened({ first: 60, samples: 5, count: 20 }, 16);
  expect(wide).toEqual({ first: 0, samples: 5, count: 32 });
  expect(widened({ first: -5, samples: 5, count: 2 }, 16)).toEqual({ first: -80, samples: 5, count: 32 });
  const inner = heatBars([tile({})], 0, { first: 0, samples: 2, count: 2 });
  expect([...heatBars([tile({})], 0, widened(inner, 4)).values]).toEqual([...inner.values, gap, gap]);
});
