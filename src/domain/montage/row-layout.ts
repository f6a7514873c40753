/** Where the rows of a plot stand: equal heights, half a row of space between chains (look.md, EEG conventions). */

/** More rows than this scroll: the labels of so many can be read. */
export const mostRowsInView = 32;

/** Lengths are heights of a row. */
export interface RowLayout {
  /** Middle of each row, from the top of the first one. */
  readonly centres: readonly number[];
  /** All rows, the gaps between them and the room at the foot. */
  readonly length: number;
  /** What the plot shows of them at once. */
  readonly inView: number;
}

/** Of a row that has no other one below it and swings both ways, as the S wave of an ECG does. */
const footRoom = 0.5;

/** Lays rows out from the top, by the chain number of each. `swingsBelow`: the last one needs room at the foot. */
export function layRows(chains: readonly number[], swingsBelow = false): RowLayout {
  let gaps = 0;
  const centres = chains.map((chain, k) => {
    if (k > 0 && chain !== chains[k - 1]) gaps++;
    return k + 0.5 + gaps / 2;
  });
  const foot = swingsBelow && chains.length > 0 ? footRoom : 0;
  const length = Math.max(1, chains.length + gaps / 2 + foot);
  return { centres, length, inView: chains.length > mostRowsInView ? mostRowsInView : length };
}

/** The height at the top of the plot, kept so that the plot is full. */
export const clampTop = ({ length, inView }: RowLayout, top: number): number =>
  Math.min(Math.max(0, top), length - inView);

/** Place of a height in the plot, as a fraction of the plot's height: 0 at its top, 1 at its foot. */
export const fractionOf = ({ inView }: RowLayout, height: number, top: number): number => (height - top) / inView;

/** Middles of this far outside of the plot, in rows, are not drawn. */
const overhang = 0.5;

/** True when the row is at least half in the plot. */
export const isInView = ({ inView }: RowLayout, centre: number, top: number): boolean =>
  centre - top >= -overhang + 1e-9 && centre - top <= inView + overhang - 1e-9;

export interface LabelLook {
  /** CSS px. */
  readonly fontPx: number;
  /** Side by side: two labels stand in the height of two rows, one left of the other. */
  readonly columns: 1 | 2;
  /** Every so many rows one is named: 1, unless not even two columns of the smallest letters have room. */
  readonly every: number;
}

/** Below this the names of two columns would touch; letters and line of those that are left, CSS px. */
const lowestPx = 3.5;
const sparse = { fontPx: 9, linePx: 11 } as const;

/** How names are set so that none of them touches another, whatever the height of a row, CSS px. */
export function labelLook(rowHeightPx: number): LabelLook {
  if (rowHeightPx >= 12) return { fontPx: 11, columns: 1, every: 1 };
  if (rowHeightPx >= 9) return { fontPx: rowHeightPx - 1, columns: 1, every: 1 };
  if (rowHeightPx >= lowestPx || rowHeightPx <= 0)
    return { fontPx: Math.min(9, Math.max(6, 2 * rowHeightPx - 1)), columns: 2, every: 1 };
  return { fontPx: sparse.fontPx, columns: 1, every: Math.ceil(sparse.linePx / rowHeightPx) };
}
