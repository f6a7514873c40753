/** Fixed frames of layers for the golden tests: the same in the page and in Node, made by code. */
import { frameOf } from "../../../src/render/frame.ts";
import type { Layer } from "../../../src/render/passes.ts";
import type { Frame, Rect, Rgba, TraceGrid, TraceTile } from "../../../src/render/types.ts";
import { columnTile, sampleTile, scenes, viewOf } from "./scenes.ts";

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
  "nothing but a ground": () => frameWith([]),
};
