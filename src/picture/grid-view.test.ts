import { describe, expect, it } from "vitest";
import { clockOf } from "../domain/time/clock.ts";
import type { SignalGroup } from "../protocol/recordings.ts";
import type { Rgba, TraceTile } from "../render/types.ts";
import { gridView, type PlotColours, plotBands } from "./grid-view.ts";

const colour = (n: number): Rgba => [n, n, n, 1];
const colours: PlotColours = {
  background: colour(0),
  second: colour(0.1),
  fifthSecond: colour(0.2),
  gap: colour(0.3),
  loading: colour(0.4),
  failed: colour(0.5),
};
const group = {
  sampling_hz: 100,
  sample_count: 2000,
  segments: [
    { first: 0, count: 400, start_ms: 0 },
    { first: 600, count: 1400, start_ms: 6000 },
  ],
} as unknown as SignalGroup;
const size = { width: 1000, height: 400, ratio: 2 };

describe("the view on the sample grid", () => {
  it("begins on a whole device pixel counted from the recording start", () => {
    for (const startMs of [5000, 5003.3, 7777.7]) {
      const view = gridView({ startMs, endMs: startMs + 3000 }, 1000, 256, 997);
      expect(view.startSample / view.samplesPerPixel).toBeCloseTo(
        Math.round(view.startSample / view.samplesPerPixel),
        6,
      );
      expect(Math.abs(view.startSample - (startMs - 1000) * 0.256)).toBeLessThanOrEqual(
        view.samplesPerPixel / 2 + 1e-9,
      );
      expect(view.endSample - view.startSample).toBeCloseTo(768, 6);
    }
  });
});

describe("bands", () => {
  const span = { startMs: 0, endMs: 10_000 };
  const view = gridView(span, 0, 100, size.width);
  const tile = (firstSample: number, count: number) => ({ firstSample, count, samplesPerColumn: 1 }) as TraceTile;
  const source = {
    ...{ span, view, size, group, colours },
    clock: clockOf({ start_ms: 0, is_start_known: true, timezone: "America/New_York" }),
    recording: { startMs: 0, endMs: 20_000 },
    failed: [],
    tiles: [tile(0, 500), tile(500, 500)],
  };
  const of = (bands: ReturnType<typeof plotBands>, wanted: Rgba) =>
    bands.filter((band) => band.colour === wanted).map(({ x0, x1, style }) => [x0, x1, style]);

  it("hatch gaps and fill what is not loaded", () => {
    expect(of(plotBands(source), colours.gap)).toEqual([[400, 600, "hatch"]]);
    expect(of(plotBands(source), colours.loading)).toEqual([]);
    expect(of(plotBands({ ...source, tiles: [tile(0, 500)] }), colours.loading)).toEqual([[500, 1000, "fill"]]);
  });

  it("hatch what lies between the end of the signal and the end of the recording, and no rest of rounding", () => {
    const to = (endMs: number, sampleCount: number) => {
      const shorter = {
        ...group,
        sample_count: sampleCount,
        segments: [{ first: 0, count: sampleCount, start_ms: 0 }],
      };
      return of(plotBands({ ...source, group: shorter, recording: { startMs: 0, endMs } }), colours.gap);
    };
    expect(to(20_000, 700)).toEqual([[700, 1000, "hatch"]]);
    expect(to(9000, 700)).toEqual([[700, 900, "hatch"]]);
    expect(to(7010, 700)).toEqual([]);
  });

  it("mark failed pages in their place", () => {
    const failed = [{ startSample: 800, endSample: 900, message: "no" }];
    expect(of(plotBands({ ...source, failed }), colours.failed)).toEqual([[800, 900, "fill"]]);
  });

  it("draw a line a second, every fifth stronger, on top of the rest", () => {
    const bands = plotBands(source);
    expect(of(bands, colours.fifthSecond)).toEqual([
      [-1, 1, "fill"],
      [499, 501, "fill"],
      [999, 1001, "fill"],
    ]);
    expect(of(bands, colours.second)).toHaveLength(8);
    expect(bands.at(-1)?.colour).toBe(colours.fifthSecond);
  });

  it("join gaps that lie side by side in pixels", () => {
    const segments = Array.from({ length: 10_000 }, (_, k) => ({ first: k / 10, count: 0.05, start_ms: k }));
    expect(of(plotBands({ ...source, group: { ...group, segments } }), colours.gap)).toEqual([[0, 1000, "hatch"]]);
  });

  it("keep a gap visible that is narrower than a pixel", () => {
    const narrow = {
      ...group,
      segments: [
        { first: 0, count: 400, start_ms: 0 },
        { first: 400.2, count: 1600, start_ms: 4002 },
      ],
    };
    expect(of(plotBands({ ...source, group: narrow }), colours.gap)).toEqual([[400, 401, "hatch"]]);
  });
});
