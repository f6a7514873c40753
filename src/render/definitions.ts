/**
 * The picture of a frame by the definitions of its passes, in plain float64, without tables, shortcuts or the core. Golden tests
 * hold both back ends against it, and so does the picture test of the application.
 */
import { bandCoverage, hatchCoverage } from "./ground.ts";
import type { Definition } from "./pass.ts";
import { defineCells } from "./passes/cells-definition.ts";
import { defineFills } from "./passes/fills-definition.ts";
import { defineMarks } from "./passes/marks-definition.ts";
import { defineRects } from "./passes/rects-definition.ts";
import type { PassKind } from "./passes.ts";
import { defineTraces } from "./traces/definition.ts";
import type { Frame, LayerBase } from "./types.ts";

const definitions = {
  cells: defineCells,
  fills: defineFills,
  marks: defineMarks,
  rects: defineRects,
  traces: defineTraces,
} satisfies Record<PassKind, unknown>;

/** RGBA rows from the top. */
export function drawReference(frame: Frame): Uint8ClampedArray {
  const { width, height, layers } = frame;
  const picture = new Uint8ClampedArray(4 * width * height);
  paintUnder(frame, picture);
  for (const layer of layers) {
    const { x: left, y: top, width: clipWidth, height: clipHeight } = layer.clip;
    const define = definitions[layer.kind] as Definition<LayerBase>;
    define(layer, (x, y, colour, coverage) => {
      if (x >= 0 && y >= 0 && x < clipWidth && y < clipHeight)
        blend(picture, 4 * ((top + y) * width + left + x), colour, coverage);
    });
  }
  return picture;
}

function blend(picture: Uint8ClampedArray, at: number, [r, g, b, a]: readonly number[], coverage: number): void {
  const alpha = a * coverage;
  if (alpha === 0) return;
  [r, g, b].forEach((over, part) => {
    picture[at + part] = Math.round(picture[at + part] + (Math.round(over * 255) - picture[at + part]) * alpha);
  });
  picture[at + 3] = 255;
}

function paintUnder({ width, height, background, bands, firstPixel, hatchPeriod }: Frame, picture: Uint8ClampedArray) {
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      blend(picture, at, background, 1 / background[3]);
      for (const band of bands) {
        const hatch = band.style === "hatch" ? hatchCoverage(firstPixel + x + y, hatchPeriod) : 1;
        blend(picture, at, band.colour, bandCoverage(band, x) * hatch);
      }
    }
}
