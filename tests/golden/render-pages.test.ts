/** Whole pages of the demo, by the core's rasteriser: as the float64 definition says, and as they were when they were looked at. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { compare } from "../../src/render/compare.ts";
import { drawReference } from "../../src/render/definitions.ts";
import { frameOf } from "../../src/render/frame.ts";
import { SoftwareRaster } from "../../src/render/software-raster.ts";
import type { TraceTile, TraceView } from "../../src/render/types.ts";
import { openRaster } from "../../src/signal/node.ts";
import { openDemoPages } from "./render/demo-page.ts";
import { pageDigests, storedDigest } from "./render/page-digests.ts";

const raster = new SoftwareRaster(openRaster());
const pages = await openDemoPages();

const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

function draw(view: TraceView, tiles: readonly TraceTile[]): Uint8Array {
  const picture = new Uint8Array(4 * view.width * view.height);
  raster.draw(frameOf(view, tiles), (pixels, x, width, height) => {
    for (let y = 0; y < height; y++)
      picture.set(pixels.subarray(4 * y * width, 4 * (y + 1) * width), 4 * (y * view.width + x));
  });
  return picture;
}

it("has the same samples as ever: else the pictures below are of another signal", () => {
  expect(digestOf(new Uint8Array(pages.stored.buffer))).toBe(storedDigest);
});

/** The definition takes seconds for a whole page: strips of it, at the left edge, in the middle and at the right edge. */
const stripCss = 80;
const stripsOf = (width: number, strip: number) => [0, (width - strip) >> 1, width - strip];

function partOf(view: TraceView, x: number, width: number): TraceView {
  const firstPixel = Math.round(view.startSample / view.samplesPerPixel);
  const bands = view.bands.map((band) => ({ ...band, x0: band.x0 - x, x1: band.x1 - x }));
  return { ...view, width, startSample: (firstPixel + x) * view.samplesPerPixel, bands };
}

function cut(picture: Uint8Array, { width, height }: TraceView, x: number, strip: number): Uint8Array {
  const part = new Uint8Array(4 * strip * height);
  for (let y = 0; y < height; y++)
    part.set(picture.subarray(4 * (y * width + x), 4 * (y * width + x + strip)), 4 * y * strip);
  return part;
}

it.each(pageDigests)("draws a page of $seconds s at device pixel ratio $ratio", ({ seconds, ratio, digest }) => {
  const { view, tiles } = pages.page(seconds, { width: 1440, height: 900, ratio });
  const picture = draw(view, tiles);
  const strip = stripCss * ratio;
  for (const x of stripsOf(view.width, strip)) {
    const difference = compare(
      cut(picture, view, x, strip),
      drawReference(frameOf(partOf(view, x, strip), tiles)),
      strip,
    );
    // Measured over the whole of all eight: 8 at most, and more than 4 on 5 pixels of a million.
    expect(difference.most, JSON.stringify({ x, ...difference })).toBeLessThanOrEqual(8);
    expect(difference.share).toBeLessThanOrEqual(1e-4);
  }
  expect(digestOf(picture)).toBe(digest);
});
