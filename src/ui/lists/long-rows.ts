/** Which rows of a long list are in sight, and where: pure. A browser draws no element of any height, so a very long list is squeezed. */

/** Firefox draws nothing below 17.9 million px. */
const mostHeightPx = 15_000_000;

export interface RowsInSight {
  /** Of the whole list as the scroll bar sees it, CSS px. */
  readonly heightPx: number;
  /** Rows [first, end). */
  readonly first: number;
  readonly end: number;
  /** Where row `first` stands in the whole list. */
  readonly topPx: number;
}

export interface LongRows {
  readonly count: number;
  readonly rowPx: number;
  readonly viewPx: number;
}

/** Whole pixels of the list per pixel of the scroll bar; 1 unless it is squeezed. */
function squeeze({ count, rowPx, viewPx }: LongRows): { heightPx: number; factor: number } {
  const wholePx = count * rowPx;
  if (wholePx <= mostHeightPx) return { heightPx: wholePx, factor: 1 };
  return { heightPx: mostHeightPx, factor: (wholePx - viewPx) / (mostHeightPx - viewPx) };
}

/** The rows to draw at a place of the scroll bar, with some on both sides of what is seen. */
export function rowsInSight(rows: LongRows, scrollPx: number, beyond = 8): RowsInSight {
  const { heightPx, factor } = squeeze(rows);
  const atPx = Math.max(0, scrollPx) * factor;
  const first = Math.max(0, Math.floor(atPx / rows.rowPx) - beyond);
  const end = Math.min(rows.count, Math.ceil((atPx + rows.viewPx) / rows.rowPx) + beyond);
  return { heightPx, first: Math.min(first, end), end, topPx: scrollPx + first * rows.rowPx - atPx };
}

/** Where the scroll bar must stand so that a row is seen; the same place where it is seen already. */
export function scrollTo(rows: LongRows, scrollPx: number, index: number): number {
  const { factor } = squeeze(rows);
  const atPx = scrollPx * factor;
  const topPx = index * rows.rowPx;
  if (topPx < atPx) return topPx / factor;
  if (topPx + rows.rowPx > atPx + rows.viewPx) return (topPx + rows.rowPx - rows.viewPx) / factor;
  return scrollPx;
}
