/** Chooses the grid of a stream: a rate at which its samples keep their times and none of them is lost. */
import { TimeGrid } from "../../recordings/time-grid.ts";
import { LayOutFacts, layOut, type Placing } from "./lay-out.ts";
import type { PartScan, StreamPart } from "./part.ts";

export interface Trial {
  placing: Placing;
  /** Median interval, which the placing departs from where the clock does. */
  nominalUs: number;
  facts: LayOutFacts;
  /** Samples that later ones displace because the clock stepped back over them (algorithms.md 5). */
  overlapped: number;
  /** Samples that find no place of their own: corrections took it, or their rate is another. */
  lost: number;
  /** The furthest that a sample is drawn from its time. */
  offUs: number;
}

/** Of a stream, and of all streams of an archive together: each piece is held, and kept with the recording. */
const mostPieces = 500_000;
export const mostPiecesOfAll = 1_000_000;
/**
 * Each costs the store a hundredth of a second; a clock is set back by minutes a few times, not a thousand, and with all streams of an archive. So many in a
 * stream, and in all of them together.
 */
const mostFarStepsBack = 1000;
export const mostFarStepsBackOfAll = 3000;
/** A measured rate this far from the nominal one is no crystal, but other data. */
const mostRateError = 0.009;
/** The mean of irregular intervals may lie further from their median. */
const mostMeanError = 0.3;
/** Periods tried, as parts of the median, where irregular values do not fit the median. */
const shorter = [0.95, 0.9, 0.8, 0.7, 0.6, 0.51] as const;
/** A value that comes at odd times stands for at least and at most so long on its grid. */
const lone = { leastUs: 100_000, mostUs: 60_000_000 } as const;
/** No value is drawn further from its time where a grid of its own keeps it nearer: what that of the longest period rounds by. */
const mostOffUs = lone.mostUs / 2;

/** What is known of a stream before it is placed. */
interface Bounds {
  nominalUs: number;
  originUs: number;
  mostFarStepsBack: number;
  mostPieces: number;
}

/** What the streams of an archive may still have of what is bounded for all of them. */
export interface StillLeft {
  farStepsBack: number;
  pieces: number;
}

/** Null when it falls into more pieces than can be kept. */
async function tryPlacing(
  parts: readonly StreamPart[],
  placing: Placing,
  { nominalUs, originUs, ...most }: Bounds,
): Promise<Trial | null> {
  const facts = new LayOutFacts();
  const grid = new TimeGrid(originUs / 1000, 1e6 / placing.periodUs);
  const trial: Trial = { placing, nominalUs, facts, overlapped: 0, lost: 0, offUs: 0 };
  for await (const { startUs, count, offUs, isSeam, isGap, isStepBack } of layOut(parts, placing, facts)) {
    if (facts.pieces > most.mostPieces || facts.farStepsBack > most.mostFarStepsBack) return null;
    const { first, displaced } = grid.place(startUs / 1000, count, { isSeam, isGap });
    for (const { count: gone } of displaced) {
      if (isStepBack) trial.overlapped += gone;
      else trial.lost += gone;
    }
    const late = originUs + first * placing.periodUs - startUs;
    trial.offUs = Math.max(trial.offUs, late + offUs.earlier, offUs.later - late);
  }
  trial.lost += facts.otherRate;
  return trial;
}

/**
 * The nominal rate where the clock keeps it to a sample; else the measured one, if it does better; for values at odd times a
 * faster one, until each has its place near its time. Null when nothing usable is left, or it is too scattered to be kept.
 */
export async function choosePlacing(
  parts: readonly StreamPart[],
  scans: readonly PartScan[],
  { originUs, left }: { originUs: number; left: StillLeft },
): Promise<Trial | null> {
  const medians = scans.map(({ intervals }) => intervals.median() ?? 0);
  const largest = parts.reduce((best, part, k) => (part.frames > parts[best].frames ? k : best), 0);
  const median = medians[largest] || 1_000_000;
  const gapUs = 2 * median;
  const entries = scans.reduce((sum, scan) => sum + scan.entries, 0);
  const frames = parts.reduce((sum, part) => sum + part.frames, 0);
  /** Most values have a time of their own. */
  const isIrregular = frames < 2 * entries && parts[0].isNumeric;
  const bounds: Bounds = {
    ...{ nominalUs: median, originUs },
    mostFarStepsBack: Math.min(mostFarStepsBack, left.farStepsBack),
    mostPieces: Math.min(mostPieces, left.pieces),
  };
  const attempt = (periodUs: number, gap = gapUs) => tryPlacing(parts, { periodUs, gapUs: gap }, bounds);

  const isFarOff = ({ offUs }: Trial) => isIrregular && offUs > mostOffUs;

  const nominal = await attempt(median);
  if (nominal && nominal.facts.slips === 0 && nominal.lost === 0 && !isFarOff(nominal)) return nominal;
  let best = nominal;
  const measured = nominal && nominal.facts.runIntervals > 0 ? nominal.facts.runUs / nominal.facts.runIntervals : 0;
  if (measured > 0 && Math.abs(measured / median - 1) < (isIrregular ? mostMeanError : mostRateError)) {
    const fitted = await attempt(measured);
    if (
      fitted &&
      (!best || fitted.lost < best.lost || (fitted.lost === best.lost && fitted.facts.slips < best.facts.slips))
    ) {
      best = fitted;
    }
  }
  if (!isIrregular) return best;

  const least = Math.min(...scans.map(({ intervals }) => intervals.least), 2 * lone.mostUs);
  const finestUs = Math.max(lone.leastUs, Math.min(least, lone.mostUs));
  for (const part of shorter) {
    if (best?.lost === 0 || part * median < finestUs) break;
    const trial = await attempt(part * median);
    if (trial && (!best || trial.lost < best.lost)) best = trial;
  }
  if (best === null || best.lost > 0) {
    const trial = await attempt(finestUs, 2 * finestUs);
    if (trial && (!best || trial.lost < best.lost)) best = trial;
  }
  if (best !== null && isFarOff(best)) {
    // At half of the least interval each value is one of its own, at its time.
    const aloneUs = Math.max(lone.leastUs, Math.min(finestUs, least / 2));
    const trial = await attempt(aloneUs, 2 * aloneUs);
    if (trial && trial.lost <= best.lost && trial.offUs < best.offUs) best = trial;
  }
  return best;
}
