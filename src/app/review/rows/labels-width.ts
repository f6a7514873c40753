import type { Drawn } from "../../../domain/montage/drawn-rows.ts";
import { isScrollable } from "./row-scroll.ts";

/** Of the names' column, CSS px: as specified, and wider for long names up to what leaves room for the traces. */
const labelsPx = { least: 75, most: 150, perLetter: 6.6, margin: 14, bar: 14 };
/** Width of the column of the names of these rows, CSS px. */
export function labelsWidth(drawn: Drawn): number {
  const { least, most, perLetter, margin, bar } = labelsPx;
  const longest = drawn.channels.reduce(
    (width, { name, missing, isUncalibrated }) =>
      Math.max(width, name.length * perLetter + (missing.length > 0 || isUncalibrated ? 15 : 0)),
    0,
  );
  const needed = Math.ceil(longest) + margin + (isScrollable(drawn) ? bar : 0);
  return Math.min(most, Math.max(least, needed));
}
