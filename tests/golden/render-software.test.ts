/** The core's rasteriser, without a browser, against the drawing definition. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { compare, isAlike } from "../../src/render/compare.ts";
import { drawReference } from "../../src/render/definitions.ts";
import { frameOf } from "../../src/render/frame.ts";
import { SoftwareRaster } from "../../src/render/software-raster.ts";
import type { Frame, TraceTile, TraceView } from "../../src/render/types.ts";
import { memory, memoryMap } from "../../src/signal/memory.ts";
import { openRaster } from "../../src/signal/node.ts";
import { RasterCore } from "../../src/signal/raster.ts";
import { chartDigests } from "./render/chart-digests.ts";
import { chartFrames } from "./render/chart-frames.ts";
import { frames } from "./render/frames.ts";
import { scenes } from "./render/scenes.ts";
import { trendRowsFrame } from "./render/trend-frame.ts";

const raster = new SoftwareRaster(openRaster());

function drawFrame(frame: Frame): Uint8Array {
  const picture = new Uint8Array(4 * frame.width * frame.height);
  raster.draw(frame, (pixels, x, width, height) => {
    for (let y = 0; y < height; y++)
      picture.set(pixels.subarray(4 * y * width, 4 * (y + 1) * width), 4 * (y * frame.width + x));
  });
  return picture;
}

const draw = (view: TraceView, tiles: readonly TraceTile[]) => drawFrame(frameOf(view, tiles));

for (const [name, make] of Object.entries(frames))
  it(`draws as the definition says: ${name}`, () => {
    const frame = make();
    const difference = compare(drawFrame(frame), drawReference(frame), frame.width);
    expect(difference, JSON.stringify(difference)).toSatisfy(isAlike);
  });

it("draws charts in both themes as they were when they were looked at", () => {
  const digestOf = (picture: Uint8Array) => createHash("sha256").update(picture).digest("hex").slice(0, 16);
  const drawn = Object.entries(chartFrames).map(([name, make]) => [name, digestOf(drawFrame(make()))]);
  expect(Object.fromEntries(drawn)).toEqual(chartDigests);
});

it("draws layers in strips as in one piece", () => {
  for (const [name, make] of Object.entries(frames)) {
    if (name in scenes) continue;
    const frame = make();
    // So tall that there is room for less than its width.
    const tall = drawFrame({ ...frame, height: 16_384 });
    const bytes = 4 * frame.width * frame.height;
    expect(compare(tall.subarray(0, bytes), drawFrame(frame), frame.width).most, name).toBe(0);
  }
});

it("draws the same from tiles that lie in the core's memory", () => {
  const { view, tiles } = scenes["samples at 1.9 a pixel"]();
  let at: number = memoryMap.tiles[0];
  const inCore = tiles.map((tile) => {
    const data = new Float32Array(memory.buffer, at, tile.data.length);
    data.set(tile.data);
    at += data.byteLength;
    return { ...tile, id: tile.id + 10_000, data };
  });
  expect(compare(draw(view, inCore), draw(view, tiles), view.width).most).toBe(0);
});

for (const name of [
  "samples at 4.8 a pixel",
  "gaps and single samples at 9.3 a pixel",
  "min/max, columns narrower than pixels",
  "samples between stale columns",
  "bands, hatching, nothing loaded",
])
  it(`draws the same whether the picture before can be moved or not: ${name}`, () => {
    const { view, tiles } = scenes[name]();
    const firstPixel = Math.round(view.startSample / view.samplesPerPixel);
    const at = (shift: number): TraceView => ({
      ...view,
      startSample: (firstPixel + shift) * view.samplesPerPixel,
      bands: view.bands.map((band) => ({ ...band, x0: band.x0 - shift, x1: band.x1 - shift })),
    });
    for (const shift of [0, 1, 38, 38, 35, 0, 170, 90, -60, 390, 391, 0]) {
      const moved = draw(at(shift), tiles);
      // Other rows are another picture: the next one is drawn as a whole.
      const whole = draw({ ...at(shift), rows: [...view.rows] }, tiles);
      expect(compare(moved, whole, view.width).most).toBe(0);
      draw(at(shift), tiles);
    }
  });

it.each([
  "two rates in one graph",
  "long pages of EEG, shaded by how often a level is reached",
])("draws several grids that move together as drawn anew: %s", (name) => {
  const frame = frames[name]();
  const grids = frame.layers.filter((layer) => layer.kind === "traces");
  const at = (shift: number, other = shift): Frame => ({
    ...frame,
    firstPixel: frame.firstPixel + shift,
    bands: [],
    layers: grids.map((layer, k) => ({
      ...layer,
      startSample: layer.startSample + (k === 0 ? shift : other) * layer.samplesPerPixel,
    })),
  });
  const anew = ({ layers, ...ground }: Frame): Frame => ({
    ...ground,
    layers: layers.map((layer) => (layer.kind === "traces" ? { ...layer, rows: [...layer.rows] } : layer)),
  });
  for (const [shift, other] of [[0], [1], [38], [38], [-20], [-20, 5], [9, 9], [60, -30]]) {
    const moved = drawFrame(at(shift, other));
    expect(compare(moved, drawFrame(anew(at(shift, other))), frame.width).most).toBe(0);
    drawFrame(at(shift, other));
  }
});

it("moves rows of trends along their time, drawing only what is new, as drawn anew", () => {
  const { kernels } = openRaster();
  let widest = 0;
  const rasterCells: typeof kernels.rasterCells = (at, line, width) => {
    widest = Math.max(widest, width);
    kernels.rasterCells(at, line, width);
  };
  const counted = new SoftwareRaster(new RasterCore({ ...kernels, rasterCells }));
  const pictureOf = (frame: Frame): Uint8Array => {
    let picture = new Uint8Array(0);
    widest = 0;
    counted.draw(frame, (pixels) => {
      picture = pixels.slice();
    });
    return picture;
  };
  pictureOf(trendRowsFrame(0));
  // Half an hour of six; one pixel; back; so far that nothing stays; a page that came in meanwhile.
  for (const [minutes, isLate, mostDrawn] of [
    [30, false, 60],
    [30.6, false, 10],
    [0, false, 60],
    [-30, false, 60],
    [900, false, 400],
    [930, true, 400],
    [930, false, 400],
  ] as const) {
    const frame = trendRowsFrame(minutes, isLate);
    const moved = pictureOf(frame);
    expect(widest, `${minutes}`).toBeLessThanOrEqual(mostDrawn);
    expect(compare(moved, drawFrame(frame), frame.width).most, `${minutes}`).toBe(0);
    raster.forget();
  }
});

it("draws the same where the picture before moves over the end of its room", () => {
  const { view, tiles } = scenes["samples at 4.8 a pixel"]();
  const tall = { ...view, width: 1500, height: 4189 };
  const firstPixel = Math.round(view.startSample / view.samplesPerPixel);
  const at = (shift: number) => ({ ...tall, startSample: (firstPixel + shift) * view.samplesPerPixel });
  const hashed = (changes: TraceView) => createHash("sha1").update(draw(changes, tiles)).digest("hex");
  // There is room for less than 2000 pixels beside it.
  const shifts = [0, 900, 1800, 2700, 1800, 900];
  const moved = shifts.map((shift) => hashed(at(shift)));
  expect(shifts.map((shift) => hashed({ ...at(shift), rows: [...view.rows] }))).toEqual(moved);
});

it("draws a very tall picture in strips that fit together", () => {
  const { view, tiles } = scenes["min/max, columns narrower than pixels"]();
  const tall = { ...view, width: 1500, height: 7000 };
  const picture = draw(tall, tiles);
  const firstPixel = Math.round(view.startSample / view.samplesPerPixel);
  // Each narrow enough to be drawn in one go, one of them across the border of the strips.
  for (const x of [0, 600, 1000]) {
    const part = { ...tall, width: 500, startSample: (firstPixel + x) * view.samplesPerPixel };
    const narrow = draw(part, tiles);
    for (let y = 0; y < tall.height; y += 50) {
      const row = picture.subarray(4 * (y * tall.width + x), 4 * (y * tall.width + x + 500));
      expect(compare(row, narrow.subarray(4 * 500 * y, 4 * 500 * (y + 1)), 500).most).toBe(0);
    }
  }
});
