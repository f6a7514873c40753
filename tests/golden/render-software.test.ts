/** The core's rasteriser, without a browser, against the drawing definition. */
import { expect, it } from "vitest";
import { drawReference } from "../../src/render/reference.ts";
import { SoftwareRaster } from "../../src/render/software-raster.ts";
import type { TraceTile, TraceView } from "../../src/render/types.ts";
import { memory, memoryMap } from "../../src/signal/memory.ts";
import { openCore } from "../../src/signal/node.ts";
import { compare, isAlike } from "./render/compare.ts";
import { scenes } from "./render/scenes.ts";

const raster = new SoftwareRaster(openCore());

function draw(view: TraceView, tiles: readonly TraceTile[]): Uint8Array {
  const picture = new Uint8Array(4 * view.width * view.height);
  raster.draw(view, tiles, (pixels, x, width, height) => {
    for (let y = 0; y < height; y++)
      picture.set(pixels.subarray(4 * y * width, 4 * (y + 1) * width), 4 * (y * view.width + x));
  });
  return picture;
}

for (const [name, make] of Object.entries(scenes))
  it(`draws as the definition says: ${name}`, () => {
    const { view, tiles } = make();
    const difference = compare(draw(view, tiles), drawReference(view, tiles), view.width);
    expect(difference, JSON.stringify(difference)).toSatisfy(isAlike);
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

it("draws a very tall picture in strips that fit together", () => {
  const { view, tiles } = scenes["min/max, columns narrower than pixels"]();
  const tall = { ...view, width: 1500, height: 7000 };
  const picture = draw(tall, tiles);
  const difference = compare(picture.subarray(0, 4 * 1500 * 240), draw({ ...tall, height: 240 }, tiles), 1500);
  expect(difference.most).toBe(0);
});
