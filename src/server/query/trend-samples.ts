/** Values of a trend by epoch, as samples of the derived group. */
import { runsWithin } from "../../domain/time/runs.ts";
import { trendEpochMs } from "../../protocol/trends.ts";
import type { StoredSamples } from "../recordings/index.ts";
import type { Making, PageSource } from "./tasks/task.ts";
import { type TrendPages, trendOf } from "./trend-pages.ts";
import type { Asker } from "./turns.ts";

/** Grid samples [first, first + count) of all channels, clipped to the grid, as Recordings.readSamples gives them. */
export function trendSamples(
  pages: TrendPages,
  source: PageSource,
  { first, count }: { first: number; count: number },
  asker: Asker,
): Making<StoredSamples> {
  const { recording, group } = source;
  const analysis = trendOf(source);
  if (analysis === null) throw new Error("This recording is no trend.");
  const from = Math.min(Math.max(0, first), group.sample_count);
  const to = Math.min(Math.max(from, first + count), group.sample_count);
  const origin = Math.round(recording.start_ms / trendEpochMs(analysis.trend));
  const { result, progress } = pages.read(source, { first: origin + from, end: origin + to, width: 1 }, asker);
  const made = result.then(({ data }) => ({
    ...{ first: from, count: to - from, runs: runsWithin(group.segments, from, to) },
    data: Float32Array.from(data),
  }));
  return { result: made, progress };
}
