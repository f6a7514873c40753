/**
 * CPPOpt and MAPOpt as series: made once a minute, of windows of up to 8 hours behind it, and held until the next one at t = k * period of the
 * epoch grid (algorithms.md 9.2).
 */
import type { CppOptOf, MapOptOf } from "../../protocol/analysis.ts";
import { compositeParts } from "../../protocol/composites.ts";
import type { Segment } from "../../protocol/recordings.ts";
import { seriesWindows } from "../../signal/optimum.ts";
import { coveredTimes, inBoth } from "./coverage.ts";
import { indexWindowMs } from "./optimum-values.ts";
import { blockMs, blocksOf, leastOfBlock } from "./prx-grid.ts";
import { endOfSamples } from "./source-times.ts";
import { type DerivedGrid, kindOf, partChannel, type SourceChannel } from "./types.ts";

export const minuteMs = 60_000;
/** So much of its sources a minute looks back at. */
export const seriesReachMs = seriesWindows.longest * minuteMs + indexWindowMs;

export function optimumGrid(
  { analytic, calculationPeriodMs: period }: CppOptOf | MapOptOf,
  sources: readonly SourceChannel[],
): DerivedGrid {
  const samplingHz = 1000 / period;
  // Not where the first samples are: damage would move the grid.
  const first = Math.floor(Math.max(...sources.map(({ recording }) => recording.start_ms)) / period) + 1;
  const segments = periodsOf(sources, { period, first });
  const last = segments.at(-1);
  return {
    of: sources[0].recording,
    startMs: first * period,
    group: {
      kind: kindOf(samplingHz),
      sampling_hz: samplingHz,
      sample_count: last === undefined ? 0 : last.first + last.count,
      segments,
      channels: compositeParts[analytic].map(({ label, unit }, k) => partChannel(label, unit, k)),
    },
  };
}

/** The periods, counted from the first one, at which anything is known of the windows behind: nothing beyond the end of what was recorded. */
function periodsOf(sources: readonly SourceChannel[], { period, first }: { period: number; first: number }): Segment[] {
  const { least } = blocksOf(indexWindowMs);
  const [a, b] = sources.map(({ group }) => {
    const leastMs = least * (blockMs * leastOfBlock - 1000 / group.sampling_hz);
    return coveredTimes(group, seriesReachMs, Math.max(1, leastMs));
  });
  const ends = sources.map(({ group }) => endOfSamples(group) ?? Number.NEGATIVE_INFINITY);
  // Of what grows a window is complete up to its end only.
  const known = Math.min(...sources.map(({ recording }, k) => (recording.tail === undefined ? Infinity : ends[k])));
  const end = Math.max(...ends);
  const segments: Segment[] = [];
  for (const covered of inBoth(a, b)) {
    const start = Math.ceil(covered.start / minuteMs) * minuteMs;
    const held = Math.floor(Math.min(covered.end, known, end) / minuteMs) * minuteMs + minuteMs;
    const from = Math.max(0, Math.ceil(start / period) - first);
    const to = Math.min(Math.ceil(held / period), Math.floor(end / period) + 1) - first;
    const last = segments.at(-1);
    const begin = last === undefined ? from : Math.max(from, last.first + last.count);
    if (to <= begin) continue;
    if (last !== undefined && begin === last.first + last.count) last.count = to - last.first;
    else segments.push({ first: begin, count: to - begin, start_ms: (first + begin) * period });
  }
  return segments;
}
