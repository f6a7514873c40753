/** Where the rows of a plot stand: equal heights, half a row of space between chains (ui/design.md, EEG conventions). */

export interface RowPlace {
  /** Middle of the row and height of a row, as fractions of the plot height. */
  readonly centre: number;
  readonly height: number;
}

/** One place per row, from the chain number of each row (ascending). */
export function placeRows(chains: readonly number[]): RowPlace[] {
  const gapsBefore: number[] = [];
  let gaps = 0;
  chains.forEach((chain, k) => {
    if (k > 0 && chain !== chains[k - 1]) gaps++;
    gapsBefore.push(gaps);
  });
  const height = 1 / (chains.length + gaps / 2);
  return chains.map((_, k) => ({ centre: (k + 0.5 + gapsBefore[k] / 2) * height, height }));
}

/** Every how many-th label is shown so that two never touch. Heights in CSS px. */
export const labelStride = (rowHeightPx: number, labelHeightPx: number) =>
  Math.max(1, Math.ceil(labelHeightPx / Math.max(rowHeightPx, 0.1)));
