/** Fixed frames for the golden tests: the same in the page and in Node, made by code, no files. */
import { samplesPerColumn } from "../../../src/domain/time/grid.ts";
import type { Rgba, TraceTile, TraceView } from "../../../src/render/types.ts";

export interface Scene {
  view: TraceView;
  tiles: TraceTile[];
}

const blue: Rgba = [0x1d / 255, 0x4f / 255, 0x9e / 255, 1];
const red: Rgba = [0xad / 255, 0x24 / 255, 0x1d / 255, 1];
const ink: Rgba = [0x22 / 255, 0x30 / 255, 0x3c / 255, 1];
const faint: Rgba = [0.42, 0.25, 0.63, 0.45];
const colours = [blue, red, ink, faint];

/** Deterministic noise in -1..1. */
function noise(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x8000_0000 - 1;
  };
}

/** Something like EEG in uV: alpha, drift, noise and a few spikes. A function of the grid index, so tiles agree. */
export function signal(row: number, g: number): number {
  const wave = 40 * Math.sin(g * 0.21 + row) + 25 * Math.sin(g * 0.017 * (row + 1)) + 18 * noise(g * 31 + row * 7919)();
  return g % 397 === 100 + row ? wave + 420 : wave;
}

const eegLength = 120_000;
let eegSamples: Float32Array | undefined;

/** Much like EEG at 256 Hz, in uV: drift, activity below 30 Hz, alpha that comes and goes, a little noise and sharp waves. */
export function eeg(row: number, g: number): number {
  if (eegSamples === undefined) {
    eegSamples = new Float32Array(eegLength);
    const next = noise(5);
    let [drift, fast, smooth] = [0, 0, 0];
    for (let i = 0; i < eegLength; i++) {
      const white = next();
      drift += 0.02 * (60 * white - drift);
      fast += 0.35 * (30 * white - fast);
      smooth += 0.5 * (fast - smooth);
      const alpha = 20 * Math.sin((i * 2 * Math.PI * 10) / 256) * (0.5 + 0.5 * Math.sin(i / 400));
      const sharp = i % 701 < 3 ? 60 * (i % 701) - 180 : 0;
      eegSamples[i] = 4 * drift + smooth + alpha + sharp + 3 * white;
    }
  }
  return eegSamples[(((g + 5000 * row) % eegLength) + eegLength) % eegLength];
}

let nextId = 1;

export function sampleTile(rows: number, first: number, count: number, value = signal): TraceTile {
  const data = new Float32Array(rows * count);
  for (let row = 0; row < rows; row++) for (let i = 0; i < count; i++) data[row * count + i] = value(row, first + i);
  return {
    id: nextId++,
    kind: "samples",
    rows,
    count,
    firstSample: first,
    samplesPerColumn: 1,
    data,
    breaks: new Uint8Array(count),
  };
}

export function columnTile(rows: number, firstColumn: number, count: number, width: number, value = signal): TraceTile {
  const data = new Float32Array(2 * rows * count);
  for (let row = 0; row < rows; row++)
    for (let k = 0; k < count; k++) {
      let low = Number.NaN;
      let high = Number.NaN;
      for (let i = 0; i < width; i++) {
        const v = value(row, (firstColumn + k) * width + i);
        if (!(v >= low)) low = Number.isNaN(v) ? low : v;
        if (!(v <= high)) high = Number.isNaN(v) ? high : v;
      }
      data.set([low, high], 2 * (row * count + k));
    }
  return {
    id: nextId++,
    kind: "minmax",
    rows,
    count,
    firstSample: firstColumn * width,
    samplesPerColumn: width,
    data,
    breaks: new Uint8Array(count),
  };
}

/** A view of `rows` evenly spaced traces whose left edge is absolute pixel `pixel`. */
export function viewOf(
  pixel: number,
  samplesPerPixel: number,
  rows: number,
  changes: Partial<TraceView> = {},
): TraceView {
  const width = changes.width ?? 400;
  const height = changes.height ?? 240;
  return {
    width,
    height,
    startSample: pixel * samplesPerPixel,
    samplesPerPixel,
    background: [1, 1, 1, 1],
    bands: [],
    rows: Array.from({ length: rows }, (_, row) => ({
      row,
      baselineY: ((row + 0.5) * height) / rows,
      pixelsPerUnit: 0.4,
      colour: colours[row % colours.length],
    })),
    lineWidth: 1.1,
    ...changes,
  };
}

function withBreaks(tile: TraceTile, ...at: number[]): TraceTile {
  for (const element of at) tile.breaks[element] = 1;
  return tile;
}

const secondLines = (period: number) =>
  Array.from({ length: 12 }, (_, i) => ({
    x0: 17 + i * period,
    x1: 18 + i * period,
    colour: [0.83, 0.87, 0.9, 1] as Rgba,
    style: "fill" as const,
  }));

/** NaN in a stretch, in single samples, and around single samples. */
const holed = (row: number, g: number) =>
  (g > 1100 && g < 1180) || (row === 1 && g % 50 < 3) || (row === 2 && g % 8 !== 4) || (row === 3 && g % 2 === 0)
    ? Number.NaN
    : signal(row, g);

const withGap = (row: number, g: number) => (g >= 1130 && g < 1160 ? Number.NaN : signal(row, g));

/** Zooms from many pixels a sample to many thousand samples a pixel. */
export const spikeZooms = [0.01, 0.3, 1, 1.9, 2, 2.1, 3.5, 16, 64.3, 100, 640.7, 5000] as const;
export const spikeScene = (samplesPerPixel: number) => `one spike at ${samplesPerPixel} samples a pixel`;
/** Rows of the spike's tip and of the quiet line. */
export const spikeY = 20;
export const quietY = 100;

function spike(samplesPerPixel: number): Scene {
  const at = Math.floor(1050.4 * samplesPerPixel);
  const value = (_row: number, g: number) => (g === at ? quietY - spikeY : 0);
  const column = samplesPerColumn(samplesPerPixel);
  const first = Math.floor((1000 * samplesPerPixel) / column) - 20;
  const count = Math.ceil((100 * samplesPerPixel) / column) + 40;
  const rows = [{ row: 0, baselineY: quietY, pixelsPerUnit: -1, colour: ink }];
  return {
    view: viewOf(1000, samplesPerPixel, 1, { width: 100, height: 120, rows }),
    tiles: [column === 1 ? sampleTile(1, first, count, value) : columnTile(1, first, count, column, value)],
  };
}

/** A step from row 20 to row 100 half way, with or without a gap there. No sample is missing. */
function step(kind: TraceTile["kind"], hasGap: boolean): Scene {
  const value = (_row: number, g: number) => (g < 250 ? 0 : 80);
  const rows = [{ row: 0, baselineY: 20.5, pixelsPerUnit: 1, colour: ink }];
  const tile = kind === "samples" ? sampleTile(1, 0, 500, value) : columnTile(1, 0, 100, 5, value);
  return {
    view: viewOf(kind === "samples" ? 150 : 0, kind === "samples" ? 1.25 : 5, 1, { width: 100, height: 120, rows }),
    tiles: [hasGap ? withBreaks(tile, 250 / tile.samplesPerColumn) : tile],
  };
}

export const scenes: Record<string, () => Scene> = {
  ...Object.fromEntries(spikeZooms.map((zoom) => [spikeScene(zoom), () => spike(zoom)])),
  "a step of samples": () => step("samples", false),
  "a step of samples with a gap": () => step("samples", true),
  "a step of columns": () => step("minmax", false),
  "a step of columns with a gap": () => step("minmax", true),
  "min/max, one column a pixel, two tiles": () => ({
    view: viewOf(120, 16, 4),
    tiles: [columnTile(4, 0, 256, 16), columnTile(4, 256, 400, 16)],
  }),
  "min/max, columns narrower than pixels": () => ({
    view: viewOf(90, 23.7, 4),
    tiles: [columnTile(4, 0, 512, 16), columnTile(4, 512, 512, 16)],
  }),
  "min/max at twice the device pixel ratio": () => ({
    view: viewOf(90, 11.85, 4, { lineWidth: 2.2, width: 640, height: 360 }),
    tiles: [columnTile(4, 0, 1024, 11), columnTile(4, 1024, 512, 11)],
  }),
  "samples at 0.3 a pixel": () => ({
    view: viewOf(3000, 0.3, 4),
    tiles: [sampleTile(4, 512, 512), sampleTile(4, 1024, 512)],
  }),
  "samples at 1 a pixel": () => ({
    view: viewOf(900, 1, 4),
    tiles: [sampleTile(4, 512, 512), sampleTile(4, 1024, 512)],
  }),
  "samples at 1.9 a pixel": () => ({
    view: viewOf(300, 1.9, 4),
    tiles: [sampleTile(4, 512, 512), sampleTile(4, 1024, 512)],
  }),
  "samples at twice the device pixel ratio": () => ({
    view: viewOf(1300, 0.75, 4, { lineWidth: 2.2, width: 640, height: 360 }),
    tiles: [sampleTile(4, 512, 1024)],
  }),
  "samples a hundred pixels apart": () => ({ view: viewOf(102_350, 0.01, 4), tiles: [sampleTile(4, 512, 1024)] }),
  "samples at 4.8 a pixel": () => ({
    view: viewOf(300, 4.8, 4),
    tiles: [sampleTile(4, 1024, 1024), sampleTile(4, 2048, 2048)],
  }),
  "samples at 16 a pixel": () => ({ view: viewOf(300, 16, 4), tiles: [sampleTile(4, 4096, 8192)] }),
  "samples at 6.4 a pixel at twice the device pixel ratio": () => ({
    view: viewOf(300, 6.4, 4, { lineWidth: 2.2, width: 640, height: 360 }),
    tiles: [sampleTile(4, 1024, 6144)],
  }),
  "gaps and single samples at 9.3 a pixel": () => ({
    view: viewOf(100, 9.3, 4),
    tiles: [withBreaks(sampleTile(4, 800, 4000, holed), 300, 301, 311, 700, 704, 708, 709, 710, 711)],
  }),
  "steep spikes": () => ({
    view: viewOf(1000, 1, 2, { rows: viewOf(0, 1, 2).rows.map((row) => ({ ...row, pixelsPerUnit: 6 })) }),
    tiles: [sampleTile(2, 1000, 512)],
  }),
  "gaps between samples": () => ({
    view: viewOf(1000, 1, 4),
    tiles: [withBreaks(sampleTile(4, 1000, 200), 20, 90, 91), withBreaks(sampleTile(4, 1200, 300), 0, 128, 129, 131)],
  }),
  "gap between columns": () => ({
    view: viewOf(0, 8, 4),
    tiles: [withBreaks(columnTile(4, 0, 512, 8, withGap), 40, 41, 146)],
  }),
  "missing samples and single samples": () => ({ view: viewOf(1000, 1, 4), tiles: [sampleTile(4, 900, 600, holed)] }),
  "single samples at 1.7 a pixel and a wide line": () => ({
    view: viewOf(600, 1.7, 4, { lineWidth: 3.3 }),
    tiles: [sampleTile(4, 900, 1000, holed)],
  }),
  "missing columns": () => ({ view: viewOf(100, 11, 4), tiles: [columnTile(4, 100, 512, 10, holed)] }),
  "overlapping translucent channels": () => ({
    view: viewOf(500, 1.5, 4, {
      rows: [3, 0, 3, 1].map((row, index) => ({
        row,
        baselineY: 118 + 2 * index,
        pixelsPerUnit: index % 2 === 0 ? 0.8 : -0.8,
        colour: index === 1 ? red : faint,
      })),
    }),
    tiles: [sampleTile(4, 512, 2048)],
  }),
  "stale coarse columns, stretched": () => ({ view: viewOf(200, 5.3, 4), tiles: [columnTile(4, 0, 512, 64)] }),
  "stale fine columns, many a pixel": () => ({
    view: viewOf(2, 512, 4, { width: 60 }),
    tiles: [columnTile(4, 0, 1024, 16), columnTile(4, 1024, 1024, 16)],
  }),
  "exact columns between stale coarse and fine ones": () => ({
    view: viewOf(64, 32.5, 4),
    tiles: [columnTile(4, 128, 128, 32), columnTile(4, 30, 8, 256), columnTile(4, 512, 2000, 8)],
  }),
  "samples between stale columns": () => ({
    view: viewOf(500, 1.3, 4),
    tiles: [sampleTile(4, 760, 200), columnTile(4, 0, 300, 8)],
  }),
  "samples drawn as columns when zoomed out": () => ({
    view: viewOf(300, 23.1, 4),
    tiles: [sampleTile(4, 6900, 9400)],
  }),
  "bands, hatching, nothing loaded": () => ({
    view: viewOf(777, 2, 4, {
      bands: [
        { x0: 30.25, x1: 120.5, colour: [0.88, 0.91, 0.95, 1], style: "fill" },
        ...secondLines(32),
        { x0: 200, x1: 300, colour: [0.55, 0.6, 0.65, 0.4], style: "hatch" },
        { x0: 380, x1: 440, colour: [0.9, 0.2, 0.1, 0.3], style: "fill" },
      ],
      background: [0x0b / 255, 0x10 / 255, 0x15 / 255, 1],
    }),
    tiles: [sampleTile(4, 1700, 200)],
  }),
  "traces beyond every edge": () => ({
    view: viewOf(1000, 1, 2, {
      rows: [
        { row: 0, baselineY: 5, pixelsPerUnit: 3, colour: blue },
        { row: 1, baselineY: 260, pixelsPerUnit: -900, colour: red },
      ],
    }),
    tiles: [sampleTile(2, 900, 600)],
  }),
  "far into a long recording": () => ({
    view: viewOf(1_400_000_003, 1.25, 4),
    tiles: [sampleTile(4, 1_750_000_000, 700, (row, g) => signal(row, g - 1_750_000_000))],
  }),
};
