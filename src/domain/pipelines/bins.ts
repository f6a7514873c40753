/** The bins of a node of statistics, histogram: those of a histogram window (algorithms.md 6), as spec 001 section 9 has them in the sample. */
export interface PipelineBins {
  readonly min: number;
  readonly max: number;
  readonly size: number;
}

const first = { binMinimum: 0, binMaximum: 100, binSize: 10 } as const;

/** Columns of one node. */
export const mostBins = 1000;

/** The arguments of a node, with what they need not say. */
export function binsOf(args: Readonly<Record<string, unknown>>): PipelineBins {
  const { binMinimum, binMaximum, binSize } = { ...first, ...(args as Partial<typeof first>) };
  return { min: binMinimum, max: binMaximum, size: binSize };
}

export const binCount = ({ min, max, size }: PipelineBins): number => Math.ceil((max - min) / size - 1e-9);

/** Of the bins from 1 on, of what lies below and above them, and of all that is finite. */
export const histogramColumns = (bins: PipelineBins): readonly string[] => [
  ...Array.from({ length: binCount(bins) }, (_, k) => `bin_${k + 1}`),
  ...["below", "above", "count"],
];
