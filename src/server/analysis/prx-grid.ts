/** PRx and COx: a sample at t = k * period of the epoch grid, wherever the window behind it may have a value (algorithms.md 8). */
import type { CoxOf, PrxOf } from "../../protocol/analysis.ts";
import type { Segment } from "../../protocol/recordings.ts";
import { coveredTimes, inBoth } from "./coverage.ts";
import { endOfSamples } from "./source-times.ts";
import { type DerivedGrid, derivedChannel, kindOf, type SourceChannel } from "./types.ts";

export const blockMs = 10_000;
/** Of its expected samples that a block needs. */
export const leastOfBlock = 0.5;

/** Blocks of a window, and how many of them both signals must have. Without at least 3 there is never a value. */
export function blocksOf(windowMs: number): { blocks: number; least: number } {
  const blocks = Math.floor(windowMs / blockMs);
  return { blocks, least: Math.max(3, Math.ceil(blocks / 2)) };
}

/** What it is called where it is shown. */
const labels = { prx: "PRx", cox: "COx" } as const;

export function prxGrid(
  { analytic, calculationWindowMs, calculationPeriodMs: period }: PrxOf | CoxOf,
  sources: readonly SourceChannel[],
): DerivedGrid {
  const samplingHz = 1000 / period;
  // Not where the first samples are: damage would move the grid.
  const first = Math.floor(Math.max(...sources.map(({ recording }) => recording.start_ms)) / period) + 1;
  const segments = periodsOf(sources, { window: calculationWindowMs, period, first });
  const last = segments.at(-1);
  return {
    of: sources[0].recording,
    startMs: first * period,
    group: {
      kind: kindOf(samplingHz),
      sampling_hz: samplingHz,
      sample_count: last === undefined ? 0 : last.first + last.count,
      segments,
      channels: derivedChannel(labels[analytic], ""),
    },
  };
}

/** The periods, counted from the first one, at whose end there may be a value. */
function periodsOf(
  sources: readonly SourceChannel[],
  { window, period, first }: { window: number; period: number; first: number },
): Segment[] {
  const { blocks, least } = blocksOf(window);
  if (blocks < least) return [];
  const [a, b] = sources.map(({ group }) => {
    const leastMs = least * (blockMs * leastOfBlock - 1000 / group.sampling_hz);
    return coveredTimes(group, blocks * blockMs, Math.max(1, leastMs));
  });
  // Of what grows the window is complete up to its end only; a recording that is complete has no more samples.
  const known = Math.min(
    ...sources.map(({ recording, group }) =>
      recording.tail === undefined ? Number.POSITIVE_INFINITY : (endOfSamples(group) ?? Number.NEGATIVE_INFINITY),
    ),
  );
  const segments: Segment[] = [];
  for (const { start, end } of inBoth(a, b)) {
    const from = Math.max(0, Math.ceil(start / period) - first);
    const to = Math.floor(Math.min(end, known) / period) - first + 1;
    const last = segments.at(-1);
    const begin = last === undefined ? from : Math.max(from, last.first + last.count);
    if (to <= begin) continue;
    if (last !== undefined && begin === last.first + last.count) last.count = to - last.first;
    else segments.push({ first: begin, count: to - begin, start_ms: (first + begin) * period });
  }
  return segments;
}
