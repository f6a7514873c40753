/**
 * The pass of marks: points with one of seven shapes. Where a point lies is rounded to quarters of a pixel, so a shape of one size has
 * 16 stamps, made once: what it covers of each pixel, in 255ths.
 */
import marksSource from "../../../shaders/marks.wgsl?raw";
import type { RasterCore } from "../../signal/raster.ts";
import { openQuads, type Words } from "../gpu-quads.ts";
import type { Pass, SoftwarePass, SoftwareTarget } from "../pass.ts";
import { areasWithin, type MarkShape, outlineOf } from "../primitives/mark-shape.ts";
import { rooms, writeColour } from "../raster-rooms.ts";
import type { LayerBase, Rgba } from "../types.ts";

/** Points of one look. Those that are not finite are left out. */
export interface Marks {
  readonly shape: MarkShape;
  /** Diameter of a circle; the other shapes are as large in area. Device pixels. */
  readonly size: number;
  readonly colour: Rgba;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

export interface MarksLayer extends LayerBase {
  readonly kind: "marks";
  /** Blended in order, each point by itself. */
  readonly marks: readonly Marks[];
}

/** Places of a point within a pixel, along each axis. */
export const placesPerPixel = 4;

/** `side` x `side` pixels for each place within a pixel: places along x first; the point lies in pixel (middle, middle). */
interface Stamps {
  readonly side: number;
  readonly middle: number;
  readonly shares: Uint8Array;
}

const known = new Map<string, Stamps>();
const mostKnown = 64;

function stampsOf(shape: MarkShape, size: number): Stamps {
  const key = `${shape} ${size}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const outline = outlineOf(shape, size);
  const middle = Math.ceil(Math.max(...outline.flat().map(Math.abs)));
  const side = 2 * middle + 1;
  const shares = new Uint8Array(placesPerPixel ** 2 * side ** 2);
  for (let place = 0; place < placesPerPixel ** 2; place++) {
    const dx = middle + (place % placesPerPixel) / placesPerPixel;
    const dy = middle + Math.floor(place / placesPerPixel) / placesPerPixel;
    const moved = outline.map(([x, y]) => [x + dx, y + dy] as const);
    shares.set(
      areasWithin(moved, side).map((area) => Math.round(255 * area)),
      place * side ** 2,
    );
  }
  if (known.size >= mostKnown) known.clear();
  const made = { side, middle, shares };
  known.set(key, made);
  return made;
}

/** Calls `give` for each point whose stamp touches the pixels [from, to): the stamp's left and upper pixel, and its place. */
function eachMark(
  { x, y }: Marks,
  { side, middle }: Stamps,
  { from, to, height }: { from: number; to: number; height: number },
  give: (left: number, top: number, place: number) => void,
): void {
  for (let k = 0; k < x.length; k++) {
    const across = Math.round(x[k] * placesPerPixel);
    const down = Math.round(y[k] * placesPerPixel);
    const left = Math.floor(across / placesPerPixel) - middle;
    const top = Math.floor(down / placesPerPixel) - middle;
    // Not finite: no comparison holds.
    if (!(left + side > from && left < to && top + side > 0 && top < height)) continue;
    give(left, top, (across & (placesPerPixel - 1)) + placesPerPixel * (down & (placesPerPixel - 1)));
  }
}

const quadWords = 4;
const lookWords = 5;

function write({ clip, marks }: MarksLayer, [quads, looks]: readonly Words[]) {
  let count = 0;
  for (const each of marks) {
    const stamps = stampsOf(each.shape, each.size);
    const look = looks.take(lookWords + stamps.shares.length);
    looks.f32.set(each.colour, look);
    looks.u32[look + 4] = stamps.side;
    looks.u32.set(stamps.shares, look + lookWords);
    eachMark(each, stamps, { from: 0, to: clip.width, height: clip.height }, (left, top, place) => {
      const quad = quads.take(quadWords);
      quads.i32[quad] = left;
      quads.i32[quad + 1] = top;
      quads.u32[quad + 2] = look;
      quads.u32[quad + 3] = look + lookWords + place * stamps.side ** 2;
      count++;
    });
  }
  return { count, uniform: [] };
}

const layout = { colour: rooms.work, shares: rooms.work + 1024 } as const;

class SoftwareMarks implements SoftwarePass<MarksLayer> {
  constructor(private readonly core: RasterCore) {}

  draw({ clip, marks }: MarksLayer, target: SoftwareTarget): void {
    const { u16, kernels } = this.core;
    const from = Math.max(0, target.x - clip.x);
    const to = Math.min(clip.width, target.x + target.width - clip.x);
    const origin = target.at + clip.y * target.stride + 4 * (clip.x - target.x);
    for (const each of marks) {
      const stamps = stampsOf(each.shape, each.size);
      const { side, shares } = stamps;
      if (2 * shares.length > rooms.end - layout.shares) throw new RangeError("Points too large to be drawn");
      writeColour(this.core, layout.colour, each.colour);
      const weight = (each.colour[3] * 32_767) / 255;
      for (let k = 0; k < shares.length; k++) u16[layout.shares / 2 + k] = Math.round(shares[k] * weight);
      eachMark(each, stamps, { from, to, height: clip.height }, (left, top, place) => {
        const [x, y] = [Math.max(from, left), Math.max(0, top)];
        const width = Math.min(to, left + side) - x;
        const rows = Math.min(clip.height, top + side) - y;
        const stamp = layout.shares + 2 * ((place * side + y - top) * side + x - left);
        const at = origin + y * target.stride + 4 * x;
        kernels.rasterRows(at, target.stride, width, rows, stamp, 2 * side, rows, layout.colour);
      });
    }
  }
}

export const marksPass: Pass<MarksLayer> = {
  openGpu: (target) => openQuads(target, { label: "marks", source: marksSource, name: "mark", buffers: 2, write }),
  openSoftware: (core) => new SoftwareMarks(core),
};
