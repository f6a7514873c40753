import { describe, expect, it } from "vitest";
import { type TestGroup, testRecording } from "../test-world.ts";
import {
  columnSamplesOf,
  elementsOf,
  rawPageBytes,
  rawPageSamples,
  regimeOf,
  stripTiles,
  tileSamples,
  timeOf,
} from "../tile-grid.ts";
import { planView, tiers, type View } from "./planner.ts";

const group = (options: TestGroup = {}) => testRecording(options).groups[0];
const budget = { tileBytes: 24 << 20, pageBytes: 96 << 20 };
const plan = (view: Partial<View>, options: TestGroup = {}, warmup = 570) =>
  planView(
    group(options),
    { startSample: 0, endSample: 7680, widthPx: 1600, speed: 0, ...view },
    { warmup, rows: 18, isMean: false, budget },
  );
const tilesOfTier = (made: ReturnType<typeof plan>, tier: number) =>
  made.strips.filter((strip) => strip.tier === tier).flatMap(({ firstTile, lastTile }) => [firstTile, lastTile]);

describe("grids", () => {
  it("keeps raw pages at a power of two and below 512 KiB", () => {
    for (const [channels, sampleType] of [
      [22, "int16"],
      [139, "int16"],
      [1, "float32"],
      [1024, "float32"],
    ] as const) {
      const one = group({ channels, sampleType });
      expect(Math.log2(rawPageSamples(one)) % 1).toBe(0);
      expect(rawPageBytes(one)).toBeLessThanOrEqual(512 * 1024);
    }
    expect(rawPageSamples(group())).toBe(8192);
  });

  it("takes short pages raw and long ones as columns (src/README.md 2)", () => {
    expect(regimeOf(group(), 1, 570)).toBe("raw");
    expect(regimeOf(group(), 19, 570)).toBe("raw");
    expect(regimeOf(group(), 64, 570)).toBe("columns");
    expect(regimeOf(group({ channels: 139 }), 3, 570)).toBe("raw");
    expect(regimeOf(group({ channels: 139 }), 9, 570)).toBe("columns");
    expect(regimeOf(group({ channels: 1, hz: 1 }), 64, 0)).toBe("columns");
    expect(regimeOf(group({ channels: 139 }), 1, 446 * 512)).toBe("columns");
  });

  it("does not change the columns of a view that only moves", () => {
    for (let k = 0; k < 1000; k++) {
      const startSample = 4_123_456.7 + k * 0.37;
      expect(columnSamplesOf({ startSample, endSample: startSample + 32_000, widthPx: 1600 }, group())).toBe(20);
    }
  });

  it("takes samples up to 16 a pixel, of many channels as many as travel as samples", () => {
    const columns = (perPixel: number, channels: number) =>
      columnSamplesOf({ startSample: 0, endSample: 1600 * perPixel, widthPx: 1600 }, group({ channels }));
    expect([2, 4.8, 16, 16.1].map((perPixel) => columns(perPixel, 22))).toEqual([1, 1, 1, 16]);
    expect([2, 4.8, 7, 7.1, 16].map((perPixel) => columns(perPixel, 64))).toEqual([1, 1, 1, 7, 16]);
    expect([1, 2, 2.1].map((perPixel) => columns(perPixel, 1024))).toEqual([1, 1, 2]);
  });

  it("makes strips as long as the warm-up, so that filtering costs at most three times what is shown", () => {
    expect(stripTiles(1, 570)).toBe(1);
    expect(stripTiles(1, 1141)).toBe(1);
    expect(stripTiles(1, 5709)).toBe(4);
    expect(stripTiles(4, 114_176)).toBe(32);
    expect(stripTiles(1, 10_000_000)).toBe(64);
  });

  it("ends the last tile with the recording", () => {
    expect(elementsOf(0, 100, 1)).toBe(100);
    expect(elementsOf(1, 513 * 4 + 1, 4)).toBe(2);
    expect(elementsOf(2, 513 * 4 + 1, 4)).toBe(0);
  });

  it("counts time from the recording's start at odd rates too", () => {
    const recording = testRecording({ hz: 48.62 });
    expect(timeOf(recording, recording.groups[0], 4862) - recording.start_ms).toBeCloseTo(100_000, 3);
  });
});

describe("views", () => {
  it("plans nothing for an empty recording, or a view beside it", () => {
    expect(plan({}, { count: 0 }).strips).toEqual([]);
    expect(plan({ startSample: -500, endSample: -10 }).strips).toEqual([]);
    expect(plan({ startSample: 10_000, endSample: 17_680 }, { count: 9000 }).strips).toEqual([]);
  });

  it("begins with the tiles nearest the middle of the view", () => {
    const made = plan({ startSample: 20_480, endSample: 20_480 + 7680 });
    expect(made.columnSamples).toBe(1);
    expect(made.strips.slice(0, 4).map(({ firstTile }) => firstTile)).toEqual([23, 24, 22, 25]);
  });

  it("fetches the warm-up before a tile too", () => {
    const made = plan({ startSample: 8192, endSample: 8192 + 3200, widthPx: 1600 });
    const firstOf = (planned: ReturnType<typeof plan>) => Math.min(...planned.strips.map(({ firstPage }) => firstPage));
    const lone = (startSample: number, warmup: number) =>
      plan({ startSample, endSample: startSample + 1024, speed: 1 }, {}, warmup);
    expect(firstOf(made)).toBeLessThan(8192 / 512);
    expect([0, 1, 570, 1024].map((warmup) => firstOf(lone(8192, warmup)))).toEqual([16, 15, 14, 14]);
  });

  it("asks for what a view needs alone, and ahead of it in whole requests", () => {
    const made = plan({ startSample: 409_600, endSample: 409_600 + 7680 });
    const indexes = (tier: number) => made.pages.filter((page) => page.tier === tier).map(({ index }) => index);
    const visible = indexes(tiers.visible).sort((a, b) => a - b);
    expect([visible[0], visible.at(-1)]).toEqual([798, 815]);
    const all = [...visible, ...indexes(tiers.idle)].sort((a, b) => a - b);
    expect([all[0] % 16, ((all.at(-1) ?? 0) + 1) % 16]).toEqual([0, 0]);
  });

  it("plans a provisional picture of 64 to 128 columns of a view at rest, on a grid of its own", () => {
    const made = plan({ startSample: 409_700, endSample: 409_700 + 7680 });
    const [{ regime, columnSamples }] = made.coarse.strips;
    expect([regime, columnSamples]).toEqual(["coarse", 64]);
    expect(made.coarse.pages.map(({ index }) => index)).toEqual([400, 401, 402, 403, 404, 405, 406, 407]);
    expect(plan({ startSample: 409_700, endSample: 417_380, speed: 10 }).coarse.strips).toEqual([]);
    expect(plan({ startSample: 0, endSample: 7680, widthPx: 60 }).coarse.strips).toEqual([]);
    const long = plan({ startSample: 0, endSample: 24 * 3600 * 256 });
    expect(Math.log2(long.coarse.strips[0].columnSamples) % 1).toBe(0);
    expect(long.coarse.strips.length).toBeLessThanOrEqual(8);
  });

  it("prefetches the next and the previous page of a view at rest", () => {
    const made = plan({ startSample: 40_960, endSample: 40_960 + 7680 });
    const idle = made.strips.filter(({ tier }) => tier === tiers.idle).map(({ firstTile }) => firstTile);
    expect(idle).toContain(48);
    expect(idle).toContain(39);
    expect(idle.some((tile) => tile < 32 || tile > 55)).toBe(false);
    expect(idle[0]).toBe(48);
  });

  it("looks ahead at least 1.5 s of wall time in the direction of play", () => {
    const forward = plan({ startSample: 409_600, endSample: 409_600 + 7680, speed: 1000 });
    const pages = forward.pages.filter(({ tier }) => tier === tiers.ahead);
    const reach = (Math.max(...pages.map(({ index }) => index)) + 1) * 512 - 417_280;
    expect(reach).toBeGreaterThanOrEqual(1500 * 256);
    expect(pages.every(({ needMs }, k) => k === 0 || pages[k - 1].needMs <= needMs)).toBe(true);
    const backward = plan({ startSample: 409_600, endSample: 409_600 + 7680, speed: -10 });
    expect(Math.max(...tilesOfTier(backward, tiers.ahead))).toBeLessThan(400);
    expect(tilesOfTier(backward, tiers.idle)).toEqual([]);
  });

  it("looks ahead another view, but no further than a strip beyond what plays in 20 s", () => {
    const hour = { startSample: 0, endSample: 3600 * 256 };
    const seconds = (speed: number) => {
      const { strips, columnSamples } = plan({ ...hour, speed }, { count: 24 * 3600 * 256 });
      const ahead = strips.filter(({ tier }) => tier === tiers.ahead);
      return (ahead.length * tileSamples(columnSamples)) / 256;
    };
    const strip = tileSamples(columnSamplesOf({ ...hour, widthPx: 1600 }, group())) / 256;
    expect(seconds(1)).toBe(strip);
    expect(seconds(100)).toBeGreaterThanOrEqual(2000);
    expect(seconds(100)).toBeLessThan(2000 + strip);
    expect(seconds(1000)).toBeGreaterThanOrEqual(3600);
  });

  it("bounds what it makes ahead by the budget, and fetches on", () => {
    const made = planView(
      group(),
      { startSample: 0, endSample: 7680, widthPx: 1600, speed: 1000 },
      { warmup: 570, rows: 18, isMean: false, budget: { tileBytes: 1 << 20, pageBytes: 96 << 20 } },
    );
    const ahead = made.strips.filter(({ tier }) => tier === tiers.ahead);
    expect(ahead.filter(({ isComputed }) => isComputed).length).toBe(14);
    expect(ahead.length).toBeGreaterThan(360);
  });

  it("has no coarse picture of means, which costs as much as the exact one", () => {
    const look = { startSample: 0, endSample: 24 * 3600 * 256, widthPx: 1600, speed: 0 };
    const [extremes, means] = [false, true].map((isMean) =>
      planView(group({ channels: 1 }), look, { warmup: 0, rows: 1, isMean, budget }),
    );
    expect(extremes.coarse.pages.length).toBeGreaterThan(0);
    expect(means).toEqual({ ...extremes, coarse: { strips: [], pages: [] } });
  });

  it("stays inside the recording and asks for each page once", () => {
    const made = plan({ startSample: 0, endSample: 7680, speed: 1000 }, { count: 50_000 });
    expect(Math.max(...made.pages.map(({ index }) => index))).toBe(97);
    expect(new Set(made.pages.map(({ index }) => index)).size).toBe(made.pages.length);
  });

  it("asks for one page a tile where the server makes the columns", () => {
    const made = plan({ startSample: 0, endSample: 24 * 3600 * 256 });
    expect(made.regime).toBe("columns");
    expect(made.pages.map(({ index }) => index).sort()).toEqual([0, 1, 2, 3]);
    expect(made.columnSamples * 512).toBe(tileSamples(made.columnSamples));
  });
});
