/**
 * The panel 'VsBaseline Comprehensive' over six hours of the demo, in both themes: as it was when it was looked at, and each planted change in its rows.
 * What a reader sees is in the README of src/server/eeg-service.
 */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { fitPanel } from "../../src/picture/trends/lay-panel.ts";
import { panelRows } from "../../src/picture/trends/panel.ts";
import { type Side, type Trend, trendEpochMs, trendRows } from "../../src/protocol/trends.ts";
import { demoScore, makeDemoTrends, timeOf } from "./render/demo-trends.ts";

const panel = await makeDemoTrends();
const pictures = { light: panel.paint("light"), dark: panel.paint("dark") };
const themes = ["light", "dark"] as const;
const { width, height, start, end } = panel.order;
const places = fitPanel(panelRows, height);

const hour = 3600;
const minute = 60;
/** Seconds of the demo, away from the ramps of what is planted. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}
const within = ({ start: from, seconds }: { start: number; seconds: number }, ramp: number): Stretch => ({
  from: from + ramp,
  to: from + seconds - ramp,
});
const calm: Stretch = { from: 17.5 * hour + 5 * minute, to: 18 * hour - 5 * minute };
const [suppression] = demoScore.episodes.burstSuppression.map((episode) => within(episode, 3 * minute));
const [attenuation] = demoScore.episodes.attenuation.map((episode) => within(episode, 8 * minute));
const slowest = demoScore.episodes.slowing.map((episode) => within(episode, episode.seconds / 2 - 5 * minute))[0];
const seizure = demoScore.seizures
  .filter(({ start: from }) => timeOf(from) > start && timeOf(from) < end)
  .map(({ start: from, seconds }) => ({ from: from + 20, to: from + seconds }))[0];

/** [row][column] of a stretch. */
function valuesOf(trend: Trend, side: Side | null, { from, to }: Stretch): number[][] {
  const found = panel.made.find((one) => one.trend === trend && one.side === side);
  if (found === undefined) throw new Error("The panel has no such trend.");
  const { first, end: last, width: epochs, data } = found;
  const columnMs = epochs * trendEpochMs(trend);
  const [begin, stop] = [Math.floor(timeOf(from) / columnMs) - first, Math.ceil(timeOf(to) / columnMs) - first];
  return trendRows[trend].map((_, row) => [
    ...data.subarray(row * (last - first) + begin, row * (last - first) + stop),
  ]);
}
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b));
/** Of bins [lowHz, highHz). */
const bins = (trend: Trend, side: Side, stretch: Stretch, lowHz: number, highHz: number) =>
  valuesOf(trend, side, stretch).filter((_, k) => {
    const { hz = 0 } = trendRows[trend][k];
    return hz >= lowHz && hz < highHz;
  });

describe.each(themes)("in the %s theme", (theme) => {
  it("is as it was when it was looked at", () => {
    const digest = createHash("sha256").update(pictures[theme]).digest("hex").slice(0, 16);
    expect(digest).toBe({ light: "158db463bebc4493", dark: "dbf6b6e63df20a70" }[theme]);
  });

  it.each<[string, Stretch, readonly string[]]>([
    ["suppression", suppression, ["fft", "fft_vs_baseline", "aeeg", "suppression_ratio", "alpha_delta_ratio"]],
    ["asymmetry", attenuation, ["fft_right", "fft_vs_baseline_right", "asymmetry", "aeeg_right"]],
    ["slowing", slowest, ["fft", "fft_vs_baseline", "alpha_delta_ratio", "adr_vs_baseline"]],
    ["a seizure", seizure, ["fft_left", "fft_vs_baseline", "rhythmicity_left", "asymmetry", "aeeg_left"]],
  ])("shows %s in its rows", (_, stretch, rows) => {
    for (const [k, { id }] of panelRows.entries()) {
      if (!rows.some((name) => id.startsWith(name))) continue;
      expect(differenceOf(theme, k, stretch), id).toBeGreaterThan(6);
    }
  });
});

/** How far the mean colours of lines of a row are from those of calm minutes, of 255. */
function differenceOf(theme: "light" | "dark", row: number, stretch: Stretch): number {
  const { top, height: rows } = places[row];
  const [inside, before] = [stretch, calm].map(({ from, to }) => {
    const [x0, x1] = [from, to].map((second) => Math.round(((timeOf(second) - start) / (end - start)) * width));
    return Array.from({ length: Math.round(rows) }, (_, y) =>
      [0, 1, 2].map((part) => {
        let sum = 0;
        for (let x = x0; x < x1; x++) sum += pictures[theme][4 * ((Math.round(top) + y) * width + x) + part];
        return sum / (x1 - x0);
      }),
    );
  });
  return (
    inside.reduce((sum, line, y) => sum + Math.max(...line.map((part, k) => Math.abs(part - before[y][k]))), 0) / rows
  );
}

it("has the numbers of what is planted", () => {
  for (const side of ["left", "right"] as const) {
    expect(median(valuesOf("suppression_ratio", side, suppression)[0])).toBeGreaterThan(60);
    expect(most(valuesOf("suppression_ratio", side, calm)[0])).toBeLessThan(2);
    expect(median(valuesOf("adr_vs_baseline", side, slowest)[0])).toBeLessThan(-2);
    expect(Math.abs(median(valuesOf("adr_vs_baseline", side, calm)[0]))).toBeLessThan(0.7);
    expect(median(bins("fft_vs_baseline", side, slowest, 1, 4).flat())).toBeGreaterThan(4);
  }
  expect(median(valuesOf("asymmetry_index", null, attenuation)[0])).toBeLessThan(-40);
  expect(Math.abs(median(valuesOf("asymmetry_index", null, calm)[0]))).toBeLessThan(3);
  expect(median(bins("fft_vs_baseline", "right", attenuation, 1, 18).flat())).toBeLessThan(-6);
  expect(Math.abs(median(bins("fft_vs_baseline", "left", attenuation, 1, 18).flat()))).toBeLessThan(1.5);
  const rhythm = (stretch: Stretch) => most(bins("rhythmicity", "left", stretch, 2, 8).flat());
  expect(rhythm(seizure)).toBeGreaterThan(2 * rhythm(calm));
  expect(most(bins("fft_vs_baseline", "left", seizure, 2, 8).flat())).toBeGreaterThan(12);
});
