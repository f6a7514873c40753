/** Text in the product's own typeface, by the outlines that the build took from it (src/server/cli/label-font.mjs). */
import { readFileSync } from "node:fs";
import { findBuilt } from "../../signal/node.ts";
import type { Picture } from "./draw-frame.ts";

interface Glyph {
  readonly advance: number;
  /** Closed lines in font units, y up: [x, y, x, y ..]. */
  readonly lines: readonly (readonly number[])[];
}

interface LabelFont {
  readonly unitsPerEm: number;
  readonly capHeight: number;
  readonly glyphs: Readonly<Record<string, Glyph>>;
}

export type Colour = readonly [red: number, green: number, blue: number];

let font: LabelFont | undefined;
const openFont = (): LabelFont => {
  font ??= JSON.parse(readFileSync(findBuilt("label-font.json"), "utf8")) as LabelFont;
  return font;
};

/** Stands for what the typeface does not have. */
const unknownGlyph = "?";
const glyphsOf = (text: string): Glyph[] => {
  const { glyphs } = openFont();
  return [...text].map((letter) => (Object.hasOwn(glyphs, letter) ? glyphs[letter] : glyphs[unknownGlyph]));
};

/** Pixels that a text of this size takes. */
export function textWidth(text: string, sizePx: number): number {
  return (glyphsOf(text).reduce((sum, { advance }) => sum + advance, 0) * sizePx) / openFont().unitsPerEm;
}

/** As much of a text as there is room for, with an ellipsis where some is left out. */
export function fittingText(text: string, sizePx: number, widthPx: number): string {
  if (textWidth(text, sizePx) <= widthPx) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(`${letters.join("")}\u2026`, sizePx) > widthPx) letters.pop();
  return `${letters.join("")}\u2026`;
}

/** Lines of one sub-row. */
const subRows = 4;

/** Draws a text over the picture, its left end at `x` and the middle of its capitals at `y`. */
export function drawText(
  picture: Picture,
  text: string,
  { x, y, sizePx, colour }: { x: number; y: number; sizePx: number; colour: Colour },
): void {
  const { unitsPerEm, capHeight } = openFont();
  const scale = sizePx / unitsPerEm;
  const baseline = y + (capHeight * scale) / 2;
  let at = x;
  for (const { advance, lines } of glyphsOf(text)) {
    fill(
      picture,
      lines.map((line) => line.map((value, k) => (k % 2 === 0 ? at + value * scale : baseline - value * scale))),
      colour,
    );
    at += advance * scale;
  }
}

/** Fills closed lines by the non-zero rule: exact along x, in quarters of a pixel along y. */
function fill(picture: Picture, lines: readonly (readonly number[])[], colour: Colour): void {
  const ys = lines.flatMap((line) => line.filter((_, k) => k % 2 === 1));
  if (ys.length === 0) return;
  const from = Math.max(0, Math.floor(Math.min(...ys)));
  const to = Math.min(picture.height, Math.ceil(Math.max(...ys)));
  const shares = new Float32Array(picture.width);
  for (let row = from; row < to; row++) {
    shares.fill(0);
    for (let sub = 0; sub < subRows; sub++)
      for (const [left, right] of spansAt(lines, row + (sub + 0.5) / subRows)) addSpan(shares, left, right);
    blendRow(picture, row, shares, colour);
  }
}

/** Where a line across is inside. */
function spansAt(lines: readonly (readonly number[])[], y: number): [number, number][] {
  const crossings: { x: number; winding: number }[] = [];
  for (const line of lines)
    for (let k = 0; k < line.length; k += 2) {
      const [x0, y0] = [line[k], line[k + 1]];
      const next = (k + 2) % line.length;
      const [x1, y1] = [line[next], line[next + 1]];
      if (y0 > y === y1 > y) continue;
      crossings.push({ x: x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), winding: y1 > y0 ? 1 : -1 });
    }
  crossings.sort((a, b) => a.x - b.x);
  const spans: [number, number][] = [];
  let winding = 0;
  crossings.forEach((crossing, k) => {
    winding += crossing.winding;
    if (winding !== 0 && k + 1 < crossings.length) spans.push([crossing.x, crossings[k + 1].x]);
  });
  return spans;
}

function addSpan(shares: Float32Array, left: number, right: number): void {
  const to = Math.min(shares.length, Math.ceil(right));
  for (let x = Math.max(0, Math.floor(left)); x < to; x++)
    shares[x] += (Math.min(x + 1, right) - Math.max(x, left)) / subRows;
}

function blendRow({ pixels, width }: Picture, row: number, shares: Float32Array, colour: Colour): void {
  for (let x = 0; x < width; x++) {
    const share = Math.min(1, shares[x]);
    if (share <= 0) continue;
    const at = 4 * (row * width + x);
    for (let part = 0; part < 3; part++)
      pixels[at + part] = Math.round(pixels[at + part] + (colour[part] - pixels[at + part]) * share);
  }
}
