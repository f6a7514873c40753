/** A frame as pixels, by the raster of the windows. One of it in each thread. */
import { SoftwareRaster } from "../../render/software-raster.ts";
import type { Frame, Rgba } from "../../render/types.ts";
import { openRaster } from "../../signal/node.ts";

/** Pixels as bytes of red, green, blue and alpha, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

let raster: SoftwareRaster | undefined;

export function drawFrame(frame: Frame): Picture {
  raster ??= new SoftwareRaster(openRaster());
  const { width, height } = frame;
  const pixels = new Uint8Array(4 * width * height);
  raster.draw(frame, (part, x, partWidth, partHeight) => {
    if (partWidth === width) pixels.set(part);
    else
      for (let y = 0; y < partHeight; y++)
        pixels.set(part.subarray(4 * y * partWidth, 4 * (y + 1) * partWidth), 4 * (y * width + x));
  });
  // It would hold on to the samples of whoever asked last.
  raster.forget();
  return { width, height, pixels };
}

export const bytesOf = ([red, green, blue]: Rgba): readonly [red: number, green: number, blue: number] => [
  Math.round(255 * red),
  Math.round(255 * green),
  Math.round(255 * blue),
];

export function blankPicture(width: number, height: number, colour: Rgba): Picture {
  const pixels = new Uint8Array(4 * width * height);
  const [red, green, blue] = bytesOf(colour);
  new Uint32Array(pixels.buffer).fill(((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0);
  return { width, height, pixels };
}
