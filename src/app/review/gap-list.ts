/** The gaps of a recording as times, in the order they happened. */
import { gapsTouching } from "../../domain/gaps.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";

export interface TimedGap {
  readonly modality: string;
  readonly startMs: number;
  readonly endMs: number;
}

export function listGaps({ groups, start_ms }: RecordingDetail): TimedGap[] {
  return groups
    .flatMap(({ modality, segments, sampling_hz, sample_count }) => {
      const timeOf = (sample: number) => start_ms + (sample * 1000) / sampling_hz;
      return gapsTouching(segments, 0, sample_count).map(({ start, end }) => ({
        modality,
        startMs: timeOf(start),
        endMs: timeOf(end),
      }));
    })
    .toSorted((a, b) => a.startMs - b.startMs);
}
