/** How old the newest data of a live window are, of every signal that it draws: one that stops is told of while others go on. */
import { endOfSegment } from "../../../domain/time/sample-time.ts";
import type { RecordingDetail, SignalGroup } from "../../../protocol/recordings.ts";

/** A group that the window draws, as far as it reaches. */
export interface LatestGroup {
  /** Tells it from every other one. */
  readonly key: string;
  readonly name: string;
  /** Behind its newest sample; null while it has none. */
  readonly endMs: number | null;
  readonly periodMs: number;
  readonly isGrowing: boolean;
}

/** "silent": nothing has come for that long; "late": what comes is that old; "ahead": its times lie so far ahead of the server's clock. */
export interface Latest {
  readonly kind: "fresh" | "silent" | "late" | "ahead";
  readonly ms: number;
  /** Of the group that it is said of, where the window draws several. */
  readonly name: string | null;
}

/** After so long without a new sample the window says that nothing comes any more; of slow signals after so many periods. */
const silentMs = 10_000;
const silentPeriods = 3;
/** Clocks differ a little. */
const aheadMs = 5000;

export function latestGroup(
  { tail, data_object_id }: Pick<RecordingDetail, "tail" | "data_object_id">,
  group: SignalGroup,
): LatestGroup {
  const last = group.segments.at(-1);
  return {
    key: `${data_object_id}/${group.modality}`,
    name: group.modality,
    endMs: last === undefined ? null : endOfSegment(last, group.sampling_hz),
    periodMs: 1000 / group.sampling_hz,
    isGrowing: tail !== undefined,
  };
}

/**
 * Follows the groups of a window. A group is as old as its newest sample is by the server's clock, or as the last growth that came here,
 * whichever is longer ago: times ahead of the clock make nothing young. Null where nothing is drawn.
 */
export function createLatest(): (
  groups: readonly LatestGroup[],
  clock: { readonly nowMs: number; readonly serverMs: number },
) => Latest | null {
  /** `hasGrown`: it was seen to grow here, and not only found. */
  const seen = new Map<string, { endMs: number | null; at: number; hasGrown: boolean }>();
  return (groups, { nowMs, serverMs }) => {
    const growing = groups.filter(({ isGrowing }) => isGrowing);
    const told = (growing.length > 0 ? growing : groups).map(({ key, name, endMs, periodMs }) => {
      const known = seen.get(key);
      const isSame = known?.endMs === endMs;
      const at = isSame ? known.at : nowMs;
      const hasGrown = isSame ? known.hasGrown : known !== undefined;
      seen.set(key, { endMs, at, hasGrown });
      const age = Math.max(0, nowMs - at, endMs === null ? 0 : serverMs - endMs);
      const limit = Math.max(silentMs, silentPeriods * periodMs);
      // A gateway that makes up for an outage sends what is old.
      const isComing = hasGrown && nowMs - at < limit;
      const isOld = age >= limit;
      return {
        ...{ name, age, isSilent: isOld && !isComing, isLate: isOld && isComing },
        ahead: endMs === null ? 0 : endMs - serverMs,
      };
    });
    if (told.length === 0) return null;
    const nameOf = ({ name }: { name: string }) => (told.length > 1 ? name : null);
    for (const [kind, isIt] of [
      ["silent", "isSilent"],
      ["late", "isLate"],
    ] as const) {
      const found = told.filter((each) => each[isIt]).toSorted((a, b) => b.age - a.age);
      if (found.length > 0)
        return { kind, ms: found[0].age, name: found.length < told.length ? nameOf(found[0]) : null };
    }
    const [furthest] = told.toSorted((a, b) => b.ahead - a.ahead);
    if (furthest.ahead > aheadMs) return { kind: "ahead", ms: furthest.ahead, name: nameOf(furthest) };
    return { kind: "fresh", ms: Math.min(...told.map(({ age }) => age)), name: null };
  };
}
