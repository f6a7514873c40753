/** Charts of the analysis windows as they are drawn, on data made by code, in both themes: frames of the golden tests. */
import { boxOf } from "../../../src/app/review/chart/chart-content.ts";
import { strokeColour } from "../../../src/app/review/plot/trace-colours.ts";
import { barsLayer } from "../../../src/app/review/windows/histogram/bars-layer.ts";
import { optimumLayers } from "../../../src/app/review/windows/optimum/scene.ts";
import { marksLayer } from "../../../src/app/review/windows/scatter/points.ts";
import type { DetectionPage, FoundEvent } from "../../../src/app/review/windows/sd_detection/detection.ts";
import { type BoxPlot, boxRects, pageRects } from "../../../src/app/review/windows/sd_detection/event-boxes.ts";
import type { Drawn } from "../../../src/domain/montage/drawn-rows.ts";
import type { ValueRange } from "../../../src/domain/montage/value-axis.ts";
import { type OptimumAnalytic, optimumBins } from "../../../src/protocol/composites.ts";
import type { OptimumBlock } from "../../../src/protocol/page-codec.ts";
import type { Layer } from "../../../src/render/passes.ts";
import type { Frame, Rgba } from "../../../src/render/types.ts";
import { plainOptimum } from "../../../src/signal/reference-optimum.ts";
import type { Theme } from "../../../src/ui/theme.ts";
import { sampleTile, viewOf } from "./scenes.ts";

const size = { width: 400, height: 240, ratio: 1 } as const;
const whole = { x: 0, y: 0, width: size.width, height: size.height };

const hex = (value: number, alpha = 1): Rgba => [
  ...([16, 8, 0].map((shift) => ((value >> shift) & 255) / 255) as [number, number, number]),
  alpha,
];
/** As in tokens.css. */
const colours = {
  light: {
    ...{
      background: hex(0xffffff),
      ink: hex(0x1d2a36),
      curve: hex(0x0b6a7d),
      best: hex(0x176a3a),
      limit: hex(0xad241d),
    },
    ...{ overlay: hex(0xd3221a), event: hex(0x1d4f9e, 0.22), waiting: hex(0xe7f1fb, 0.75), failed: hex(0xfdecea) },
  },
  dark: {
    ...{
      background: hex(0x0b1015),
      ink: hex(0xd0d9e1),
      curve: hex(0x3fa9bd),
      best: hex(0x79c595),
      limit: hex(0xf28b82),
    },
    ...{ overlay: hex(0xff6a5e), event: hex(0x7db0f7, 0.22), waiting: hex(0x11203a, 0.75), failed: hex(0x331613) },
  },
} as const satisfies Record<Theme, Record<string, Rgba>>;

const frame = (theme: Theme, layers: readonly Layer[]): Frame => ({
  ...{ width: size.width, height: size.height, background: colours[theme].background },
  ...{ bands: [], hatchPeriod: 8, firstPixel: 0, layers },
});
const boxFor = (x: ValueRange, y: ValueRange) =>
  boxOf({ x: { range: x, ticks: [], title: "" }, y: { range: y, ticks: [], title: "" } }, size);
/** Between 0 and 1, without order, the same everywhere. */
function scattered(k: number): number {
  const mixed = Math.imul(k + 1, 0x9e3779b1);
  const more = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  return ((more ^ (more >>> 13)) >>> 0) / 4_294_967_296;
}

/** Two modalities of which one goes beyond the axis. */
function histogram(theme: Theme): Frame {
  const edges = Array.from({ length: 15 }, (_, k) => 20 + 10 * k);
  const counts = (centre: number, most: number) =>
    Float64Array.from({ length: 14 }, (_, k) => Math.round(most * Math.exp(-(((25 + 10 * k - centre) / 22) ** 2))));
  const bars = [
    { values: counts(88, 940), colour: strokeColour("#000000", theme, colours[theme].ink) },
    { values: counts(60, 1300), colour: strokeColour("#c0392b", theme, colours[theme].ink) },
  ];
  return frame(theme, [barsLayer(edges, bars, boxFor({ min: 20, max: 160 }, { min: 0, max: 1000 }))]);
}

function scatter(theme: Theme): Frame {
  const x = Array.from({ length: 70 }, (_, k) => 50 + 50 * scattered(k));
  const y = x.map((value, k) => 8 + (value - 50) / 6 + 9 * scattered(7 * k + 3));
  const colour = strokeColour("#1f77b4", theme, colours[theme].ink);
  const points = { x, y, times: x.map((_, k) => k) };
  const box = boxFor({ min: 45, max: 105 }, { min: 5, max: 30 });
  return frame(theme, [marksLayer(points, { colour, shape: "wye", size: 11 }, box)]);
}

/** A curve with its lowest point inside, limits on both sides, and a bin at its end that is too small for the fit. */
function optimum(theme: Theme, analytic: OptimumAnalytic, middle: number): Frame {
  const { low, size: step, count } = optimumBins[analytic];
  const pressure = Array.from({ length: 360 }, (_, k) => middle - 26 + 52 * scattered(k)).concat(middle + 33);
  const index = pressure.map((x, k) =>
    Math.tanh(0.0024 * (x - middle) ** 2 - 0.42 + 0.35 * (scattered(3 * k + 1) - 0.5)),
  );
  const fit = plainOptimum(analytic, index, pressure, 240);
  const block = { ...fit, bin_low: low, bin_size: step } as OptimumBlock;
  return frame(
    theme,
    optimumLayers(block, boxFor({ min: low, max: low + step * count }, { min: -1, max: 1 }), colours[theme]),
  );
}

/** Two rows, pages that are here, waited for and failed, an event and a provisional one. */
function detection(theme: Theme): Frame {
  const { ink, overlay, event, waiting, failed } = colours[theme];
  const plot = {
    view: { startSample: 0, endSample: 3600, samplesPerPixel: 9 },
    ...{ size, source: { recording: { start_ms: 0, end_ms: 3_600_000 }, group: { sampling_hz: 1 } } },
  } as unknown as BoxPlot;
  const drawn = {
    channels: [{ row: 0 }, { row: 1 }],
    layout: { centres: [0.5, 1.5], length: 2, inView: 2 },
  } as unknown as Drawn;
  const found = (seconds: number, row: number, is_provisional: boolean) =>
    ({ onset_ms: seconds * 1000, is_provisional, drawnRow: { row } }) as unknown as FoundEvent;
  const page = (start: number, end: number, state: object) =>
    ({ span: { startMs: start * 1000, endMs: end * 1000 }, state }) as DetectionPage;
  const pages = [
    page(0, 1800, { kind: "here" }),
    page(1800, 2700, { kind: "waiting" }),
    page(2700, 3600, { kind: "failed", message: "" }),
  ];
  const rects = (shapes: ReturnType<typeof boxRects>): Layer => ({
    ...{ kind: "rects", clip: whole, rects: shapes, hatchPeriod: 8, firstPixel: 0 },
  });
  const { startSample, lineWidth } = viewOf(700, 4, 2, whole);
  const traces = (colour: Rgba, width: number, pixelsPerUnit: number): Layer => ({
    ...{ kind: "traces", clip: whole, startSample, samplesPerPixel: 4, lineWidth: width },
    rows: [0, 1].map((row) => ({ row, baselineY: 60 + 120 * row, pixelsPerUnit, colour })),
    tiles: [sampleTile(2, 2400, 4800)],
  });
  return frame(theme, [
    rects(pageRects(pages, plot, { waiting, failed })),
    traces([...ink.slice(0, 3), 0.72] as unknown as Rgba, lineWidth, 0.6),
    rects(boxRects([found(900, 0, false), found(2000, 1, true)], plot, { drawn, top: 0 }, { colour: event })),
    traces(overlay, 1.5 * lineWidth, 0.25),
  ]);
}

const charts: Readonly<Record<string, (theme: Theme) => Frame>> = {
  histogram,
  "scatter plot": scatter,
  "CPPopt plot": (theme) => optimum(theme, "cppopt", 75),
  "MAPopt plot": (theme) => optimum(theme, "mapopt", 87),
  "SD detection": detection,
};

export const chartFrames: Record<string, () => Frame> = Object.fromEntries(
  Object.entries(charts).flatMap(([name, make]) =>
    (["light", "dark"] as const).map((theme) => [`${name}, ${theme}`, () => make(theme)]),
  ),
);
