// Software rasteriser of traces: what shaders/traces.wgsl does on a GPU, by the same whole numbers, into RGBA bytes.
// The host says which elements of the data each pixel shows and where samples and nodes lie (src/render/plan.ts).

import { showsColumn, showsLine } from "./raster-blend";
import { hasColumns, lineCount, marginY, openFrame, out, pad, stepShift, table, width } from "./raster-frame";
import { drawLine } from "./raster-line";
import { drawFour } from "./raster-pen";
import { drawColumns } from "./raster-spans";

/** Rows of `template` (period rows, `templateStride` bytes each) repeated over height rows of width RGBA pixels at `out`. */
export function rasterBackground(
  out: usize,
  stride: i32,
  width: i32,
  height: i32,
  template: usize,
  templateStride: i32,
  period: i32,
): void {
  for (let y = 0; y < height; y++) {
    memory.copy(out + <usize>(y * stride), template + <usize>((y % period) * templateStride), <usize>(width << 2));
  }
}

/**
 * Draws `rowCount` rows, in order, over the picture of the frame that raster-frame.ts describes.
 * rows: 32 bytes each: row (u32), baseline, pixels per unit, unused, r, g, b (0..255), alpha (0..1), all f32.
 */
export function rasterTraces(frame: usize, rows: usize, rowCount: i32): void {
  openFrame(frame);
  for (let i = 0; i < rowCount; i++, rows += 32) {
    const row = load<u32>(rows);
    // y is counted in steps from `marginY` above the picture.
    const perPixel = <f32>((<i32>1) << stepShift);
    const baseline = (load<f32>(rows, 4) + <f32>marginY) * perPixel;
    const scale = load<f32>(rows, 8) * perPixel;
    const alpha = <i32>(load<f32>(rows, 28) * 32767 + <f32>0.5);
    const words = i32x4.trunc_sat_f32x4_s(f32x4.replace_lane(v128.load(rows, 16), 3, 255));
    const source = i16x8.narrow_i32x4_s(words, words);
    const packed = <u32>i32x4.extract_lane(i8x16.narrow_i16x8_u(source, source), 0);
    const pair = v128.shuffle<i64>(source, source, 0, 0);
    if (lineCount > 0) drawLine(row, baseline, scale);
    if (hasColumns) drawColumns(row, baseline, scale);
    const entries = table + ((<usize>pad) << 3);
    for (let x = 0; x < width; x += 4) {
      let shown: u32 = 0;
      for (let i = 0; i < min<i32>(4, width - x); i++)
        if (load<u32>(entries + ((<usize>(x + i)) << 3), 4) & (showsColumn | showsLine)) shown |= (<u32>1) << i;
      if (shown !== 0) drawFour(x, shown, out + ((<usize>x) << 2), pair, packed, alpha);
    }
  }
}
