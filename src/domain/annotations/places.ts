/** Where annotations stand over a plot: each by itself while there is room, and counted together where they crowd. Pure. */
import { lengthOf, type Span } from "../time/view-span.ts";
import { type IntervalIndex, lowerBound, type Tier } from "./interval-index.ts";

/** Smallest width of a band, CSS px (spec 001 section 9). */
const minBandPx = 3;
/** Marks no wider than this that stand closer than this are drawn as one, with their number: lines would hide the traces. */
const crowdPx = 6;
/** Of one length that are drawn one by one; more are counted together, too. */
const mostBands = 256;

export interface AnnotationPlace {
  readonly x: number;
  /** 0 for a point. */
  readonly width: number;
  /** More than one: so many that begin too close to be told apart. */
  readonly count: number;
  /** Of the annotation, or of the first of them. */
  readonly row: number;
}

export interface PlacedColumns {
  readonly starts: ArrayLike<number>;
  readonly ends: ArrayLike<number>;
  isShown(row: number): boolean;
}

/**
 * Places of all that touch a span, `widthPx` wide, by x. What crowds is counted by stretches of time that do not move with the view, so
 * panning changes no number. Costs as much as there are pixels, whatever the number of annotations.
 */
export function placeAnnotations(
  index: IntervalIndex,
  columns: PlacedColumns,
  span: Span,
  widthPx: number,
): AnnotationPlace[] {
  const places: AnnotationPlace[] = [];
  if (!(widthPx > 0) || !(lengthOf(span) > 0)) return places;
  const perMs = widthPx / lengthOf(span);
  /** A stretch is at least `crowdPx` wide, and a power of two of a millisecond long: the same at every zoom near this one. */
  const stretchMs = 2 ** Math.ceil(Math.log2(crowdPx / perMs));
  const clipped = (row: number, fromMs: number, toMs: number, count: number): void => {
    const x = Math.max(0, (fromMs - span.startMs) * perMs);
    const end = Math.min(widthPx, (toMs - span.startMs) * perMs);
    places.push({ x, width: toMs > fromMs || count > 1 ? Math.max(end - x, minBandPx) : 0, count, row });
  };
  const single = (row: number): void => {
    if (columns.ends[row] < span.startMs || columns.starts[row] >= span.endMs || !columns.isShown(row)) return;
    clipped(row, columns.starts[row], columns.ends[row], 1);
  };

  function crowded(tier: Tier, from: number, to: number): void {
    for (let k = from; k < to; ) {
      const stretch = Math.floor(tier.starts[k] / stretchMs);
      const endMs = (stretch + 1) * stretchMs;
      const next = Math.min(to, lowerBound(tier.starts, endMs, k));
      const gone = lowerBound(tier.gone, endMs) - lowerBound(tier.gone, tier.starts[k]);
      const count = next - k - gone;
      if (count === 1) for (let each = k; each < next; each++) single(tier.rows[each]);
      else if (count > 1) {
        let first = k;
        while (first < next - 1 && !columns.isShown(tier.rows[first])) first++;
        const row = tier.rows[first];
        const lastMs = Math.max(columns.ends[row], tier.starts[next - 1]);
        if (lastMs >= span.startMs) clipped(row, columns.starts[row], lastMs, count);
      }
      k = next;
    }
  }

  for (const tier of index.tiers()) {
    const from = lowerBound(tier.starts, span.startMs - tier.longestMs);
    const to = lowerBound(tier.starts, span.endMs, from);
    const isNarrow = tier.longestMs * perMs <= crowdPx;
    if (isNarrow || to - from > mostBands) crowded(tier, from, to);
    else for (let k = from; k < to; k++) single(tier.rows[k]);
  }
  for (const row of index.added()) single(row);
  return places.sort((a, b) => a.x - b.x || a.row - b.row);
}
