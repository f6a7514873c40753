/**
 * Flags of a channel in blocks of 2 s (algorithms.md 13, rule 1): what is not read as an EEG. They change no value. Plain float64; a block is
 * judged of what is given of it.
 */
import { butterworth } from "./coefficients.ts";

export const flagBlockMs = 2000;

/** One bit each: a block may have several. */
export const artifactFlag = { flat: 1, extreme: 2, muscle: 4, missing: 8 } as const;

/** uV */
const flatUv = 0.5;
const extremeUv = 1000;
const muscleUv = 20;
const muscleHz = 30;
const muscleOrder = 4;
/** Below this rate nothing above 30 Hz is there to be measured. */
const leastMuscleRate = muscleHz / 0.49;

/** Seconds before the first block after which the filter of muscle has settled. */
export const flagWarmupSeconds = 0.5;

/**
 * Flags of the blocks [edges[k], edges[k + 1]) of `values` (uV, NaN where there is none). What lies before the first edge settles the filter, which
 * starts again behind what is missing. A block without any sample is missing.
 */
export function artifactFlags(values: ArrayLike<number>, edges: ArrayLike<number>, samplingHz: number): Uint8Array {
  const flags = new Uint8Array(Math.max(0, edges.length - 1));
  const sections = samplingHz > leastMuscleRate ? butterworth("highpass", muscleOrder, muscleHz, samplingHz) : [];
  const [one, two] = sections.map((section) => createSection(section));
  let isRunning = false;
  let at = flags.length === 0 ? 0 : edges[0];
  const run = (until: number, use: (value: number, fast: number) => void) => {
    for (; at < until; at++) {
      const value = values[at];
      if (!Number.isFinite(value)) {
        isRunning = false;
        continue;
      }
      if (one === undefined) use(value, 0);
      else {
        if (!isRunning) {
          one.startAt(value);
          two.startAt(0);
        }
        use(value, two.next(one.next(value)));
      }
      isRunning = true;
    }
  };
  at = 0;
  if (flags.length > 0) run(edges[0], () => {});
  for (let k = 0; k < flags.length; k++) {
    let [count, low, high, sum] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    run(edges[k + 1], (value, fast) => {
      count++;
      if (value < low) low = value;
      if (value > high) high = value;
      sum += fast * fast;
    });
    const length = edges[k + 1] - edges[k];
    if (2 * count < length || count === 0) flags[k] |= artifactFlag.missing;
    if (count === 0) continue;
    if (high - low < flatUv) flags[k] |= artifactFlag.flat;
    if (high > extremeUv || low < -extremeUv) flags[k] |= artifactFlag.extreme;
    if (Math.sqrt(sum / count) > muscleUv) flags[k] |= artifactFlag.muscle;
  }
  return flags;
}

/** A section in direct form II transposed, which starts as if its input had been constant. */
function createSection([b0, b1, b2, a1, a2]: readonly [number, number, number, number, number]) {
  let [s1, s2] = [0, 0];
  return {
    startAt(x: number): void {
      // A high-pass answers a constant with nothing.
      s1 = -b0 * x;
      s2 = b2 * x;
    },
    next(x: number): number {
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      return y;
    },
  };
}
