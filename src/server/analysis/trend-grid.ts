/** Trends: a value of several rows for each epoch of the epoch grid in which the source has samples (algorithms.md 12). */
import { endOfSegment } from "../../domain/time/sample-time.ts";
import type { Segment } from "../../protocol/recordings.ts";
import { type TrendOf, trendEpochMs, trendRows } from "../../protocol/trends.ts";
import { suppressionSeconds, trendBlockSeconds } from "../../signal/trend-plan.ts";
import { endOfSamples } from "./source-times.ts";
import type { DerivedGrid, SourceChannel } from "./types.ts";

/**
 * So much behind an epoch decides whether its last samples are suppressed for long enough; with artifact reduction whether the block behind it, or the one that
 * it ends in, is flagged. ms
 */
export const trendLookAheadMs = ({ isArtifactReduced }: Pick<TrendOf, "isArtifactReduced">): number =>
  isArtifactReduced ? 1000 * trendBlockSeconds : 1000 * suppressionSeconds;

export function trendGrid({ trend, isArtifactReduced }: TrendOf, { recording, group }: SourceChannel): DerivedGrid {
  const epochMs = trendEpochMs(trend);
  const first = Math.floor(recording.start_ms / epochMs);
  // Of what grows an epoch is there once all that it is made of is.
  const known =
    recording.tail === undefined
      ? Number.POSITIVE_INFINITY
      : (endOfSamples(group) ?? 0) - trendLookAheadMs({ isArtifactReduced });
  const segments: Segment[] = [];
  for (const segment of group.segments) {
    const last = segments.at(-1);
    const from = Math.max(
      Math.floor(segment.start_ms / epochMs) - first,
      last === undefined ? 0 : last.first + last.count,
    );
    const end =
      Math.min(Math.ceil(endOfSegment(segment, group.sampling_hz) / epochMs), Math.floor(known / epochMs)) - first;
    if (end <= from) continue;
    if (last !== undefined && from === last.first + last.count) last.count = end - last.first;
    else segments.push({ first: from, count: end - from, start_ms: (first + from) * epochMs });
  }
  const last = segments.at(-1);
  return {
    of: recording,
    startMs: first * epochMs,
    group: {
      kind: "numeric",
      sampling_hz: 1000 / epochMs,
      sample_count: last === undefined ? 0 : last.first + last.count,
      segments,
      channels: trendRows[trend].map(({ label, unit }, row) => ({
        ...{
          source_index: row,
          label,
          unit,
          gain: 1,
          offset: 0,
          is_uncalibrated: false,
          prefilter: "",
          transducer: "",
        },
      })),
    },
  };
}
