/** The sensitivity at which traces fit their rows, where the ink of a long page closes. */
import { pixelsPerMicroVolt } from "./display.ts";

/** Where traces are drawn, CSS px. */
export interface RowScale {
  readonly rowHeightPx: number;
  readonly pixelsPerMm: number;
}

/** What one trace covers on a page, in its unit. */
export interface TraceInk {
  /** From low to high in the typical pixel. */
  readonly perPixel: number;
  /** From low to high on the page, without the tenth of it that lies furthest out on either side. */
  readonly onPage: number;
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Value at a share of the sorted values. */
const at = (sorted: Float64Array, share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];

/** The ink of a trace from the smallest and largest value of its pixels; null when it has none. */
export function inkOf(lows: Float64Array, highs: Float64Array): TraceInk | null {
  if (lows.length === 0) return null;
  const spans = lows.map((low, k) => highs[k] - low).sort();
  const onPage = at(highs.toSorted(), 0.9) - at(lows.toSorted(), 0.1);
  return { perPixel: at(spans, 0.5), onPage };
}

/** Of a row, what the typical pixel may cover: beyond it traces are bands that meet those of the rows beside them. */
const closing = 0.6;

/** Rows that the typical trace may reach over: beyond it nobody sees whose wave is whose. */
const reaching = 2;

/** The typical trace fills its row in the typical pixel, or reaches over several rows: neither waves nor their height can be read. */
export function isClosed(
  inks: readonly TraceInk[],
  sensitivity: number,
  { rowHeightPx, pixelsPerMm }: RowScale,
): boolean {
  const rows = (extents: number[]) => (middle(extents) * pixelsPerMicroVolt(sensitivity, pixelsPerMm)) / rowHeightPx;
  return rows(inks.map(({ perPixel }) => perPixel)) > closing || rows(inks.map(({ onPage }) => onPage)) > reaching;
}

/** Of a row, what a fitted trace takes. */
const filled = 0.9;

/** The largest drawing, of these choices, at which the typical trace stays in its row; null when nothing is drawn. */
export function fittingSensitivity(
  inks: readonly TraceInk[],
  choices: readonly number[],
  { rowHeightPx, pixelsPerMm }: RowScale,
): number | null {
  const extent = middle(inks.map(({ onPage }) => onPage));
  if (!(extent > 0) || !(rowHeightPx > 0)) return null;
  const fits = (choice: number) => extent * pixelsPerMicroVolt(choice, pixelsPerMm) <= filled * rowHeightPx;
  return choices.find(fits) ?? choices[choices.length - 1];
}

/** How far a sensitivity is from the chosen one: "7× smaller", "1.5× larger". */
export function timesText(fitted: number, chosen: number): string {
  const ratio = fitted / chosen;
  const times = ratio >= 1 ? ratio : 1 / ratio;
  return `${Number(times.toPrecision(2))}× ${ratio >= 1 ? "smaller" : "larger"}`;
}
