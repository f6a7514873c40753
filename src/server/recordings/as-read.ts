/** From a row to a recording as readers see it: without what is damaged. */
import { segmentsBeyond, segmentsWithTail } from "../../domain/time/growth.ts";
import { joinRuns } from "../../domain/time/runs.ts";
import type { DamagedSpan, RecordingDetail, RecordingTail, SignalGroup } from "../../protocol/recordings.ts";
import { descriptionDigest } from "./anchors.ts";
import { timesOf, withoutHoles } from "./holes.ts";
import type { Anchors, DamagedPart, StoredRecording } from "./types.ts";

export type RecordingRow = Omit<RecordingDetail, "damage" | "has_damaged_annotations" | "is_unverified" | "tail"> & {
  anchors: Anchors | null;
  parts: DamagedPart[];
  /** `groups` are its sealed part then. */
  tail: RecordingTail | null;
};

/** Whether the row says of the samples what was said when they were stored. */
const isAsDescribed = (row: Pick<RecordingRow, "anchors" | "start_ms" | "groups">): boolean =>
  row.anchors === null || descriptionDigest(row) === row.anchors.description;

export function asRead({ parts, tail, ...row }: RecordingRow): StoredRecording {
  const isDescribed = row.state !== "ready" || isAsDescribed(row);
  const damage: DamagedSpan[] = [];
  const grown = row.groups.map((group, position): SignalGroup => {
    const end = tail?.groups[position];
    return end === undefined
      ? group
      : { ...group, sample_count: end.sample_count, segments: segmentsWithTail(group.segments, end) };
  });
  const groups = grown.map((group, position): SignalGroup => {
    const holes = isDescribed ? holesOf(parts, position) : [{ first: 0, count: group.sample_count }];
    if (holes.length === 0) return group;
    for (const hole of holes) {
      const times = isDescribed ? timesOf(group, hole) : { start_ms: row.start_ms, end_ms: row.end_ms };
      if (times !== null) damage.push({ modality: group.modality, ...hole, ...times });
    }
    // Segments that are not what was stored may reach beyond the hole: nothing is where they say.
    return { ...group, segments: isDescribed ? withoutHoles(group.segments, holes, group.sampling_hz) : [] };
  });
  return {
    ...row,
    groups,
    damage,
    is_damaged: row.is_damaged || !isDescribed,
    has_damaged_annotations: parts.some(({ part }) => part === "annotations"),
    is_unverified: row.state === "ready" && row.anchors === null,
    ...(tail === null ? {} : { tail: asTail(tail, groups), end_ms: tail.end_ms }),
  };
}

/** The tail without what is damaged. */
const asTail = (tail: RecordingTail, groups: readonly SignalGroup[]): RecordingTail => ({
  ...tail,
  groups: tail.groups.map((group, k) => ({
    ...group,
    segments: segmentsBeyond(groups[k].segments, group.sealed_count),
  })),
});

/** Of the group at that position, ascending and disjoint. */
export const holesOf = (parts: readonly DamagedPart[], position: number) =>
  joinRuns(
    parts.flatMap((part) =>
      part.part === "samples" && part.group === position ? [{ first: part.first, count: part.count }] : [],
    ),
  );
