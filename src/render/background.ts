/** Background and bands of a view as a few rows of RGBA that repeat down the picture. */
import type { Band, Rgba, TraceView } from "./types.ts";

/** Rows after which hatching repeats, and half of the stripes' share: stripes are a quarter of the period wide. */
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
export const bandCoverage = ({ x0, x1 }: Band, x: number): number =>
  Math.min(1, Math.max(0, Math.min(x + 1, x1) - Math.max(x, x0)));

/** Number of different rows: 1 without hatching. */
export const backgroundPeriod = (view: TraceView): number =>
  view.bands.some(({ style }) => style === "hatch") ? hatchPeriod(view.lineWidth) : 1;

/**
 * Writes the first `backgroundPeriod(view)` rows, each `width` RGBA pixels, `stride` bytes apart. Bands are blended in order,
 * each rounded to bytes as a GPU's target would. `firstPixel` is the absolute index of pixel 0, so hatching moves with the pan.
 */
export function paintBackground(view: TraceView, firstPixel: number, into: Uint8Array, stride: number): void {
  const { background, bands, width, lineWidth } = view;
  const period = backgroundPeriod(view);
  const stripes = hatchPeriod(lineWidth);
  const word = (r: number, g: number, b: number) => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
  const [r, g, b] = background.map((part) => Math.round(part * 255));
  for (let y = 0; y < period; y++) {
    new Uint32Array(into.buffer, into.byteOffset + y * stride, width).fill(word(r, g, b));
    for (const band of bands) {
      const from = Math.max(0, Math.floor(band.x0));
      const to = Math.min(width, Math.ceil(band.x1));
      for (let x = from; x < to; x++) {
        const hatch = band.style === "hatch" ? hatchCoverage(firstPixel + x + y, stripes) : 1;
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
