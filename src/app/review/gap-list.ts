/** The gaps of a recording as times, in the order they happened. */
import { gapsTouching, samplesToEnd, uncovered } from "../../domain/time/gaps.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";

export interface TimedGap {
  readonly modality: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** What is damaged is no gap: there was a signal. */
export function listGaps({ groups, start_ms, end_ms, damage }: RecordingDetail): TimedGap[] {
  return groups
    .flatMap((group) => {
      const { modality, segments, sampling_hz } = group;
      const end = samplesToEnd(group, { startMs: start_ms, endMs: end_ms });
      const timeOf = (sample: number) => start_ms + (sample * 1000) / sampling_hz;
      const holes = damage
        .filter((span) => span.modality === modality)
        .map(({ first, count }) => ({ start: first, end: first + count }));
      const gaps = gapsTouching(segments, 0, end).flatMap(({ start, end }) => uncovered(holes, start, end));
      return gaps.map(({ start, end }) => ({
        modality,
        startMs: timeOf(start),
        endMs: timeOf(end),
      }));
    })
    .toSorted((a, b) => a.startMs - b.startMs);
}
