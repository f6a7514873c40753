/** A recording that grows: its end moves on, what lies before it never changes. */
import type { RecordingDetail, RecordingTail, Segment, TailGroup } from "../../protocol/recordings.ts";
import { endOf, firstWhere } from "./runs.ts";

/** The segments of a group as of its tail, out of those of its sealed part or of any later time. */
export function segmentsWithTail(segments: readonly Segment[], tail: TailGroup): Segment[] {
  const [first] = tail.segments;
  if (first === undefined) return [...segments];
  const kept = firstWhere(segments.length, (k) => segments[k].first >= first.first);
  return [...segments.slice(0, kept), ...tail.segments];
}

/** The tail of segments that reach beyond the sealed part, whole. */
export const segmentsBeyond = (segments: readonly Segment[], sealedCount: number): Segment[] =>
  segments.slice(firstWhere(segments.length, (k) => endOf(segments[k]) > sealedCount));

/** The segments of the sealed part. */
export function sealedSegments(segments: readonly Segment[], sealedCount: number): Segment[] {
  const inside = segments.slice(
    0,
    firstWhere(segments.length, (k) => segments[k].first >= sealedCount),
  );
  return inside.map((segment) => ({ ...segment, count: Math.min(segment.count, sealedCount - segment.first) }));
}

/** "same": it was known. "unknown": the description ends before the sealed part does, and must be asked for anew. */
export type Growth = "grown" | "same" | "unknown";

/**
 * Brings a description up to its newest tail, in place: whoever holds it, or one of its groups, sees the recording as it is
 * now. The only function that writes into a description.
 */
export function growRecording(recording: RecordingDetail, tail: RecordingTail): Growth {
  if (recording.tail === undefined || tail.revision <= recording.tail.revision) return "same";
  const { groups } = recording;
  if (tail.groups.length !== groups.length) return "unknown";
  if (groups.some(({ sample_count }, k) => sample_count < tail.groups[k].sealed_count)) return "unknown";
  for (const [k, group] of groups.entries()) {
    group.segments = segmentsWithTail(group.segments, tail.groups[k]);
    group.sample_count = tail.groups[k].sample_count;
  }
  recording.end_ms = tail.end_ms;
  recording.tail = tail;
  return "grown";
}

/** Whether a newer description says of the same samples that there are more of them, or that no more will come. */
export const hasOnlyGrown = (before: RecordingDetail, now: RecordingDetail): boolean =>
  before.tail !== undefined &&
  before.data_object_id === now.data_object_id &&
  before.data_version === now.data_version &&
  before.groups.length === now.groups.length;

/** A description as a tail of nothing, which brings any older one of the same samples up to it. `known`: one of those. */
export const wholeTail = (now: RecordingDetail, known: RecordingDetail): RecordingTail => ({
  revision: now.tail?.revision ?? (known.tail?.revision ?? 0) + 1,
  end_ms: now.end_ms,
  groups: now.groups.map(({ sample_count, segments }) => ({ sealed_count: 0, sample_count, segments })),
});
