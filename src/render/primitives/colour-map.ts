/** Colours of values: the spectra of heatmaps, and cells for the pass of cells. Pure. */
import type { Rgba } from "../types.ts";

export const spectra = ["Inferno", "Viridis", "Grays", "Greens", "Reds", "Red-Blue", "Red-Yellow-Green"] as const;
export type Spectrum = (typeof spectra)[number];
/** Of our own rows as well: "Red-Blue on dark" has a middle that lies near a dark ground, and is brightest at its ends. Nobody chooses it. */
export type DrawnSpectrum = Spectrum | "Red-Blue on dark";

/**
 * Colours evenly spaced from the lower to the upper bound, straight between in sRGB: samples of matplotlib's Inferno and Viridis, and
 * ColorBrewer's Greys, Greens, Reds, RdBu and RdYlGn.
 */
const stops: Record<DrawnSpectrum, readonly number[]> = {
  Inferno: [
    ...[0x000004, 0x1b0c41, 0x4a0c6b, 0x781c6d, 0xa52c60],
    ...[0xcf4446, 0xed6925, 0xfb9b06, 0xf7d13d, 0xfcffa4],
  ],
  Viridis: [
    ...[0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e],
    ...[0x1f9e89, 0x35b779, 0x6ece58, 0xb5de2b, 0xfde725],
  ],
  Grays: [0xffffff, 0xf0f0f0, 0xd9d9d9, 0xbdbdbd, 0x969696, 0x737373, 0x525252, 0x252525, 0x000000],
  Greens: [0xf7fcf5, 0xe5f5e0, 0xc7e9c0, 0xa1d99b, 0x74c476, 0x41ab5d, 0x238b45, 0x006d2c, 0x00441b],
  Reds: [0xfff5f0, 0xfee0d2, 0xfcbba1, 0xfc9272, 0xfb6a4a, 0xef3b2c, 0xcb181d, 0xa50f15, 0x67000d],
  "Red-Blue": [
    ...[0x67001f, 0xb2182b, 0xd6604d, 0xf4a582, 0xfddbc7, 0xf7f7f7],
    ...[0xd1e5f0, 0x92c5de, 0x4393c3, 0x2166ac, 0x053061],
  ],
  "Red-Blue on dark": [
    ...[0xffb3a5, 0xf48a7b, 0xdb5c4c, 0x9d382d, 0x541e1b, 0x12181f],
    ...[0x163552, 0x205a92, 0x3a85cc, 0x63abf0, 0xa6d4ff],
  ],
  "Red-Yellow-Green": [
    ...[0xa50026, 0xd73027, 0xf46d43, 0xfdae61, 0xfee08b, 0xffffbf],
    ...[0xd9ef8b, 0xa6d96a, 0x66bd63, 0x1a9850, 0x006837],
  ],
};

/** Colours of a spectrum's steps. */
const steps = 256;
const tables = new Map<DrawnSpectrum, Uint8ClampedArray>();

/** 256 colours of a spectrum from its lower to its upper bound, RGBA. */
export function spectrumTable(spectrum: DrawnSpectrum): Uint8ClampedArray {
  const known = tables.get(spectrum);
  if (known !== undefined) return known;
  const list = stops[spectrum];
  const table = new Uint8ClampedArray(4 * steps);
  for (let k = 0; k < steps; k++) {
    const at = (k / (steps - 1)) * (list.length - 1);
    const [from, share] = [Math.min(list.length - 2, Math.floor(at)), at - Math.min(list.length - 2, Math.floor(at))];
    for (let part = 0; part < 3; part++) {
      const [a, b] = [list[from], list[from + 1]].map((colour) => (colour >> (16 - 8 * part)) & 255);
      table[4 * k + part] = Math.round(a + (b - a) * share);
    }
    table[4 * k + 3] = 255;
  }
  tables.set(spectrum, table);
  return table;
}

export interface ColourScale {
  readonly spectrum: DrawnSpectrum;
  /** Values at the spectrum's ends; what lies beyond has the colour of the end. */
  readonly low: number;
  readonly high: number;
  /** Of cells whose value is not finite; null: nothing is drawn there. */
  readonly missing: Rgba | null;
}

/** Data of a grid of cells: position clamp((v - low) / (high - low), 0, 1) along the spectrum (`algorithms.md 7`). */
export function colourCells(
  values: ArrayLike<number>,
  { spectrum, low, high, missing }: ColourScale,
): Uint8ClampedArray {
  const { buffer, byteOffset } = spectrumTable(spectrum);
  const table = new Uint32Array(buffer, byteOffset, steps);
  const [none] = new Uint32Array(
    Uint8Array.from((missing ?? [0, 0, 0, 0]).map((part) => Math.round(part * 255))).buffer,
  );
  const data = new Uint8ClampedArray(4 * values.length);
  const words = new Uint32Array(data.buffer);
  const range = high - low;
  for (let k = 0; k < values.length; k++) {
    const value = values[k];
    const position = range > 0 ? Math.min(1, Math.max(0, (value - low) / range)) : 0;
    words[k] = Number.isFinite(value) ? table[Math.round(position * (steps - 1))] : none;
  }
  return data;
}
