import { useSnapshot } from "valtio";
import type { Timeline } from "./timeline.ts";

/** Whether a window is locked to the latest data, also after it changed its group. */
export function useIsLive(timeline: Timeline): boolean {
  useSnapshot(timeline).link;
  return useSnapshot(timeline.link.state).isFollowing;
}
