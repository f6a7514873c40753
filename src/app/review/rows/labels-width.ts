import type { Drawn } from "../../../domain/montage/drawn-rows.ts";
import { labelLook } from "../../../domain/montage/row-layout.ts";
import { isScrollable } from "./row-scroll.ts";

/** Of the names' column, CSS px: as specified, and wider for long names up to what leaves room for the traces. A letter at 11 px. */
const labelsPx = { least: 75, most: 150, perLetter: 6.6, margin: 14, bar: 14, between: 8 };
const letterFontPx = 11;

/** Width of the column of the names of these rows, CSS px, in a plot so high: low rows have their names in two columns. */
export function labelsWidth(drawn: Drawn, heightPx: number): number {
  const { least, most, perLetter, margin, bar, between } = labelsPx;
  const { columns, fontPx } = labelLook(heightPx / drawn.layout.inView);
  const letterPx = columns === 1 ? perLetter : (perLetter * fontPx) / letterFontPx;
  const longest = drawn.channels.reduce(
    (width, { name, missing, isUncalibrated }) =>
      Math.max(width, name.length * letterPx + (missing.length > 0 || isUncalibrated ? 15 : 0)),
    0,
  );
  const names = columns === 1 ? longest : 2 * longest + between;
  const needed = Math.ceil(names) + margin + (isScrollable(drawn) ? bar : 0);
  return Math.min(most, Math.max(least, needed));
}
