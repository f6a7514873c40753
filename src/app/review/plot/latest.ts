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

/** "silent": nothing has come for that long; "ahead": its times lie so far ahead of the server's clock. */
export interface Latest {
  readonly kind: "fresh" | "silent" | "ahead";
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
  const seen = new Map<string, { endMs: number | null; at: number }>();
  return (groups, { nowMs, serverMs }) => {
    const growing = groups.filter(({ isGrowing }) => isGrowing);
    const told = (growing.length > 0 ? growing : groups).map(({ key, name, endMs, periodMs }) => {
      const known = seen.get(key);
      const at = known === undefined || known.endMs !== endMs ? nowMs : known.at;
      seen.set(key, { endMs, at });
      const age = Math.max(0, nowMs - at, endMs === null ? 0 : serverMs - endMs);
      const isSilent = age >= Math.max(silentMs, silentPeriods * periodMs);
      return { name, age, isSilent, ahead: endMs === null ? 0 : endMs - serverMs };
    });
    if (told.length === 0) return null;
    const nameOf = ({ name }: { name: string }) => (told.length > 1 ? name : null);
    const silent = told.filter(({ isSilent }) => isSilent).toSorted((a, b) => b.age - a.age);
    if (silent.length > 0)
      return { kind: "silent", ms: silent[0].age, name: silent.length < told.length ? nameOf(silent[0]) : null };
    const [furthest] = told.toSorted((a, b) => b.ahead - a.ahead);
    if (furthest.ahead > aheadMs) return { kind: "ahead", ms: furthest.ahead, name: nameOf(furthest) };
    return { kind: "fresh", ms: Math.min(...told.map(({ age }) => age)), name: null };
  };
}
