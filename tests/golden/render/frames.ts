/** Fixed frames of layers for the golden tests: the same in the page and in Node, made by code. */
import { extremesRows, reachRows, reachTile } from "../../../src/picture/reach-bands.ts";
import { frameOf } from "../../../src/render/frame.ts";
import type { FillShape } from "../../../src/render/passes/fills.ts";
import type { Layer } from "../../../src/render/passes.ts";
import { errorBars, groupedBars, intervalRects } from "../../../src/render/primitives/bars.ts";
import { type ColourScale, colourCells } from "../../../src/render/primitives/colour-map.ts";
import { bandBetween, type Curve, dashed, deltaFrom, percentileBands } from "../../../src/render/primitives/curve.ts";
import { lineOf } from "../../../src/render/primitives/line.ts";
import { markShapes } from "../../../src/render/primitives/mark-shape.ts";
import type { Frame, Rect, Rgba, TraceGrid, TraceTile } from "../../../src/render/types.ts";
import { chartFrames } from "./chart-frames.ts";
import { columnTile, eeg, sampleTile, scenes, viewOf } from "./scenes.ts";

const [width, height] = [400, 240];
export const blue: Rgba = [0x1d / 255, 0x4f / 255, 0x9e / 255, 1];
export const red: Rgba = [0xad / 255, 0x24 / 255, 0x1d / 255, 1];
export const faint: Rgba = [0.42, 0.25, 0.63, 0.45];
const whole: Rect = { x: 0, y: 0, width, height };

/** A frame over a white ground with a hatched gap and two lines. */
export const frameWith = (layers: readonly Layer[], changes: Partial<Frame> = {}): Frame => ({
  ...{ width, height, background: [1, 1, 1, 1], hatchPeriod: 8, firstPixel: 777 },
  bands: [
    { x0: 100, x1: 101, colour: [0.83, 0.87, 0.9, 1], style: "fill" },
    { x0: 300, x1: 350, colour: [0.55, 0.6, 0.65, 0.4], style: "hatch" },
  ],
  layers,
  ...changes,
});

function traces(clip: Rect, pixel: number, samplesPerPixel: number, tile: TraceTile, changes: Partial<TraceGrid> = {}) {
  const { startSample, rows, lineWidth } = viewOf(pixel, samplesPerPixel, 2, clip);
  return { kind: "traces", clip, startSample, samplesPerPixel, rows, lineWidth, tiles: [tile], ...changes } as const;
}

const rateOf = (samplesPerPixel: number) =>
  traces(whole, 700, samplesPerPixel, sampleTile(2, 600 * samplesPerPixel, 1200 * samplesPerPixel));

const within = { width };
const curveOf = (points: number, y: (k: number) => number, from = 0, to = width): Curve => ({
  x: Array.from({ length: points }, (_, k) => from + ((to - from) * k) / (points - 1)),
  y: Array.from({ length: points }, (_, k) => y(k)),
});
const wave = (k: number) => 120 + 60 * Math.sin(k / 7) + 25 * Math.sin(k * 1.7);
const fills = (shapes: readonly FillShape[], clip = whole): Layer => ({ kind: "fills", clip, shapes });
/** Values at their own times: some close together, some missing, some alone. */
const uneven: Curve = {
  x: Array.from({ length: 120 }, (_, k) => 3.4 * k + 1.6 * Math.sin(k)),
  y: Array.from({ length: 120 }, (_, k) => (k % 17 === 3 || k % 17 === 5 || k % 23 === 0 ? Number.NaN : wave(k))),
};

export const frames: Record<string, () => Frame> = {
  ...Object.fromEntries(Object.entries(scenes).map(([name, make]) => [name, () => frameOf(make().view, make().tiles)])),
  "two rates in one graph": () => frameWith([rateOf(4), rateOf(1)]),
  "graphs of different rates, one above the other": () =>
    frameWith([
      traces({ x: 0, y: 0, width, height: 80 }, 700, 4, sampleTile(2, 2400, 4800)),
      traces({ x: 0, y: 80, width, height: 61 }, 700, 0.25, sampleTile(2, 100, 400)),
      traces({ x: 0, y: 141, width, height: 99 }, 700, 40, columnTile(2, 600, 1200, 40)),
    ]),
  "graphs beside each other, larger than their clips": () =>
    frameWith([
      traces({ x: 13, y: 20, width: 150, height: 90 }, 700, 1, sampleTile(2, 600, 600), {
        rows: [{ row: 0, baselineY: 45, pixelsPerUnit: 2, colour: blue }],
        lineWidth: 2.6,
      }),
      traces({ x: 205, y: 100, width: 181, height: 101 }, 700, 3, sampleTile(2, 2000, 3000), {
        rows: [{ row: 1, baselineY: 45, pixelsPerUnit: -2, colour: faint }],
      }),
    ]),
  "stretches of a trace in another colour": () => {
    const layer = rateOf(4);
    const stretches = [
      { start: 2900, end: 2905, colour: red },
      { start: 2950, end: 3333, colour: red },
      { start: 3333, end: 3340, colour: blue },
      { start: 4100, end: 6000, colour: faint },
    ];
    return frameWith([{ ...layer, rows: layer.rows.map((row, k) => (k === 1 ? { ...row, stretches } : row)) }]);
  },
  "stretches of columns in another colour": () => {
    const layer = traces(whole, 700, 40, columnTile(2, 600, 1200, 40));
    const stretches = Array.from({ length: 60 }, (_, k) => ({
      start: 28_000 + 300 * k,
      end: 28_150 + 300 * k,
      colour: red,
    }));
    return frameWith([{ ...layer, rows: layer.rows.map((row) => ({ ...row, stretches })) }]);
  },
  "long pages of EEG, shaded by how often a level is reached": () => {
    // A gap, a block that lacks columns, and a tile that begins within a block.
    const tiles = [
      columnTile(2, 672, 64, 160, (row, g) => (g > 108_000 && g < 109_500 ? Number.NaN : eeg(row, g))),
      columnTile(2, 744, 460, 160, (row, g) => (row === 1 && g > 150_000 ? 3 : 1) * eeg(row, g)),
    ];
    const layer = { ...traces(whole, 680, 170, tiles[0]), tiles };
    const rows = reachRows(layer.rows);
    return frameWith([
      { ...layer, rows: extremesRows(layer.rows) },
      { ...layer, rows, tiles: tiles.map(reachTile) },
    ]);
  },
  "rectangles, filled and hatched, over traces": () =>
    frameWith([
      rateOf(1),
      {
        kind: "rects",
        clip: { x: 20, y: 30, width: 300, height: 180 },
        hatchPeriod: 16,
        firstPixel: -5,
        rects: [
          { x0: 10.25, y0: 12.5, x1: 60.75, y1: 90.125, colour: red, style: "fill" },
          { x0: 40, y0: 40, x1: 120, y1: 170, colour: faint, style: "fill" },
          { x0: 150, y0: 0.5, x1: 220.5, y1: 180, colour: blue, style: "hatch" },
          { x0: 230.3, y0: 20.2, x1: 230.6, y1: 140, colour: blue, style: "fill" },
          { x0: -50, y0: -50, x1: 8, y1: 400, colour: faint, style: "hatch" },
          { x0: 290, y0: 170, x1: 500, y1: 500, colour: red, style: "fill" },
          { x0: 100, y0: 100, x1: 100, y1: 120, colour: red, style: "fill" },
        ],
      },
    ]),
  "lines of values, with values missing and alone": () =>
    frameWith([
      fills([
        lineOf(uneven, { colour: blue, lineWidth: 1.1 }, within),
        lineOf(
          curveOf(40, (k) => 3 * wave(k) - 200),
          { colour: faint, lineWidth: 3.3 },
          within,
        ),
        lineOf(
          curveOf(5, (k) => (k % 2) * 240, -300, 900),
          { colour: red, lineWidth: 2.2 },
          within,
        ),
      ]),
    ]),
  "lines of many values a pixel": () =>
    frameWith([
      fills([
        lineOf(
          curveOf(30_000, (k) => 100 + 50 * Math.sin(k / 900) + 20 * Math.sin(k * 2.1)),
          { colour: blue, lineWidth: 1.1 },
          within,
        ),
        lineOf(
          curveOf(3000, (k) => (k % 500 < 490 ? 200 : 100 + (k % 100))),
          { colour: red, lineWidth: 2 },
          within,
        ),
      ]),
    ]),
  "a dashed curve within a clip": () => {
    const clip = { x: 31, y: 17, width: 300, height: 190 };
    const bowl = curveOf(101, (k) => 180 - 170 * (1 - ((k - 50) / 50) ** 2), 12.3, 280);
    const style = { colour: blue, lineWidth: 1.65 };
    return frameWith([
      fills(
        dashed(bowl, [6, 4]).map((dash) => lineOf(dash, style, clip)),
        clip,
      ),
      fills([lineOf(uneven, { colour: faint, lineWidth: 1.1 }, clip)], clip),
    ]);
  },
  "bands between curves, deltas and percentiles": () => {
    const other = curveOf(57, (k) => (k > 30 && k < 34 ? Number.NaN : 110 + 50 * Math.cos(k / 5)), 20, 350);
    const level = curveOf(2, () => 150);
    const percentiles = [-2, -1, 1, 2].map((share) =>
      curveOf(80, (k) => 60 - share * (12 + 8 * Math.sin(k / 9)), 5.5, 390),
    );
    return frameWith([
      fills([bandBetween(uneven, other, faint, within)]),
      fills(
        deltaFrom(
          curveOf(90, wave),
          level,
          { above: red, below: [...blue.slice(0, 3), 0.5] as unknown as Rgba },
          within,
        ),
      ),
      fills([
        ...percentileBands(percentiles, faint, within),
        lineOf(
          curveOf(80, () => 60, 5.5, 390),
          { colour: blue, lineWidth: 1.1 },
          within,
        ),
      ]),
    ]);
  },
  "points of seven shapes": () =>
    frameWith([
      {
        kind: "marks",
        clip: { x: 11, y: 9, width: 360, height: 200 },
        marks: [
          ...markShapes.map((shape, k) => ({
            ...{ shape, size: 14, colour: [blue, red, faint][k % 3] },
            x: Array.from({ length: 9 }, (_, i) => 20 + 50 * k + 0.13 * i),
            y: Array.from({ length: 9 }, (_, i) => -3 + 27.21 * i),
          })),
          { shape: "circle", size: 3.5, colour: faint, x: uneven.x, y: uneven.y },
          { shape: "star", size: 40, colour: faint, x: [0, 355, 180.4], y: [100, 195, Number.NaN] },
        ],
      },
    ]),
  "bars of three series, error bars and points": () => {
    const edges = [20.5, 70, 120.25, 170, 300, 380];
    const scale = { baselineY: 200, pixelsPerUnit: -1, gap: 3 };
    const series = [
      { values: [10, 180.5, 33.3, Number.NaN, 0], colour: blue },
      { values: [60, 20, 150, 99, -30.25], colour: red },
      { values: [61, 21, 151, 100, 230], colour: faint },
    ];
    const x = [40, 90.7, 140, 230, 340];
    const bars = {
      x,
      from: [50, 60, 70.2, Number.NaN, 90],
      to: [90, 20.5, 71, 30, 90],
      colour: faint,
      thickness: 2,
      cap: 11,
    };
    const rects = [...groupedBars(edges, series, scale), ...errorBars(bars)];
    return frameWith([
      { kind: "rects", clip: whole, rects, hatchPeriod: 8, firstPixel: 0 },
      { kind: "marks", clip: whole, marks: [{ shape: "square", size: 7, colour: blue, x, y: [70, 40, 70.6, 30, 90] }] },
    ]);
  },
  "intervals over traces": () => {
    const look = { y0: 0, y1: height, fill: faint, style: "fill", edge: red, edgeWidth: 1 } as const;
    const rects = [
      { ...look, x0: 30.4, x1: 90.6 },
      { ...look, x0: 120, x1: 120.2 },
      { ...look, x0: 200.25, x1: 260.5, edge: null },
      { ...look, x0: 280, x1: 340, y0: 60.5, y1: 100, style: "hatch" as const, edgeWidth: 2 },
    ].flatMap(intervalRects);
    return frameWith([rateOf(1), { kind: "rects", clip: whole, rects, hatchPeriod: 16, firstPixel: 3 }]);
  },
  "heatmaps of large and small cells, some missing": () => {
    const values = (columns: number, rows: number) =>
      Array.from({ length: columns * rows }, (_, k) =>
        (k * 7) % 31 === 3 ? Number.NaN : Math.sin(k / 5) + ((k % columns) / columns) * 2,
      );
    const cells = (
      id: number,
      columns: number,
      rows: number,
      scale: ColourScale,
      place: [number, number, number, number],
    ) => {
      const [x0, y0, x1, y1] = place;
      return { id, columns, rows, data: colourCells(values(columns, rows), scale), x0, y0, x1, y1 };
    };
    const scale = { spectrum: "Viridis", low: -1, high: 3, missing: null } as const;
    return frameWith([
      {
        kind: "cells",
        clip: whole,
        grids: [
          cells(1, 37, 5, scale, [10.3, 5.5, 390, 70.25]),
          cells(2, 2048, 1, { ...scale, spectrum: "Red-Yellow-Green" }, [-20, 80, 420.5, 110]),
          cells(3, 600, 90, { ...scale, spectrum: "Inferno", missing: [0.8, 0.8, 0.8, 1] }, [20, 120.4, 380, 160]),
        ],
      },
      {
        kind: "cells",
        clip: { x: 50, y: 170, width: 200, height: 60 },
        grids: [
          cells(4, 9, 9, { ...scale, spectrum: "Grays" }, [-30, -10, 90, 90]),
          cells(5, 3, 3, scale, [100, 10, 101, 50]),
        ],
      },
    ]);
  },
  "pictures at their size, smaller and larger, half transparent": () => {
    const [columns, rows] = [64, 48];
    const data = new Uint8ClampedArray(4 * columns * rows);
    for (let k = 0; k < columns * rows; k++) {
      const [x, y] = [k % columns, Math.floor(k / columns)];
      data.set([4 * x, 5 * y, (x * y) % 256, (x + y) % 9 === 0 ? 90 : x < 40 ? 255 : 3 * y], 4 * k);
    }
    const picture = { columns, rows, data };
    return frameWith([
      rateOf(1),
      {
        kind: "cells",
        clip: whole,
        grids: [
          { id: 11, ...picture, x0: 20, y0: 20, x1: 84, y1: 68 },
          { id: 11, ...picture, x0: 100.5, y0: 20.25, x1: 120, y1: 40 },
          { id: 11, ...picture, x0: 140, y0: 20, x1: 390.4, y1: 230.7 },
        ],
      },
    ]);
  },
  ...chartFrames,
  "nothing but a ground": () => frameWith([]),
};
