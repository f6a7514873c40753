import { useSnapshot } from "valtio";
import type { MarkedTimes } from "./link-group.ts";
import type { Timeline } from "./timeline.ts";

/** What a window of its group has marked; null: nothing. */
export function useMarked(timeline: Timeline): MarkedTimes | null {
  const { link } = useSnapshot(timeline);
  return useSnapshot(link.state as Timeline["link"]["state"]).marked as MarkedTimes | null;
}
