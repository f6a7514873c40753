/** What trends measure of blocks of 2 s of a channel, to be judged by artifact-flags.ts. */
import { flagOf, isRailCode } from "./artifact-flags.ts";
import type { StridedSource } from "./pipeline.ts";

export interface FlagFacts {
  /** [block][2][lane], uV: smallest, largest. */
  extremes: ArrayLike<number>;
  /** [block][2][lane] of what lies above 30 Hz: sums of squares, counts. */
  squares: ArrayLike<number>;
  lane: number;
  /** Finite samples of blocks. */
  present: ArrayLike<number>;
  /** Blocks in which an electrode of the channel is at the rail. */
  rails: ArrayLike<number>;
  samplingHz: number;
}

export function flagsOf({ extremes, squares, lane, present, rails, samplingHz }: FlagFacts): Uint8Array {
  return Uint8Array.from({ length: present.length }, (_, block) => {
    const [low, high] = [extremes[8 * block + lane], extremes[8 * block + 4 + lane]];
    const fastSquares = squares[8 * block + lane];
    return flagOf({ present: present[block], low, high, fastSquares, isRailed: rails[block] !== 0 }, samplingHz);
  });
}

/** Where stored samples of 16 bits lie at the converter's rail: [channel][block]. */
export class TrendRails {
  readonly #blocks: Float64Array;
  readonly #found: Uint8Array[];

  /** `blocks`: grid samples at which they begin, and where the last one ends. */
  constructor(blocks: Float64Array, channels: number) {
    this.#blocks = blocks;
    this.#found = Array.from({ length: channels }, () => new Uint8Array(blocks.length - 1));
  }

  look({ data, stride, count, first, runs, missingCode }: StridedSource, channels: readonly number[]): void {
    if (!(data instanceof Int16Array)) return;
    const blocks = this.#blocks;
    for (const run of runs)
      for (let block = 0; block + 1 < blocks.length; block++) {
        const from = Math.max(run.first, blocks[block]) - first;
        const to = Math.min(run.first + run.count, blocks[block + 1]) - first;
        if (from >= to) continue;
        for (const channel of channels) {
          const own = channel * (stride ?? count);
          if (hasRail(data, own + from, own + to, missingCode)) this.#found[channel][block] = 1;
        }
      }
  }

  /** Blocks in which one of these channels is at the rail. */
  of(channels: readonly number[]): Uint8Array {
    return Uint8Array.from({ length: this.#blocks.length - 1 }, (_, block) =>
      Number(channels.some((channel) => this.#found[channel][block] !== 0)),
    );
  }
}

/** Whether one of these samples is at the rail (`isRailCode`): as every sample of a recording is looked at, both ends by one comparison, as neighbours modulo 2^16. */
function hasRail(data: Int16Array, from: number, to: number, missingCode: number | null): boolean {
  for (let i = from; i < to; i++)
    if (((data[i] + 0x8001) & 0xffff) < 2 && isRailCode(data[i]) && data[i] !== missingCode) return true;
  return false;
}
