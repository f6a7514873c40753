/** The layers of one row of the panel. Pure; device pixels. */
import type { Clock } from "../../domain/time/clock.ts";
import type { timeLines } from "../../domain/time/time-axis.ts";
import type { Span } from "../../domain/time/view-span.ts";
import { trendRows } from "../../protocol/trends.ts";
import { hatchPeriod } from "../../render/ground.ts";
import type { RectShape } from "../../render/passes/rects.ts";
import type { Layer } from "../../render/passes.ts";
import { firstPixelOf } from "../../render/traces/pieces.ts";
import type { Rect, Rgba, TraceRow } from "../../render/types.ts";
import { gridRects } from "../grid-rects.ts";
import { type GridView, gridView, nearestPixel, type PlotColours, type PlotSize } from "../grid-view.ts";
import { absentSpans, commonSpans, type TrendColumns } from "./columns.ts";
import type { LineLook, LinesLook, PanelRow } from "./panel.ts";
import { cellContent, lineTiles, originOf, shareOfHz } from "./row-pictures.ts";

export type TrendInks = Readonly<Record<LineLook["colour"] | "marked" | "baseline", Rgba>>;

/** Where a row lies: whole pixels from the upper edge of the plot, which it may reach over. */
export interface RowBox {
  readonly y: number;
  readonly height: number;
}

/** What there is of a series in a view. */
export interface SeriesPicture {
  readonly epochMs: number;
  /** "loading": nothing is known of it yet. */
  readonly kind: "loading" | "here" | "lost";
  readonly pages: readonly TrendColumns[];
  /** Parts of the view that are not here, and those whose last try failed. */
  readonly waiting: readonly Span[];
  readonly failed: readonly Span[];
  /** What of the view is on its way where the pages do not reach yet. */
  readonly newer?: readonly Span[];
  /** Behind it nothing is known yet, and nothing missing. */
  readonly knownUntilMs?: number;
}

export interface RowScene {
  readonly row: PanelRow;
  readonly box: RowBox;
  /** Of the row's series, in their order. */
  readonly states: readonly SeriesPicture[];
  /** Of the file: outside of it nothing is missing. */
  readonly file: Span;
  /** Epochs in which most is flagged as artifact. */
  readonly marked: readonly Span[];
  /** What its series are compared with, each with its own; none of a row that is not. */
  readonly baselines: readonly Span[];
  readonly inks: TrendInks;
}

/** CSS px: of lines, of the marks of flagged epochs at the top of a row, of the bar of the baseline at its foot. */
const strokePx = 1.3;
const markPx = 3;
const bandAlpha = 0.3;

/** The view that a row is drawn of. */
export interface RowView {
  readonly span: Span;
  readonly size: PlotSize;
  readonly clock: Clock;
  readonly colours: PlotColours;
  /** Where lines of time stand; absent: as in windows, by the length of the view. */
  readonly linesOf?: typeof timeLines;
}

/** The part of a row that is in sight; null: none. */
export function clipOf({ y, height }: RowBox, { width, height: all }: PlotSize): Rect | null {
  const [from, to] = [Math.max(0, y), Math.min(all, y + height)];
  return to > from && width > 0 ? { x: 0, y: from, width, height: to - from } : null;
}

export function drawRow(scene: RowScene, picture: RowView): Layer[] {
  const { row, box, states, inks } = scene;
  const { span, size } = picture;
  const clip = clipOf(box, size);
  if (clip === null || states.length === 0) return [];
  const [{ epochMs }] = states;
  const origin = originOf(scene.file.startMs, epochMs);
  const view = gridView(span, origin * epochMs, 1000 / epochMs, size.width);
  const x = (ms: number) => (ms / epochMs - origin - view.startSample) / view.samplesPerPixel;
  // Clipped at last: what reaches over the edge has the same pixels in the page beside.
  const pixels = (at: Span, least = 1) => {
    const from = nearestPixel(x(at.startMs));
    const to = Math.max(from + least, nearestPixel(x(at.endMs)));
    return { x0: Math.max(0, from), x1: Math.min(size.width, to) };
  };
  const rects = (all: readonly Omit<RectShape, never>[]): Layer => ({
    ...{ kind: "rects", clip, rects: all.filter(({ x0, x1 }) => x1 > x0) },
    ...{ hatchPeriod: hatchPeriod(size.ratio), firstPixel: firstPixelOf(view) },
  });
  const shifted = { top: box.y - clip.y, height: box.height };
  const mark = Math.round(markPx * size.ratio);
  const foot = shifted.top + shifted.height;
  const over: RectShape[] = [
    ...scene.marked.map((at): RectShape => {
      return { ...pixels(at), y0: shifted.top, y1: shifted.top + mark, colour: inks.marked, style: "fill" };
    }),
    ...scene.baselines.map((at): RectShape => {
      return { ...pixels(at, mark), y0: foot - mark, y1: foot, colour: inks.baseline, style: "fill" };
    }),
  ];
  return [
    rects(groundOf(scene, picture, { x, pixels, clip, shifted })),
    ...(row.look.kind === "cells"
      ? cellLayers(scene, x, clip, shifted)
      : lineLayers(scene, { view, origin, clip, shifted }, size.ratio)),
    // Also where there are none: as many layers in every view, so that a picture can be moved.
    rects(over),
  ];
}

interface Shifted {
  /** Of the row's upper edge, from that of its clip. */
  readonly top: number;
  readonly height: number;
}

interface RowPlaces {
  /** Pixels from the left edge, not rounded. */
  x(ms: number): number;
  pixels(at: Span): { x0: number; x1: number };
  readonly clip: Rect;
  readonly shifted: Shifted;
}

/** What is on its way, what failed, where no value is, lines of time and of the axis. */
function groundOf(
  { row: { look }, states, file }: RowScene,
  { span, size, clock, colours, linesOf }: RowView,
  { x, pixels, clip, shifted }: RowPlaces,
): RectShape[] {
  const within = ({ startMs, endMs }: Span): Span => ({
    startMs: Math.max(startMs, file.startMs),
    endMs: Math.min(endMs, file.endMs),
  });
  const full = (spans: readonly Span[], colour: Rgba, style: RectShape["style"]): RectShape[] =>
    spans
      .map(within)
      .filter(({ startMs, endMs }) => endMs > startMs)
      .map((at) => ({ ...pixels(at), y0: 0, y1: clip.height, colour, style }));
  // Where one of several series has values the row is not absent.
  const absent = commonSpans(
    states.map(({ pages, epochMs, knownUntilMs = Number.POSITIVE_INFINITY }) =>
      pages
        .flatMap((page) => absentOf(page, epochMs))
        .map(({ startMs, endMs }) => ({ startMs, endMs: Math.min(endMs, knownUntilMs) }))
        .toSorted(byStart),
    ),
  );
  const ys = look.kind !== "cells" && look.zero !== null ? [yOfShare(look.scale.shareOf(look.zero), shifted)] : [];
  const box = { width: clip.width, height: clip.height, ratio: size.ratio };
  return [
    ...states.flatMap(({ kind, waiting, newer = [] }) =>
      full(kind === "loading" ? [span] : [...waiting, ...newer], colours.loading, "fill"),
    ),
    ...states.flatMap(({ failed }) => full(failed, colours.failed, "fill")),
    ...full(absent, colours.gap, "hatch"),
    // Placed as values are, so that the whole row moves as one.
    ...gridRects({ span, clock, colours, linesOf, pixelOf: (ms) => nearestPixel(x(ms)) }, ys, box),
  ];
}

const byStart = (a: Span, b: Span): number => a.startMs - b.startMs;

const absentKnown = new WeakMap<TrendColumns, readonly Span[]>();
function absentOf(page: TrendColumns, epochMs: number): readonly Span[] {
  const known = absentKnown.get(page) ?? absentSpans(page, epochMs);
  absentKnown.set(page, known);
  return known;
}

function cellLayers(
  { row: { look, series }, states, inks }: RowScene,
  x: (ms: number) => number,
  clip: Rect,
  shifted: Shifted,
): Layer[] {
  if (look.kind !== "cells") return [];
  const grids = states.flatMap(({ pages, epochMs }, k) =>
    pages.flatMap((page) => {
      // Whole pixels: pages meet without a seam.
      const [x0, x1] = [page.firstEpoch, page.firstEpoch + page.epochs * page.columns].map((epoch) =>
        nearestPixel(x(epoch * epochMs)),
      );
      if (x1 <= 0 || x0 >= clip.width) return [];
      const binHz = trendRows[series[k].trend].flatMap(({ hz }) => hz ?? []);
      const { y0, y1 } = cellEdges(look.frequencies, binHz, shifted);
      return { ...cellContent(page, look, binHz, inks.ink), x0, x1, y0, y1 };
    }),
  );
  return grids.length === 0 ? [] : [{ kind: "cells", clip, grids }];
}

/** Bins reach half a bin to both sides of their middles; those of a logarithmic axis are laid over all of it. */
function cellEdges(axis: Parameters<typeof shareOfHz>[0] | null, binHz: readonly number[], shifted: Shifted) {
  if (axis === null || axis.isLog) return { y0: shifted.top, y1: shifted.top + shifted.height };
  const half = (binHz[1] - binHz[0]) / 2;
  const y = (hz: number) => yOfShare(shareOfHz(axis, hz), shifted);
  return { y0: y(binHz[binHz.length - 1] + half), y1: y(binHz[0] - half) };
}

const yOfShare = (share: number, { top, height }: Shifted) => top + (1 - share) * height;

interface LinePlace {
  readonly view: GridView;
  readonly origin: number;
  readonly clip: Rect;
  readonly shifted: Shifted;
}

function lineLayers({ row: { look }, states, inks }: RowScene, place: LinePlace, ratio: number): Layer[] {
  if (look.kind === "cells") return [];
  let line = 0;
  return states.flatMap(({ pages }): Layer[] => {
    const own = pages.map((page) => lineTiles(page, look, place.origin));
    const channels = pages[0]?.channels ?? 0;
    const first = line;
    line += look.kind === "band" ? look.lines.length : Math.max(1, channels);
    if (own.length === 0) return [];
    const isSamples = pages.every(({ epochs }) => epochs === 1);
    const bands = own.flatMap(({ band }) => band ?? []);
    const middle = look.lines.length >> 1;
    const rows = look.kind === "band" ? [middle] : Array.from({ length: channels }, (_, k) => k);
    return [
      ...(bands.length === 0
        ? []
        : [tracesLayer(bands, [{ row: 0, ink: withBand(inks[look.lines[first].colour]) }], place, ratio, false)]),
      tracesLayer(
        own.map(({ lines }) => lines),
        rows.map((row) => ({ row, ink: inks[inkOf(look, first + row)] })),
        place,
        ratio,
        isSamples,
      ),
    ];
  });
}

const inkOf = ({ lines }: LinesLook, line: number) => lines[Math.min(line, lines.length - 1)].colour;
const withBand = ([r, g, b]: Rgba): Rgba => [r, g, b, bandAlpha];

function tracesLayer(
  tiles: Extract<Layer, { kind: "traces" }>["tiles"],
  lines: readonly { readonly row: number; readonly ink: Rgba }[],
  { view, clip, shifted }: LinePlace,
  ratio: number,
  /** The value of an epoch stands in its middle; moved by whole pixels, so that the picture moves as one. */
  isSamples: boolean,
): Layer {
  const { samplesPerPixel } = view;
  const shift = isSamples ? nearestPixel(0.5 / samplesPerPixel) * samplesPerPixel : 0;
  const pad = Math.min(ratio, shifted.height / 4);
  return {
    ...{ kind: "traces", clip, startSample: view.startSample - shift, samplesPerPixel, tiles },
    lineWidth: strokePx * ratio,
    rows: sameRows(
      lines.map(({ row, ink }) => ({
        ...{ row, colour: ink, baselineY: shifted.top + shifted.height - pad },
        pixelsPerUnit: -(shifted.height - 2 * pad),
      })),
    ),
  };
}

const rowsKnown = new Map<string, readonly TraceRow[]>();
const mostKnown = 256;

/** Rows that look alike are one object, so that a picture of them can be moved. */
function sameRows(rows: readonly TraceRow[]): readonly TraceRow[] {
  const key = JSON.stringify(rows);
  const known = rowsKnown.get(key);
  if (known !== undefined) return known;
  if (rowsKnown.size >= mostKnown) rowsKnown.clear();
  rowsKnown.set(key, rows);
  return rows;
}
