/** What lies under the layers, as a few rows of RGBA that repeat down the picture, or as rectangles. */
import type { RectsLayer } from "./passes/rects.ts";
import type { Band, Ground, Rgba } from "./types.ts";

/** Rows after which hatching repeats, for lines of such a width: stripes are a quarter of the period wide. */
export const hatchPeriod = (lineWidth: number): number => 8 * Math.min(4, Math.max(1, Math.round(lineWidth)));

/**
 * Coverage of a pixel by 45 degree stripes: `n` is absolute pixel + row. A stripe spans a quarter of the period along n, and
 * the area of a stripe's edge within a pixel is one half.
 */
export function hatchCoverage(n: number, period: number): number {
  const width = period / 4;
  const m = ((n % period) + period) % period;
  if (m === width - 1 || m === period - 1) return 0.5;
  return m < width - 1 ? 1 : 0;
}

/** Share of pixel x that a band covers, 0..1. */
export const bandCoverage = ({ x0, x1 }: Pick<Band, "x0" | "x1">, x: number): number =>
  Math.min(1, Math.max(0, Math.min(x + 1, x1) - Math.max(x, x0)));

/** Number of different rows: 1 without hatching. */
export const groundPeriod = ({ bands, hatchPeriod }: Ground): number =>
  bands.some(({ style }) => style === "hatch") ? hatchPeriod : 1;

/**
 * Writes the first `groundPeriod(ground)` rows, each `width` RGBA pixels, `stride` bytes apart. Bands are blended in order,
 * each rounded to bytes as a GPU's target would.
 */
export function paintGround(ground: Ground, into: Uint8Array, stride: number): void {
  const { background, bands, width, hatchPeriod, firstPixel } = ground;
  const period = groundPeriod(ground);
  const word = (r: number, g: number, b: number) => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
  const [r, g, b] = background.map((part) => Math.round(part * 255));
  for (let y = 0; y < period; y++) {
    new Uint32Array(into.buffer, into.byteOffset + y * stride, width).fill(word(r, g, b));
    for (const band of bands) {
      const from = Math.max(0, Math.floor(band.x0));
      const to = Math.min(width, Math.ceil(band.x1));
      for (let x = from; x < to; x++) {
        const hatch = band.style === "hatch" ? hatchCoverage(firstPixel + x + y, hatchPeriod) : 1;
        blend(into, y * stride + 4 * x, band.colour, bandCoverage(band, x) * hatch);
      }
    }
  }
}

function blend(into: Uint8Array, at: number, [r, g, b, a]: Rgba, coverage: number): void {
  const alpha = a * coverage;
  if (alpha <= 0) return;
  const mix = (under: number, over: number) => Math.round(under + (over * 255 - under) * alpha);
  into[at] = mix(into[at], r);
  into[at + 1] = mix(into[at + 1], g);
  into[at + 2] = mix(into[at + 2], b);
}

/** The bands as a layer. */
export function groundLayer({ width, height, bands, hatchPeriod, firstPixel }: Ground): RectsLayer {
  const rects = bands.map(({ x0, x1, colour, style }) => ({ x0, y0: 0, x1, y1: height, colour, style }));
  return { kind: "rects", clip: { x: 0, y: 0, width, height }, rects, hatchPeriod, firstPixel };
}
