/** Images of the panel of trends: a column has the same pixels in every page, and the table of colours holds what is drawn. */
import { expect, it } from "vitest";
import type { RecordingDetail } from "../../src/protocol/recordings.ts";
import { trendRows } from "../../src/protocol/trends.ts";
import { imageColours } from "../../src/server/eeg-service/colours.ts";
import { nearestOf } from "../../src/server/eeg-service/gif.ts";
import { paintTrends, trendReads } from "../../src/server/eeg-service/paint-trends.ts";
import type { TrendImageOrder } from "../../src/server/eeg-service/service.ts";
import { trendPalette } from "../../src/server/eeg-service/trend-palette.ts";

const start_ms = Date.UTC(2026, 2, 7, 10, 0, 5, 500);
const recording = {
  ...{ start_ms, end_ms: start_ms + 30 * 86_400_000, timezone: "America/New_York", is_start_known: true },
} as unknown as RecordingDetail;

/** Repeatable values of every epoch, with gaps. */
function valueAt(column: number, row: number): number {
  if (Math.floor(column / 40) % 7 === 3) return Number.NaN;
  return ((Math.imul(column + 77 * row, 2_654_435_761) >>> 0) / 2 ** 32) * 60 - 20;
}

/** As values of an EEG are: neighbours differ little. */
const smoothAt = (column: number, row: number): number => {
  const value = valueAt(column, row);
  return Number.isNaN(value) ? value : 10 + 18 * Math.sin(column / 25 + row / 9) + value / 20;
};

function paint(start: number, end: number, width: number, more: Partial<TrendImageOrder> = {}, of = valueAt) {
  const order = { panel: "", start, end, width, height: 480, artifactReductionEnabled: false, ...more };
  const baseline = { state: "used", start_ms: start_ms + 600_000, end_ms: start_ms + 4_200_000, valid_ms: 1 } as const;
  const made = trendReads(order).map((read) => {
    const columns = read.end - read.first;
    const data = Float64Array.from({ length: trendRows[read.trend].length * columns }, (_, k) =>
      of(read.first + (k % columns), Math.floor(k / columns)),
    );
    return { ...read, data, baseline };
  });
  return paintTrends(recording, order, made);
}

it.each([
  [1_500_000, 300, 1],
  [600_000, 400, 2],
  [5_400_000, 450, 1.25],
  [86_400_000, 480, 1],
  [20 * 86_400_000, 240, 1],
])("of %i ms on %i pixels at a ratio of %s are the same for any split", (lengthMs, width, ratio) => {
  for (const shift of [0, lengthMs / width / 2])
    for (const share of [0.31, 0.5, 0.993]) expectSame(start_ms + shift, { lengthMs, width, ratio, share });
});

it.each([
  [1_800_000, 1333],
  [7_200_000, 1411],
])("of pages of %i ms on %i pixels, which are no whole number of ms each, join", (lengthMs, width) => {
  for (const shift of [0, 123])
    expectSame(start_ms + shift, { lengthMs: 2 * lengthMs, width: 2 * width, ratio: 1, share: 0.5 });
});

interface Split {
  readonly lengthMs: number;
  readonly width: number;
  readonly ratio: number;
  readonly share: number;
}

function expectSame(from: number, { lengthMs, width, ratio, share }: Split): void {
  const whole = paint(from, from + lengthMs, width, { ratio });
  const cut = Math.max(2, Math.round(share * width));
  const middle = from + cut * (lengthMs / width);
  const parts = [paint(from, middle, cut, { ratio }), paint(middle, from + lengthMs, width - cut, { ratio })];
  let different = 0;
  for (let y = 0; y < whole.height; y++)
    for (let x = 0; x < width; x++) {
      const [part, at] = x < cut ? [parts[0], x] : [parts[1], x - cut];
      for (let k = 0; k < 3; k++)
        different += Number(whole.pixels[4 * (width * y + x) + k] !== part.pixels[4 * (part.width * y + at) + k]);
    }
  expect(different, `cut at ${cut} from ${from}`).toBe(0);
}

it.each([
  "light",
  "dark",
] as const)("keep plain colours in one table, and all others near one of it, in the %s theme", (theme) => {
  const { pixels } = paint(start_ms - 600_000, start_ms + 21_000_000, 1200, { theme }, smoothAt);
  const palette = trendPalette(theme);
  const { plot, trends } = imageColours[theme];
  for (const colour of [plot.background, plot.second, plot.fifthSecond, ...Object.values(trends)])
    expect(palette).toContainEqual(colour.slice(0, 3).map((part) => Math.round(255 * part)));
  const index = nearestOf(new Uint32Array(pixels.buffer), palette);
  const far = Float64Array.from(index, (colour, k) =>
    Math.max(...[0, 1, 2].map((part) => Math.abs(palette[colour][part] - pixels[4 * k + part]))),
  ).sort();
  const shares = [0.9, 0.99, 1].map((share) => far[Math.ceil(share * far.length) - 1]);
  expect(
    shares.every((most, k) => most <= [8, 20, 50][k]),
    shares.join(),
  ).toBe(true);
});
