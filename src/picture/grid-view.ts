/** From a view of the recording to what a renderer draws. Lengths in device pixels of the plot. */
import type { Clock } from "../domain/time/clock.ts";
import { type GridSpan, gapsTouching, samplesToEnd, uncovered } from "../domain/time/gaps.ts";
import { timeLines } from "../domain/time/time-axis.ts";
import type { Span } from "../domain/time/view-span.ts";
import type { SignalGroup } from "../protocol/recordings.ts";
import type { Band, Rgba, TraceRow, TraceTile, TraceView } from "../render/types.ts";

/** Of what lies under the traces. */
export interface PlotColours {
  readonly background: Rgba;
  readonly second: Rgba;
  readonly fifthSecond: Rgba;
  readonly gap: Rgba;
  readonly loading: Rgba;
  readonly failed: Rgba;
}

/** A view on the sample grid, snapped to whole device pixels counted from the recording start. */
export interface GridView {
  readonly startSample: number;
  readonly endSample: number;
  readonly samplesPerPixel: number;
}

const scaleParts = 2 ** 32;
const halfWay = 1e-4;

/** What lies half way between two pixels goes to the right one, whatever the last digits say. */
export const nearestPixel = (x: number): number => Math.floor(x + 0.5 + halfWay);

/** `recordingStartMs`: time of grid index 0. */
export function gridView(span: Span, recordingStartMs: number, samplingHz: number, widthPx: number): GridView {
  const toSample = (ms: number) => ((ms - recordingStartMs) * samplingHz) / 1000;
  // Rounded, so that a view that only moves keeps its scale to the bit, and what is drawn can be moved with it.
  const exact = ((span.endMs - span.startMs) * samplingHz) / 1000 / widthPx;
  const samplesPerPixel = Math.round(exact * scaleParts) / scaleParts;
  const startSample = nearestPixel(toSample(span.startMs) / samplesPerPixel) * samplesPerPixel;
  return { startSample, endSample: startSample + samplesPerPixel * widthPx, samplesPerPixel };
}

export interface PlotSize {
  /** Device pixels, and device pixels per CSS px. */
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

export interface BandSource {
  readonly span: Span;
  readonly view: GridView;
  readonly size: PlotSize;
  readonly clock: Clock;
  readonly recording: Span;
  /** Whose grid it is. */
  readonly group: SignalGroup;
  readonly tiles: readonly TraceTile[];
  /** Grid samples of which the last try failed. */
  readonly failed: readonly { readonly startSample: number; readonly endSample: number }[];
  readonly colours: PlotColours;
}

/** Areas not loaded, failed pages, gaps, then the time lines: what lies under the traces, from the back. */
export function plotBands(source: BandSource): Band[] {
  const { view, size, group, tiles, failed, colours } = source;
  const x = (sample: number) => nearestPixel((sample - view.startSample) / view.samplesPerPixel);
  const band = ({ start, end }: GridSpan, colour: Rgba, style: Band["style"]): Band[] => {
    const x0 = Math.max(0, x(start));
    const x1 = Math.min(size.width, Math.max(x(end), x0 + 1));
    return x1 > x0 ? [{ x0, x1, colour, style }] : [];
  };
  const { sample_count, segments } = group;
  const from = Math.max(0, view.startSample);
  const to = Math.min(sample_count, view.endSample);
  const gapsTo = Math.min(samplesToEnd(group, source.recording), view.endSample);
  const loaded = tiles.map((tile) => ({
    start: tile.firstSample,
    end: tile.firstSample + tile.count * tile.samplesPerColumn,
  }));
  return [
    ...uncovered(loaded, from, to).flatMap((span) => band(span, colours.loading, "fill")),
    ...failed.flatMap((page) => band({ start: page.startSample, end: page.endSample }, colours.failed, "fill")),
    ...joined(gapsTouching(segments, from, gapsTo).flatMap((gap) => band(gap, colours.gap, "hatch"))),
    ...lineBands(source, x),
  ];
}

/** Bands of one look that touch become one: a recording of single records has more gaps than the plot has pixels. */
function joined(bands: readonly Band[]): Band[] {
  const all: Band[] = [];
  for (const band of bands) {
    const last = all.at(-1);
    if (last !== undefined && band.x0 <= last.x1) all[all.length - 1] = { ...last, x1: Math.max(last.x1, band.x1) };
    else all.push(band);
  }
  return all;
}

function lineBands({ span, clock, size, group, recording, colours }: BandSource, x: (s: number) => number): Band[] {
  const width = Math.max(1, Math.round(size.ratio));
  const perMs = group.sampling_hz / 1000;
  return timeLines(span, clock, size.width / size.ratio).map(({ timeMs, isStrong }) => {
    const x0 = x((timeMs - recording.startMs) * perMs) - (width >> 1);
    return { x0, x1: x0 + width, colour: isStrong ? colours.fifthSecond : colours.second, style: "fill" };
  });
}

/** The whole view for the renderer. */
export const traceView = (
  view: GridView,
  size: PlotSize,
  parts: { background: Rgba; bands: readonly Band[]; rows: readonly TraceRow[] },
): TraceView => ({
  width: size.width,
  height: size.height,
  startSample: view.startSample,
  samplesPerPixel: view.samplesPerPixel,
  ...parts,
  lineWidth: 1.1 * size.ratio,
});
