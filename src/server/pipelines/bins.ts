/** Finite values counted into bins: the order of `histogramColumns` (domain/pipelines/bins.ts). What is the greatest value lies in the last bin. */
import { binCount, type PipelineBins } from "../../domain/pipelines/bins.ts";

export class BinCounts {
  private readonly counts: Float64Array;
  private below = 0;
  private above = 0;
  private all = 0;

  constructor(private readonly bins: PipelineBins) {
    this.counts = new Float64Array(binCount(bins));
  }

  add(value: number): void {
    if (Number.isNaN(value)) return;
    const { min, max, size } = this.bins;
    this.all++;
    if (value < min) this.below++;
    else if (value > max) this.above++;
    else this.counts[Math.min(this.counts.length - 1, Math.floor((value - min) / size))]++;
  }

  row(): number[] {
    return [...this.counts, this.below, this.above, this.all];
  }
}
