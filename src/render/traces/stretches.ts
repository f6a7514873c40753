/** Stretches of a trace in another colour, as runs of pixels. */
import type { Rgba, TracePart, TraceRow } from "../types.ts";
import { firstPixelOf } from "./pieces.ts";

/** Pixels up to `end`, from where the run before ends. */
export interface ColourRun {
  readonly end: number;
  readonly colour: Rgba;
}

/** Colours of all pixels of the part, the last run up to its end; none when the row has the one colour. */
export function colourRuns(
  { colour, stretches = [] }: TraceRow,
  part: Pick<TracePart, "startSample" | "samplesPerPixel" | "width">,
): ColourRun[] {
  const firstPixel = firstPixelOf(part);
  // The first pixel whose middle is not before a grid position.
  const pixelAt = (position: number) =>
    Math.min(part.width, Math.max(0, Math.ceil(position / part.samplesPerPixel - 0.5) - firstPixel));
  const runs: ColourRun[] = [];
  let at = 0;
  const add = (end: number, of: Rgba) => {
    if (end > at) runs.push({ end, colour: of });
    at = Math.max(at, end);
  };
  for (const stretch of stretches) {
    add(pixelAt(stretch.start), colour);
    add(pixelAt(stretch.end), stretch.colour);
  }
  if (runs.length > 0) add(part.width, colour);
  return runs;
}
