/** Frames and what passes need to know of them. */
import { hatchPeriod } from "./ground.ts";
import { firstPixelOf } from "./traces/pieces.ts";
import type { Frame, Rect, TraceTile, TraceView } from "./types.ts";

/** The frame of a plain picture: one layer of traces. */
export function frameOf(view: TraceView, tiles: readonly TraceTile[]): Frame {
  const { width, height, background, bands, startSample, samplesPerPixel, rows, lineWidth } = view;
  const clip = { x: 0, y: 0, width, height };
  return {
    ...{ width, height, background, bands },
    hatchPeriod: hatchPeriod(lineWidth),
    firstPixel: firstPixelOf(view),
    layers: [{ kind: "traces", clip, startSample, samplesPerPixel, rows, lineWidth, tiles }],
  };
}

/** Whether a clip leaves nothing out. */
export const isWhole = ({ x, y, width, height }: Rect, frame: Pick<Frame, "width" | "height">): boolean =>
  x === 0 && y === 0 && width === frame.width && height === frame.height;

/** Throws RangeError when a layer's clip is not made of whole pixels of the picture: back ends write there without looking. */
export function checkClips({ width, height, layers }: Frame): void {
  for (const { kind, clip } of layers) {
    const isInside = clip.x >= 0 && clip.y >= 0 && clip.x + clip.width <= width && clip.y + clip.height <= height;
    const isSize = clip.width >= 0 && clip.height >= 0;
    if (!isInside || !isSize || !Object.values(clip).every(Number.isInteger))
      throw new RangeError(`A layer of ${kind} lies outside of the picture`);
  }
}
