/** The digest of what the row of a recording says about its samples. */
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { digestOf } from "./checksum.ts";

/** Hex sha256 of groups, channels, segments and the start, in an order of its own: the database keeps none. */
export function descriptionDigest({ start_ms, groups }: Pick<RecordingDetail, "start_ms" | "groups">): string {
  const facts = groups.map((group) => [
    ...[group.modality, group.kind, group.sampling_hz, group.sample_count, group.sample_type, group.missing_code],
    group.channels.map((channel) => [
      ...[channel.source_index, channel.label, channel.unit, channel.gain, channel.offset],
      ...[channel.is_uncalibrated, channel.prefilter, channel.transducer],
    ]),
    group.segments.length,
  ]);
  const segments = groups.flatMap((group) => group.segments.map((each) => [each.first, each.count, each.start_ms]));
  const numbers = new Float64Array(3 * segments.length);
  for (const [k, segment] of segments.entries())
    numbers.set(
      segment.map((value) => value + 0), // the database knows no -0
      3 * k,
    );
  return digestOf(JSON.stringify([start_ms, facts]), new Uint8Array(numbers.buffer));
}
