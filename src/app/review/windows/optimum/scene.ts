/** What a window of an optimal pressure draws: bins with their errors, the fitted curve, optimum and limits (algorithms.md 9.2). Pure. */
import { type ValueRange, valueTicks } from "../../../../domain/montage/value-axis.ts";
import type { OptimumBlock } from "../../../../protocol/page-codec.ts";
import {
  dashed,
  errorBars,
  type Layer,
  lineOf,
  type RectShape,
  tokenColour,
  withAlpha,
} from "../../../../render/index.ts";
import type { Rgba } from "../../../../render/types.ts";
import type { ChartAxis, ChartBox, ChartScene } from "../../chart/chart-content.ts";
import type { words } from "./words.ts";

/** Points of the curve, one more than steps. */
const steps = 100;
const yTicks = 5;
/** CSS px. */
const smallestPx = 2;
const sizes = { bin: 8, point: 12, line: 1.5, cap: 9, dash: [6, 4], dots: [1.5, 3] } as const;

export interface BinPoint {
  readonly from: number;
  readonly to: number;
  readonly centre: number;
  readonly count: number;
  /** Percent. */
  readonly share: number;
  readonly index: number;
  readonly error: number | null;
  readonly isFitted: boolean;
}

/** The bins that hold values, from the lowest on. */
export function binPoints(block: OptimumBlock): BinPoint[] {
  const { bin_low: low, bin_size: size, counts, yValues, errors, dataPercentages, includedInFit } = block;
  return counts.flatMap((count, k) => {
    const index = yValues[k];
    if (index === null) return [];
    const [from, to] = [low + k * size, low + (k + 1) * size];
    const about = { count, share: dataPercentages[k], index, error: errors[k], isFitted: includedInFit[k] };
    return [{ from, to, centre: (from + to) / 2, ...about }];
  });
}

/** The index of the fit. */
const indexAt = ([a, b, c]: readonly [number, number, number], x: number) => Math.tanh((a * x + b) * x + c);

export interface OptimumPoints {
  readonly optimum: { x: number; y: number } | null;
  readonly lla: { x: number; y: number } | null;
  readonly ula: { x: number; y: number } | null;
}

/** Where optimum and limits stand on the curve. */
export function pointsOn({ coefficients, optimum, lla, ula }: OptimumBlock): OptimumPoints {
  const at = (x: number | null) => (x === null || coefficients === null ? null : { x, y: indexAt(coefficients, x) });
  return { optimum: at(optimum), lla: at(lla), ula: at(ula) };
}

/** The fitted curve between the outer borders of the fitted bins; empty where nothing was found. */
export function curveOf(block: OptimumBlock): { x: number[]; y: number[] } {
  const { coefficients, fitType, bin_low: low, bin_size: size, counts } = block;
  const fitted = binPoints(block).filter(({ isFitted }) => isFitted);
  if (coefficients === null || fitType === 0 || fitted.length === 0) return { x: [], y: [] };
  const [from, to] = [fitted[0].from, fitted[fitted.length - 1].to];
  const width = counts.length * size;
  const all = Array.from({ length: steps + 1 }, (_, k) => low + (k * width) / steps);
  const x = [from, ...all.filter((each) => each > from && each < to), to];
  return { x, y: x.map((each) => indexAt(coefficients, each)) };
}

export function optimumScene(
  block: OptimumBlock | null,
  y: ValueRange,
  axis: {
    readonly low: number;
    readonly high: number;
    readonly size: number;
    readonly leastWidth: number;
    readonly marked: number | null;
  },
  names: Pick<(typeof words)["cppopt" | "mapopt"], "x" | "index">,
): ChartScene {
  const { low, high, size } = axis;
  const edges = Array.from({ length: Math.round((high - low) / size) + 1 }, (_, k) => low + k * size);
  const x: ChartAxis = {
    range: { min: low, max: high },
    ticks: edges.map((value) => ({ value, label: String(value) })),
    title: names.x,
  };
  return {
    x,
    y: { range: y, ticks: valueTicks(y, yTicks), title: names.index },
    layers: (box, surface) => (block === null ? [] : optimumLayers(block, box, coloursOf(surface), axis)),
  };
}

export interface OptimumColours {
  readonly ink: Rgba;
  readonly curve: Rgba;
  readonly best: Rgba;
  readonly limit: Rgba;
}

const coloursOf = (surface: Element): OptimumColours => ({
  ink: tokenColour(surface, "--plot-ink"),
  curve: tokenColour(surface, "--accent"),
  best: tokenColour(surface, "--plot-optimum"),
  limit: tokenColour(surface, "--plot-limit"),
});

/** Marks and caps in a scale that is `leastWidth` wide at least: in a narrower plot they are smaller, so that bins never touch. */
const shrunk = (px: number, { clip, ratio }: ChartBox, leastWidth: number): number =>
  Math.max(smallestPx, px * Math.min(1, clip.width / ratio / Math.max(1, leastWidth)));

/** How a plot of an optimum is scaled, and the bin that is marked; null: none is. */
interface OptimumLook {
  readonly leastWidth: number;
  readonly marked: number | null;
}

/** Under all of it what lies between the limits and lines at them and the optimum, error bars under the curve, and over it bins, limits and the optimum. */
export function optimumLayers(
  block: OptimumBlock,
  box: ChartBox,
  { ink, curve: curveColour, best, limit }: OptimumColours,
  { leastWidth, marked }: OptimumLook = { leastWidth: 0, marked: null },
): Layer[] {
  const { clip, ratio, xOf, yOf } = box;
  const { bin_low: low, bin_size: size } = block;
  const faint = withAlpha(ink, 0.35);
  const pixel = Math.max(1, Math.round(ratio));
  const bins = binPoints(block);
  const colourOf = (isFitted: boolean) => (isFitted ? ink : faint);
  const bars = [true, false].flatMap((isFitted) => {
    const those = bins.filter((bin) => bin.isFitted === isFitted && bin.error !== null);
    return errorBars({
      x: those.map(({ centre }) => xOf(centre)),
      from: those.map(({ index, error }) => yOf(index - (error as number))),
      to: those.map(({ index, error }) => yOf(index + (error as number))),
      ...{ colour: colourOf(isFitted), thickness: pixel, cap: Math.round(shrunk(sizes.cap, box, leastWidth) * ratio) },
    });
  });
  const curve = curveOf(block);
  const line = { x: curve.x.map(xOf), y: curve.y.map(yOf) };
  const [on, off] = sizes.dash;
  const points = pointsOn(block);
  const dots = sizes.dots.map((px) => px * ratio) as [number, number];
  const uprights = [
    { at: points.lla, colour: limit },
    { at: points.optimum, colour: best },
    { at: points.ula, colour: limit },
  ].flatMap(({ at, colour }) =>
    at === null
      ? []
      : dashed({ x: [xOf(at.x), xOf(at.x)], y: [0, clip.height] }, dots).map((dot) =>
          lineOf(dot, { colour, lineWidth: sizes.line * ratio }, clip),
        ),
  );
  const between: RectShape[] =
    points.lla === null || points.ula === null
      ? []
      : [filled(xOf(points.lla.x), xOf(points.ula.x), withAlpha(best, 0.1), clip.height)];
  const mark = (
    shape: "circle" | "diamond" | "triangle",
    colour: typeof ink,
    of: readonly { x: number; y: number }[],
    px: number,
  ) => ({
    ...{ shape, colour, size: px * ratio },
    x: of.map((each) => xOf(each.x)),
    y: of.map((each) => yOf(each.y)),
  });
  const binMarks = [true, false].map((isFitted) =>
    mark(
      "circle",
      colourOf(isFitted),
      bins.filter((bin) => bin.isFitted === isFitted).map(({ centre, index }) => ({ x: centre, y: index })),
      shrunk(sizes.bin, box, leastWidth),
    ),
  );
  const listed = (point: { x: number; y: number } | null) => (point === null ? [] : [point]);
  const band: RectShape[] =
    marked === null
      ? []
      : [filled(xOf(low + marked * size), xOf(low + (marked + 1) * size), withAlpha(best, 0.22), clip.height)];
  const dashes = dashed(line, [on * ratio, off * ratio]);
  const style = { colour: curveColour, lineWidth: sizes.line * ratio };
  return [
    { kind: "rects", clip, rects: [...between, ...band, ...bars], hatchPeriod: 1, firstPixel: 0 },
    { kind: "fills", clip, shapes: [...uprights, ...dashes.map((dash) => lineOf(dash, style, clip))] },
    {
      kind: "marks",
      clip,
      marks: [
        ...binMarks,
        mark("triangle", limit, [...listed(points.lla), ...listed(points.ula)], sizes.point),
        mark("diamond", best, listed(points.optimum), sizes.point),
      ],
    },
  ];
}

const filled = (x0: number, x1: number, colour: Rgba, height: number): RectShape => ({
  ...{ x0, x1, y0: 0, y1: height, colour },
  style: "fill",
});

/** Shares of the plot's height that names and a caption take at either end. */
const endRoom = { foot: 0.15, head: 0.25 } as const;

/** Where the caption covers fewer bins and their errors: at the foot, or below the names of the uprights. `range`: of the index that is shown. */
export function captionEnd(block: OptimumBlock, { min, max }: ValueRange): "foot" | "head" {
  const bins = binPoints(block).map(({ index, error }) => [index - (error ?? 0), index + (error ?? 0)]);
  const [foot, head] = [min + endRoom.foot * (max - min), max - endRoom.head * (max - min)];
  const atFoot = bins.filter(([low, high]) => low < foot && high > min).length;
  const atHead = bins.filter(([low, high]) => high > head && low < max).length;
  return atHead < atFoot ? "head" : "foot";
}

/** A name beside the upright of a value: where it stands, a share of the plot's width, and on which side. */
export interface UprightName {
  readonly of: "lla" | "optimum" | "ula";
  readonly share: number;
  readonly side: "left" | "right";
}

/** So close to a border there is no room for a name beyond. */
const nameRoom = 0.12;

/** The names of what `pointsOn` found: limits away from each other, in a row of their own below that of the optimum. */
export function uprightNames(block: OptimumBlock): UprightName[] {
  const { bin_low: low, bin_size: size, counts } = block;
  const shareOf = (x: number) => (x - low) / (size * counts.length);
  return Object.entries(pointsOn(block)).flatMap(([name, point]) => {
    if (point === null) return [];
    const [of, share] = [name as UprightName["of"], shareOf(point.x)];
    const side = of === "lla" ? share < nameRoom : share <= 1 - nameRoom;
    return share < 0 || share > 1 ? [] : [{ of, share, side: side ? "right" : "left" } as const];
  });
}
