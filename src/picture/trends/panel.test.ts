import { describe, expect, it } from "vitest";
import { trendRows } from "../../protocol/trends.ts";
import { layPanel } from "./lay-panel.ts";
import { panelRows } from "./panel.ts";
import { binsOf, cellContent, fadingColour, shareOfHz } from "./row-pictures.ts";
import { amplitude, logarithmic } from "./scales.ts";

describe("the panel 'VsBaseline Comprehensive'", () => {
  it("has the rows of algorithms.md 12 from top to bottom, and none of seizures", () => {
    expect(panelRows.map(({ title, side }) => (side === null ? title : `${title} ${side}`))).toEqual([
      "Artifact Intensity",
      ...["FFT Spectrogram left", "FFT Spectrogram right", "FFT vs Baseline left", "FFT vs Baseline right"],
      ...["Rhythmicity left", "Rhythmicity right", "Asymmetry Spectrogram", "Asymmetry Index"],
      ...["aEEG left", "aEEG right", "Suppression Ratio left", "Suppression Ratio right"],
      ...["Alpha/Delta Ratio left", "Alpha/Delta Ratio right", "ADR vs Baseline"],
    ]);
  });

  it("has a look for every channel of its trends", () => {
    for (const { look, series } of panelRows) {
      const channels = series.flatMap(({ trend }) => trendRows[trend]);
      if (look.kind !== "cells") expect(look.lines).toHaveLength(channels.length);
      else if (look.frequencies === null) expect(look.names).toHaveLength(channels.length);
      else expect(channels.every(({ hz }) => hz !== undefined)).toBe(true);
    }
  });

  it("has the scales of algorithms.md 12", () => {
    const bounds = (id: string) => {
      const look = panelRows.find((row) => row.id === id)?.look;
      return look?.kind === "cells" ? [look.low, look.high] : [look?.scale.valueAt(0), look?.scale.valueAt(1)];
    };
    expect(bounds("fft_left")).toEqual([-10, 30]);
    expect(bounds("fft_vs_baseline_right")).toEqual([-12, 12]);
    expect(bounds("asymmetry_spectrogram")).toEqual([-50, 50]);
    expect(bounds("asymmetry_index")).toEqual([-50, 50]);
    expect(bounds("alpha_delta_ratio_left")).toEqual([0.01, 10]);
    expect(bounds("suppression_ratio_left")).toEqual([0, 100]);
  });
});

describe("scales", () => {
  it("of amplitude are linear to 10 uV and logarithmic from there to 100", () => {
    expect([0, 5, 10, 100, 1000].map(amplitude.shareOf)).toEqual([0, 0.25, 0.5, 1, 1]);
    expect(amplitude.shareOf(Math.sqrt(1000))).toBeCloseTo(0.75, 9);
    for (const share of [0, 0.3, 0.5, 0.8, 1])
      expect(amplitude.shareOf(amplitude.valueAt(share))).toBeCloseTo(share, 9);
  });

  it("keep what is missing missing, and what lies below every logarithm at the foot", () => {
    const scale = logarithmic(0.01, 10, []);
    expect([scale.shareOf(Number.NaN), amplitude.shareOf(Number.NaN)]).toEqual([Number.NaN, Number.NaN]);
    expect([scale.shareOf(0), scale.shareOf(99)]).toEqual([0, 1]);
  });
});

describe("bins of an axis", () => {
  it("stand from the top down; on a logarithmic one as wide as they are there", () => {
    const axis = { lowHz: 0, highHz: 2, isLog: false, ticksHz: [] };
    expect(binsOf(axis, [0, 0.5, 1])).toEqual([2, 1, 0]);
    const log = { lowHz: 1, highHz: 25, isLog: true, ticksHz: [] };
    const hz = trendRows.rhythmicity.map(({ hz: middle = 0 }) => middle);
    const shown = binsOf(log, hz);
    expect([shown[0], shown.at(-1)]).toEqual([hz.length - 1, 0]);
    const of = (bin: number) => shown.filter((each) => each === bin).length;
    expect(of(1)).toBeGreaterThan(of(20));
    expect(shareOfHz(log, 5)).toBeCloseTo(0.5, 9);
  });
});

const ink = [0, 0.2, 1, 1] as const;

it("fades rhythmicity from the ground of the plot into the ink of the theme", () => {
  const look = panelRows.find(({ id }) => id === "rhythmicity_left")?.look;
  if (look?.kind !== "cells") throw new Error("Rhythmicity is a row of cells.");
  const hz = trendRows.rhythmicity.map(({ hz: middle = 0 }) => middle);
  const page = { ...{ id: 1, firstEpoch: 0, epochs: 1, columns: 2, channels: 49 }, values: new Float64Array(98) };
  page.values.fill(6);
  page.values[0] = 0;
  const dark = cellContent(page, look, hz, ink);
  expect([...dark.data.subarray(0, 4)]).toEqual([0, 51, 255, 255]);
  expect(dark.data[4 * (dark.rows - 1) * 2 + 3]).toBe(0);
  expect(cellContent(page, look, hz, ink)).toBe(dark);
  const light = cellContent(page, look, hz, [0, 0, 0, 1]);
  expect(light.id).not.toBe(dark.id);
  expect([...light.data.subarray(0, 4)]).toEqual([0, 0, 0, 255]);
});

it.each(["fft_vs_baseline_left", "asymmetry_spectrogram"])("has %s begin at the ground of either theme", (id) => {
  const look = panelRows.find((row) => row.id === id)?.look;
  if (look?.kind !== "cells") throw new Error("It is a row of cells.");
  const page = { ...{ id: 1, firstEpoch: 0, epochs: 1, columns: 3, channels: 1 }, values: [look.low, 0, look.high] };
  const lightness = ({ data }: ReturnType<typeof cellContent>) =>
    [0, 1, 2].map((k) => Math.max(...data.subarray(4 * k, 4 * k + 3)));
  const flat = { ...look, frequencies: null };
  const onDark = cellContent(page, flat, [], [0.8, 0.85, 0.9, 1]);
  const [low, middle, high] = lightness(onDark);
  expect(middle).toBeLessThan(40);
  expect(Math.min(low, high)).toBeGreaterThan(240);
  const onLight = cellContent(page, flat, [], [0.1, 0.15, 0.2, 1]);
  expect(lightness(onLight)[1]).toBeGreaterThan(240);
  expect(onLight.id).not.toBe(onDark.id);
  // What is larger is red, and what is smaller blue, in both.
  for (const { data } of [onDark, onLight]) {
    expect(data[8]).toBeGreaterThan(data[10]);
    expect(data[2]).toBeGreaterThan(data[0]);
  }
});

it("has a fading row of one colour, none of it at the low bound, and nothing where no value is", () => {
  const [{ look }] = panelRows;
  if (look.kind !== "cells") throw new Error("The first row is one of cells.");
  const values = [0, 50, 400, Number.NaN];
  const page = { ...{ id: 1, firstEpoch: 0, epochs: 1, columns: 4, channels: 1 }, values };
  const { data } = cellContent(page, look, [], ink);
  const cell = (k: number) => [...data.subarray(4 * k, 4 * k + 4)];
  expect([0, 1, 2].map((k) => cell(k)[3])).toEqual([0, 128, 255]);
  expect(cell(1).slice(0, 3)).toEqual([...fadingColour(look)]);
  expect(cell(3)).toEqual([0, 0, 0, 0]);
});

describe("rows in the height of a window", () => {
  const rows = [
    { leastPx: 40, share: 1 },
    { leastPx: 20, share: 3 },
  ];
  it("share what is left over", () => {
    const { places, length } = layPanel(rows, 104);
    expect(places).toEqual([
      { top: 0, height: 50 },
      { top: 54, height: 50 },
    ]);
    expect(length).toBe(104);
  });
});
