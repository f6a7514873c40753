/**
 * The pen that traces are drawn with, in whole numbers, so that every back end does the same arithmetic. Nodes lie on the borders
 * of a pixel column's sixteenths; y is counted in steps of a fraction of a pixel. See README, "Coverage".
 */
import type { TracePart } from "../types.ts";

export const nodesPerPixel = 16;
/** Places along the grid are counted in these parts of a node. */
export const partsPerNode = 64;
/** Pixels above and below the picture that y is held in. */
export const marginY = 8;
const widestLine = 8;
const mostStepsPerPixel = 64;
const steps16Bit = 65_535;

export interface Brush {
  /** Steps of y in a pixel: a power of two, so that 16 bits hold every y of the picture. */
  readonly stepsPerPixel: number;
  /** Half of the pen's height in steps, half a node from its middle, one and a half, and so on. */
  readonly taps: readonly number[];
  /** The pen ends this many quarters of a node past its last tap. */
  readonly quarters: number;
  /** Width of the line in parts of a node. */
  readonly widthParts: number;
  /** Whole pixels around one that its nodes depend on. */
  readonly reachPixels: number;
}

/** Steps of y in a pixel of a picture so high. */
export function stepsPerPixelFor(height: number): number {
  let steps = mostStepsPerPixel;
  while ((height + 2 * marginY) * steps > steps16Bit) steps /= 2;
  return steps;
}

export function brushFor({ height, lineWidth }: Pick<TracePart, "height" | "lineWidth">): Brush {
  const half = Math.min(lineWidth, widestLine) / 2;
  const stepsPerPixel = stepsPerPixelFor(height);
  // The pen stands in the middle of a sixteenth, half a node from the nearest two.
  const reachQuarters = Math.max(0, Math.round(4 * (half * nodesPerPixel - 0.5)));
  const last = Math.floor(reachQuarters / 4);
  const taps = Array.from({ length: last + 1 }, (_, i) =>
    Math.round(stepsPerPixel * Math.sqrt(Math.max(0, half ** 2 - ((i + 0.5) / nodesPerPixel) ** 2))),
  );
  return {
    stepsPerPixel,
    taps,
    quarters: reachQuarters % 4,
    widthParts: Math.round(2 * half * nodesPerPixel * partsPerNode),
    reachPixels: Math.ceil((last + 1) / nodesPerPixel),
  };
}
