/**
 * Lays the samples of a stream out in time. Many index entries only correct the clock: they start a new piece only where
 * two samples lie twice the usual interval apart (a gap, algorithms.md 5), where the clock steps back, or where the
 * corrections have added up to a sample.
 */
import { describedFrames } from "./described.ts";
import type { StreamPart } from "./part.ts";
import { isOfRate } from "./part-rate.ts";

/** Consecutive frames of a part whose times are `startUs`, + one period, ... within a period. */
export interface Piece {
  part: StreamPart;
  frame: number;
  count: number;
  startUs: number;
  /** By how much its samples come earlier or later than so, as the index tells them. */
  offUs: { earlier: number; later: number };
  /** The clock stepped back here: it overlaps what was before or touches it (algorithms.md 5). */
  isSeam: boolean;
  /** Something is missing between it and the sample before, by the times of both. */
  isGap: boolean;
  /** Overlap by a step back of a sample or more, as opposed to corrections that have added up. */
  isStepBack: boolean;
}

export interface Placing {
  periodUs: number;
  /** Samples this far apart have a gap between them. */
  gapUs: number;
}

export class LayOutFacts {
  pieces = 0;
  /** Start of the earliest piece. */
  firstUs = Number.POSITIVE_INFINITY;
  /** Time of the last sample. */
  lastUs = Number.NEGATIVE_INFINITY;
  gaps = 0;
  stepsBack = 0;
  longestStepBackUs = 0;
  /** Those by so much that the store has to go back to another part of its files. */
  farStepsBack = 0;
  /** Corrections that added up to a sample, forwards and backwards. */
  slips = 0;
  /** Samples left out because their entry tells another rate. */
  otherRate = 0;
  otherIntervalUs = 0;
  /** Time and intervals from sample to sample where nothing is missing: the true rate. */
  runUs = 0;
  runIntervals = 0;
}

/** Part of a period that is rounding; the same as in the time grid of the store. */
const tolerance = 0.01;
const rateTolerance = 0.01;
const leastRatio = 0.5;
const farUs = 60_000_000;

export async function* layOut(
  parts: readonly StreamPart[],
  placing: Placing,
  facts = new LayOutFacts(),
): AsyncGenerator<Piece> {
  const { periodUs, gapUs } = placing;
  const slip = (1 - tolerance) * periodUs;
  let lastUs = Number.NEGATIVE_INFINITY;
  for (const part of parts) {
    let piece: Piece | null = null;
    for await (const { entry, count: described } of describedFrames(part)) {
      if (!isOfRate(part, entry)) continue;
      const step = entry.intervalUs || periodUs;
      const ratio = step / periodUs;
      // Numbers are placed one by one as long as they do not fall on each other.
      const fits = part.isNumeric ? ratio >= leastRatio : Math.abs(ratio - 1) <= rateTolerance;
      const isOtherRate = described > 1 && !fits;
      const count = isOtherRate ? Number(part.isNumeric) : described;
      if (isOtherRate) {
        facts.otherRate += described - count;
        facts.otherIntervalUs ||= step;
        if (count === 0) continue;
      }
      for (let done = 0; done < count; ) {
        const frame = entry.first + done;
        const startUs = entry.timeUs + done * step;
        const since: number = startUs - lastUs;
        const isContinued: boolean = piece !== null && piece.frame + piece.count === frame;
        const drift: number = piece === null ? 0 : startUs - piece.startUs - (frame - piece.frame) * periodUs;
        const isGap = since >= gapUs - tolerance * periodUs;
        const isStepBack = since <= tolerance * periodUs;
        const hasSlipped = Math.abs(drift) >= slip;
        if (Number.isFinite(since) && done === 0) {
          if (isGap) facts.gaps++;
          else if (isStepBack) {
            facts.stepsBack++;
            facts.longestStepBackUs = Math.max(facts.longestStepBackUs, periodUs - since);
            if (periodUs - since > farUs) facts.farStepsBack++;
          } else if (isContinued) {
            facts.runUs += since;
            facts.runIntervals++;
          }
        }
        if (!isContinued || isGap || isStepBack || hasSlipped || piece === null) {
          if (piece !== null) yield piece;
          if (hasSlipped && isContinued && !isGap && !isStepBack) facts.slips++;
          facts.pieces++;
          facts.firstUs = Math.min(facts.firstUs, startUs);
          piece = {
            part,
            frame,
            count: 0,
            startUs,
            offUs: { earlier: 0, later: 0 },
            isSeam: isStepBack || (isContinued && !isGap && drift < 0),
            isGap,
            isStepBack,
          };
        }
        const off = startUs - piece.startUs - (frame - piece.frame) * periodUs;
        const length = until(off, step - periodUs, slip, count - done);
        const lastOff = off + (length - 1) * (step - periodUs);
        piece.offUs.earlier = Math.max(piece.offUs.earlier, -off, -lastOff);
        piece.offUs.later = Math.max(piece.offUs.later, off, lastOff);
        piece.count += length;
        done += length;
        lastUs = startUs + (length - 1) * step;
        facts.lastUs = Math.max(facts.lastUs, lastUs);
      }
      facts.runUs += (count - 1) * step;
      facts.runIntervals += count - 1;
    }
    if (piece !== null) yield piece;
  }
}

/** How many of `count` samples, each `slope` later than the grid has it, come before the drift reaches `slip`. */
function until(drift: number, slope: number, slip: number, count: number): number {
  if (slope === 0 || Math.abs(drift + slope * (count - 1)) < slip) return count;
  return Math.min(count, Math.max(1, Math.ceil((Math.sign(slope) * slip - drift) / slope)));
}
