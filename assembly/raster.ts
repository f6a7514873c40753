// Software rasteriser of traces: what shaders/traces.wgsl does on a GPU, by the same whole numbers, into RGBA bytes.
// The host says which elements of the data each pixel shows and where samples and nodes lie (src/render/traces/plan.ts).

import { showsColumn, showsLine } from "./raster-blend";
import { alpha, packed, pair, takeColour } from "./raster-colour";
import {
  hasColumns,
  height,
  highs,
  lineCount,
  lows,
  marginY,
  openFrame,
  out,
  pad,
  period,
  stepShift,
  stride,
  table,
  template,
  templateStride,
  width,
} from "./raster-frame";
import { drawLine } from "./raster-line";
import { drawFour, lastRow, spreadFour } from "./raster-pen";
import { drawColumns } from "./raster-spans";

export { rasterCellLine, rasterCellSum } from "./raster-cells";
export { rasterFill } from "./raster-fills";
export { gifCodes, gifRuns } from "./raster-gif";
export { rasterCells, rasterRows } from "./raster-rows";

/** Rows of the picture that have their background. */
let painted = 0;

/** Paints the background of the rows before `end` that have none yet: just before they are drawn on, so that they are in the cache. */
function paintTo(end: i32): void {
  if (period === 0) return;
  const bytes = <usize>(width << 2);
  for (; painted < end; painted++) {
    const row = template + <usize>((painted % period) * templateStride);
    memory.copy(out + <usize>(painted * stride), row, bytes);
  }
}

/** Spans of the sixteenths of four pixels. */
const fourLows = memory.data(128);
const fourHighs = memory.data(128);

/** The run of colour that the next pixels belong to; 0 where a row has the one colour. */
let run: usize = 0;

/** Blends four pixels from x on, each in the colour of its run. */
function drawRuns(low: usize, high: usize, shown: u32, x: i32, p: usize): void {
  const end = min<i32>(x + 4, width);
  let from = x;
  for (; ; run += 32) {
    const to = min<i32>(load<i32>(run), end);
    const own = shown & ((((<u32>1) << (to - x)) - 1) & ~(((<u32>1) << (from - x)) - 1));
    if (own !== 0) {
      takeColour(run + 16);
      drawFour(low, high, own, p, pair, packed, alpha);
    }
    from = to;
    if (to >= end) return;
  }
}

/**
 * Draws the picture of the frame that raster-frame.ts describes: its background, but for a period of 0, and `rowCount` rows, in order.
 * rows: 32 bytes each: row (u32), baseline, pixels per unit, address of its runs of colour or 0 (u32), r, g, b (0..255), alpha (0..1),
 * else f32. runs: 32 bytes each up to the one that ends with the picture: pixel where it ends (u32), three unused, r, g, b, alpha.
 */
export function rasterTraces(frame: usize, rows: usize, rowCount: i32): void {
  openFrame(frame);
  painted = 0;
  for (let i = 0; i < rowCount; i++, rows += 32) {
    const row = load<u32>(rows);
    // y is counted in steps from `marginY` above the picture.
    const perPixel = <f32>((<i32>1) << stepShift);
    const baseline = (load<f32>(rows, 4) + <f32>marginY) * perPixel;
    const scale = load<f32>(rows, 8) * perPixel;
    const isWhole = lineCount > 0 && drawLine(row, baseline, scale);
    if (hasColumns) drawColumns(row, baseline, scale);
    paintTo(min<i32>(height, lastRow(isWhole) + 1));
    takeColour(rows + 16);
    run = <usize>load<u32>(rows, 12);
    const entries = table + ((<usize>pad) << 3);
    for (let x = 0; x < width; x += 4) {
      const here = min<i32>(4, width - x);
      const p = out + ((<usize>x) << 2);
      let shown: u32 = 0;
      let low = fourLows;
      let high = fourHighs;
      if (isWhole) {
        spreadFour(x, fourLows, fourHighs);
        shown = ((<u32>1) << here) - 1;
      } else {
        for (let i = 0; i < here; i++)
          if (load<u32>(entries + ((<usize>(x + i)) << 3), 4) & (showsColumn | showsLine)) shown |= (<u32>1) << i;
        const at = (<usize>x) << 5;
        low = lows + at;
        high = highs + at;
      }
      if (run !== 0) drawRuns(low, high, shown, x, p);
      else if (shown !== 0) drawFour(low, high, shown, p, pair, packed, alpha);
    }
  }
  paintTo(height);
}
