/** Columns of trends: how many epochs a column of a view holds, and the pages that hold a view's columns. Pure. */
import type { Span } from "../../domain/time/view-span.ts";

/** So many columns a page: it is asked for whole, wherever the view begins in it. */
export const pageColumns = 256;
/** Epochs of a column: a power of two, at most these. */
const mostEpochs = 1024;

/** Columns are no wider than a pixel, as far as epochs are; the last digits of a view that only moves change nothing. */
export function epochsPerColumn(viewMs: number, widthPx: number, epochMs: number): number {
  const perPixel = (viewMs / Math.max(1, widthPx) / epochMs) * (1 + 1e-9);
  return perPixel <= 1 ? 1 : Math.min(mostEpochs, 2 ** Math.floor(Math.log2(perPixel)));
}

/** A page of columns on the epoch grid, which is counted from 1970 (algorithms.md 0). */
export interface ColumnPage {
  /** Epoch that its first column begins with. */
  readonly firstEpoch: number;
  readonly epochs: number;
  readonly columns: number;
}

export const pageSpan = ({ firstEpoch, epochs, columns }: ColumnPage, epochMs: number): Span => ({
  startMs: firstEpoch * epochMs,
  endMs: (firstEpoch + epochs * columns) * epochMs,
});

/** Pages that a view touches, and then one on each side; none lies outside of what is held. */
export function columnPages(view: Span, held: Span, epochs: number, epochMs: number): readonly ColumnPage[] {
  if (held.endMs <= held.startMs) return [];
  const lengthMs = pageColumns * epochs * epochMs;
  const first = Math.floor(view.startMs / lengthMs);
  const end = Math.max(first + 1, Math.ceil(view.endMs / lengthMs));
  return [...Array.from({ length: end - first }, (_, k) => first + k), end, first - 1]
    .filter((k) => (k + 1) * lengthMs > held.startMs && k * lengthMs < held.endMs)
    .map((k) => ({ firstEpoch: k * pageColumns * epochs, epochs, columns: pageColumns }));
}

/** Values of a page that is here. */
export interface TrendColumns extends ColumnPage {
  /** Unique for the content. */
  readonly id: number;
  readonly channels: number;
  /** [channel][column]; NaN where there is none. */
  readonly values: ArrayLike<number>;
}

/** The columns of a row of values at a time; null where no page holds it. */
export function columnAt(
  pages: readonly TrendColumns[],
  timeMs: number,
  epochMs: number,
): { readonly page: TrendColumns; readonly column: number } | null {
  const epoch = timeMs / epochMs;
  for (const page of pages) {
    const column = Math.floor((epoch - page.firstEpoch) / page.epochs);
    if (column >= 0 && column < page.columns) return { page, column };
  }
  return null;
}

/** Whether no channel has a value in a column. */
export function isAbsent({ channels, columns, values }: TrendColumns, column: number): boolean {
  for (let k = 0; k < channels; k++) if (!Number.isNaN(values[k * columns + column])) return false;
  return true;
}

/** Stretches of a page, in ms, in which no channel has a value. -Infinity is one (a flat line), and no stretch. */
export function absentSpans(page: TrendColumns, epochMs: number): readonly Span[] {
  const spans: Span[] = [];
  const timeOf = (column: number) => (page.firstEpoch + column * page.epochs) * epochMs;
  for (let column = 0; column < page.columns; column++) {
    if (!isAbsent(page, column)) continue;
    let end = column + 1;
    while (end < page.columns && isAbsent(page, end)) end++;
    spans.push({ startMs: timeOf(column), endMs: timeOf(end) });
    column = end;
  }
  return spans;
}

/** The times that lie in a span of each list; each list ascending and apart, and so is what comes of them. */
export const commonSpans = ([first = [], ...others]: readonly (readonly Span[])[]): readonly Span[] =>
  others.reduce(
    (common, spans) =>
      common.flatMap((one) =>
        spans
          .map((other) => ({
            startMs: Math.max(one.startMs, other.startMs),
            endMs: Math.min(one.endMs, other.endMs),
          }))
          .filter(({ startMs, endMs }) => endMs > startMs),
      ),
    first,
  );
