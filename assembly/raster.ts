// Software rasteriser of traces: what shaders/traces.wgsl does on a GPU, by the same formulas, into RGBA bytes.
// The host gives, for the pixels -1 .. width, a table of which elements of the data each pixel shows (src/render/plan.ts).

import { rangeShift, showsColumn, showsLine } from "./raster-blend";
import { blendCover, coverLine, prepareLine } from "./raster-line";
import { drawFourSpans, drawSpan, findSpans, joinSpans } from "./raster-spans";

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
 * Draws `rowCount` rows, in order, over the picture at `out`.
 * table: u32[4] for each pixel -1 .. width: of columns: first range, flags | ranges << 3, unused, unused;
 *   of a line: first sample in the row's line, flags | samples << 3, break bits of these samples, t0 (f32 bits).
 * ranges: u32[4]: address of the first element in row 0 (0 = missing), bytes from row to row, elements, bytes of an element.
 * runs: `runCount` ranges that make up the line, one after the other on the grid; `lineCount` samples altogether.
 * rows: 32 bytes each: row (u32), baseline, pixels per unit, unused, r, g, b (0..255), alpha (0..1), all f32.
 * scratch: 16 * (width + 2) + 4 * (height + 8) + 12 * (lineCount + 8) bytes; the part for height must be zero and stays so.
 */
export function rasterTraces(
  out: usize,
  stride: i32,
  width: i32,
  height: i32,
  table: usize,
  ranges: usize,
  runs: usize,
  runCount: i32,
  lineCount: i32,
  rows: usize,
  rowCount: i32,
  lineWidth: f32,
  samplesPerPixel: f32,
  pixelsPerSample: f32,
  scratch: usize,
): void {
  const half: f32 = <f32>0.5 * lineWidth;
  const cover = scratch;
  const spans = cover + ((<usize>(height + 8)) << 2);
  const ends = spans + ((<usize>(width + 2)) << 3);
  const ys = ends + ((<usize>(width + 2)) << 3);
  const toHs = (<usize>(lineCount + 8)) << 2;
  for (let i = 0; i < rowCount; i++, rows += 32) {
    const row = load<u32>(rows);
    const baseline = load<f32>(rows, 4);
    const scale = load<f32>(rows, 8);
    const alpha = load<f32>(rows, 28);
    const words = i32x4.trunc_sat_f32x4_s(f32x4.replace_lane(v128.load(rows, 16), 3, 255));
    const source = i16x8.narrow_i32x4_s(words, words);
    const packed = <u32>i32x4.extract_lane(i8x16.narrow_i16x8_u(source, source), 0);
    findSpans(table, width + 2, ranges, row, baseline, scale, spans);
    joinSpans(table, width, half, spans, ends);
    if (lineCount > 0)
      prepareLine(runs, runCount, row, baseline, scale, half, samplesPerPixel, ys, ys + toHs, ys + 2 * toHs);

    let x = 0;
    while (x < width) {
      const entry = table + ((<usize>(x + 1)) << 4);
      const p = out + ((<usize>x) << 2);
      const flags = load<u32>(entry, 4);
      if (flags & showsColumn) {
        const end = ends + ((<usize>x) << 3);
        const four = flags & load<u32>(entry, 20) & load<u32>(entry, 36) & load<u32>(entry, 52);
        if (alpha >= 1 && x + 4 <= width && four & showsColumn) {
          drawFourSpans(p, stride, height, end, source, packed);
          x += 4;
          continue;
        }
        drawSpan(p, stride, height, load<f32>(end), load<f32>(end, 4), 0, 0, source, packed, alpha);
      } else if (flags & showsLine) {
        const first = ys + ((<usize>load<u32>(entry)) << 2);
        const n = <i32>(flags >> rangeShift);
        const breaks = load<u32>(entry, 8);
        const t0 = load<f32>(entry, 12);
        coverLine(cover, height, first, toHs, 2 * toHs, n, breaks, t0, pixelsPerSample, samplesPerPixel, half);
        blendCover(p, stride, height, cover, source, packed, alpha);
      }
      x++;
    }
  }
}
