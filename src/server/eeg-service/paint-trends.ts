/** The picture of a page of trends: what a trends window draws of the same columns. The same pixels wherever a page begins. */
import { clockOf } from "../../domain/time/clock.ts";
import { axisLines } from "../../domain/time/time-axis.ts";
import { epochsPerColumn, pageColumns, type TrendColumns } from "../../picture/trends/columns.ts";
import { flaggedSpans } from "../../picture/trends/flagged.ts";
import { fitPanel } from "../../picture/trends/lay-panel.ts";
import { type PanelRow, panelRows, type RowSeries, seriesKey } from "../../picture/trends/panel.ts";
import { drawRow, type SeriesPicture } from "../../picture/trends/trend-scene.ts";
import { trendPanel } from "../../protocol/eeg-service.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { type TrendBaseline, trendEpochMs } from "../../protocol/trends.ts";
import { hatchPeriod } from "../../render/ground.ts";
import { imageColours } from "./colours.ts";
import { drawFrame, type Picture } from "./draw-frame.ts";
import type { TrendImageOrder } from "./service.ts";

/** A trend that a page is drawn of: columns [first, end) of `width` epochs each, counted from 1970. */
export interface TrendRead extends RowSeries {
  readonly first: number;
  readonly end: number;
  readonly width: number;
}

export interface TrendReadMade extends TrendRead {
  /** [row][column]; NaN where there is none. */
  readonly data: Float64Array;
  readonly baseline: TrendBaseline | null;
}

export const isTrendPanel = (name: string): boolean => name === trendPanel;

/** Columns beyond the page, so that no line ends at its border. */
const margin = 16;

/** What is read for a page: whole blocks of columns, as windows have them, so that a column has the same pixels in every page. */
export function trendReads({ start, end, width: widthPx }: TrendImageOrder): readonly TrendRead[] {
  const all = new Map(panelRows.flatMap(({ series }) => series.map((each) => [seriesKey(each), each] as const)));
  return [...all.values()].map((series): TrendRead => {
    const epochMs = trendEpochMs(series.trend);
    const width = epochsPerColumn(end - start, widthPx, epochMs);
    const block = (ms: number, by: number) => (ms / (width * epochMs) + by) / pageColumns;
    return {
      ...{ ...series, width },
      first: Math.floor(block(start, -margin)) * pageColumns,
      end: Math.ceil(block(end, margin)) * pageColumns,
    };
  });
}

let lastId = 0;

function picturesOf({ trend, first, end, width, data }: TrendReadMade): SeriesPicture {
  const columns = end - first;
  const channels = data.length / columns;
  const pages = Array.from({ length: columns / pageColumns }, (_, k): TrendColumns => {
    const values = new Float64Array(channels * pageColumns);
    for (let row = 0; row < channels; row++)
      values.set(data.subarray(row * columns + k * pageColumns).subarray(0, pageColumns), row * pageColumns);
    const firstEpoch = (first + k * pageColumns) * width;
    return { id: ++lastId, firstEpoch, epochs: width, columns: pageColumns, channels, values };
  });
  return { epochMs: trendEpochMs(trend), kind: "here", pages, waiting: [], failed: [] };
}

export function paintTrends(
  recording: RecordingDetail,
  order: TrendImageOrder,
  made: readonly TrendReadMade[],
): Picture {
  const { width, height, ratio = 1, start, end } = order;
  const { plot, trends: inks } = imageColours[order.theme ?? "light"];
  const byKey = new Map(made.map((each) => [seriesKey(each), { state: picturesOf(each), baseline: each.baseline }]));
  const of = ({ series }: PanelRow) => series.flatMap((each) => byKey.get(seriesKey(each)) ?? []);
  const statesOf = (row: PanelRow) => of(row).map(({ state }) => state);
  const baselinesOf = (row: PanelRow) =>
    of(row).flatMap(({ baseline }) =>
      baseline === null || baseline.start_ms === null || baseline.end_ms === null
        ? []
        : { startMs: baseline.start_ms, endMs: baseline.end_ms },
    );
  const marked = flaggedSpans(statesOf(panelRows[0]));
  const file = { startMs: recording.start_ms, endMs: recording.end_ms };
  const view = { span: { startMs: start, endMs: end }, size: { width, height, ratio } };
  const clock = clockOf(recording);
  const places = fitPanel(panelRows, height / ratio);
  const layers = panelRows.flatMap((row, k) => {
    const box = { y: Math.round(places[k].top * ratio), height: Math.round(places[k].height * ratio) };
    const scene = { row, box, states: statesOf(row), file, marked, inks };
    const baselines = row.isVsBaseline ? baselinesOf(row) : [];
    return drawRow({ ...scene, baselines }, { ...view, clock, colours: plot, linesOf: axisLines });
  });
  const frame = { width, height, background: plot.background, bands: [], layers };
  return drawFrame({ ...frame, hatchPeriod: hatchPeriod(ratio), firstPixel: 0 });
}
