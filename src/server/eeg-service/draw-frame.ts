/** A frame as pixels, by the raster of the windows. One of it in each thread. */
import { SoftwareRaster } from "../../render/software-raster.ts";
import type { Frame, Rgba } from "../../render/types.ts";
import { threadRaster } from "./gif-kernels.ts";

/** Pixels as bytes of red, green, blue and alpha, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

let raster: SoftwareRaster | undefined;

export const drawFrame = (frame: Frame): Picture =>
  withFrame(frame, ({ pixels, ...size }) => ({ ...size, pixels: pixels.slice() }));

/** What `use` makes of the pixels of a frame, which are valid in that call alone. */
export function withFrame<Made>(frame: Frame, use: (picture: Picture) => Made): Made {
  raster ??= new SoftwareRaster(threadRaster());
  const { width, height } = frame;
  let strips: Uint8Array | undefined;
  let made: { readonly of: Made } | undefined;
  raster.draw(frame, (part, x, partWidth, partHeight) => {
    if (partWidth === width) {
      made = { of: use({ width, height, pixels: part }) };
      return;
    }
    strips ??= new Uint8Array(4 * width * height);
    for (let y = 0; y < partHeight; y++)
      strips.set(part.subarray(4 * y * partWidth, 4 * (y + 1) * partWidth), 4 * (y * width + x));
  });
  // It would hold on to the samples of whoever asked last.
  raster.forget();
  return made === undefined ? use({ width, height, pixels: strips ?? new Uint8Array(0) }) : made.of;
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
