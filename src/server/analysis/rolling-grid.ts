/** Rolling average: a sample wherever the source has one (algorithms.md 7). */
import { type DerivedGrid, derivedChannel, type SourceChannel } from "./types.ts";

export function rollingGrid({ recording, group, channel }: SourceChannel): DerivedGrid {
  const { sampling_hz, sample_count, segments, kind } = group;
  const { label, unit, is_uncalibrated } = group.channels[channel];
  return {
    of: recording,
    startMs: recording.start_ms,
    group: {
      kind: kind === "eeg" ? "waveform" : kind, // no input of a montage
      sampling_hz,
      sample_count,
      segments,
      channels: derivedChannel(label, unit, is_uncalibrated),
    },
  };
}
