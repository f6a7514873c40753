/** Four rows of the panel of trends over six hours: cells of a straight and of a logarithmic axis, lines and a band. */
import { clockOf } from "../../../src/domain/time/clock.ts";
import { columnPages } from "../../../src/picture/trends/columns.ts";
import { type PanelRow, panelRows } from "../../../src/picture/trends/panel.ts";
import { drawRow, type SeriesPicture, type TrendInks } from "../../../src/picture/trends/trend-scene.ts";
import { type Trend, trendEpochMs, trendRows } from "../../../src/protocol/trends.ts";
import { hatchPeriod } from "../../../src/render/ground.ts";
import type { Frame, Rgba } from "../../../src/render/types.ts";

const width = 400;
const rowPx = 40;
const hourMs = 3_600_000;
const file = { startMs: 1_700_000_000_000, endMs: 1_700_000_000_000 + 48 * hourMs };
const clock = clockOf({ start_ms: file.startMs, timezone: "America/New_York", is_start_known: true });
const grey = (part: number): Rgba => [part, part, part, 1];
const inks: TrendInks = {
  ...{ left: [0.1, 0.3, 0.6, 1], right: [0.7, 0.1, 0.1, 1], ink: grey(0.1), faint: grey(0.5) },
  ...{ marked: [0.9, 0.6, 0, 1], baseline: [0, 0.6, 0.3, 1] },
};
const colours = {
  ...{ background: grey(1), second: grey(0.85), fifthSecond: grey(0.7) },
  ...{ gap: grey(0.6), loading: grey(0.95), failed: [1, 0.9, 0.9, 1] as Rgba },
};
const rows = ["fft_left", "rhythmicity_right", "asymmetry_index", "aeeg_left"].map(
  (id) => panelRows.find((row) => row.id === id) as PanelRow,
);

const pages = new Map<string, SeriesPicture["pages"][number]>();

/** A page of values that depend on trend, channel and epoch alone; an hour of each ten is missing. */
function pageOf(trend: Trend, place: ReturnType<typeof columnPages>[number]): SeriesPicture["pages"][number] {
  const { firstEpoch, epochs, columns } = place;
  const key = `${trend} ${firstEpoch}`;
  const known = pages.get(key);
  if (known !== undefined) return known;
  const channels = trendRows[trend].length;
  const values = Float64Array.from({ length: channels * columns }, (_, k) => {
    const epoch = firstEpoch + (k % columns) * epochs;
    const hour = (epoch * trendEpochMs(trend)) / hourMs;
    return hour % 10 < 1 ? Number.NaN : 15 * Math.sin(epoch / 9 + Math.floor(k / columns)) + 10;
  });
  const page = { ...place, id: pages.size + 1, channels, values };
  pages.set(key, page);
  return page;
}

/** `isLate`: of the last page it is not there yet. */
export function trendRowsFrame(minutes: number, isLate = false): Frame {
  const startMs = file.startMs + 10 * hourMs + minutes * 60_000;
  const span = { startMs, endMs: startMs + 6 * hourMs };
  const size = { width, height: rowPx * rows.length, ratio: 1 };
  const layers = rows.flatMap((row, k) => {
    const states = row.series.map(({ trend }): SeriesPicture => {
      const epochMs = trendEpochMs(trend);
      const all = columnPages(span, file, 4, epochMs).map((place) => pageOf(trend, place));
      const here = isLate ? all.filter(({ firstEpoch }) => firstEpoch * epochMs < span.endMs - hourMs) : all;
      return { epochMs, kind: "here", pages: here, waiting: [], failed: [] };
    });
    return drawRow(
      {
        ...{ row, box: { y: k * rowPx, height: rowPx }, states, file, inks },
        marked: [{ startMs: file.startMs + 12 * hourMs, endMs: file.startMs + 12.3 * hourMs }],
        baselines: row.isVsBaseline ? [{ startMs: file.startMs, endMs: file.startMs + 11 * hourMs }] : [],
      },
      { span, size, clock, colours },
    );
  });
  return {
    ...{ width, height: size.height, background: colours.background, bands: [], layers },
    ...{ hatchPeriod: hatchPeriod(1), firstPixel: 0 },
  };
}
