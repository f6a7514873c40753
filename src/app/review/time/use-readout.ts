import { useCallback, useSyncExternalStore } from "react";
import { subscribe } from "valtio";
import type { Timeline } from "./timeline.ts";

const readoutMs = 100;

/**
 * A number, text or flag read from a timeline, at most ten times a second: the frame loop moves the view sixty times a
 * second and React must not follow it. `select` must give equal values for equal timelines.
 */
export function useReadout<T extends string | number | boolean>(timeline: Timeline, select: (t: Timeline) => T): T {
  const follow = useCallback(
    (notify: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const untie = subscribe(timeline, () => {
        if (timer !== undefined) return;
        timer = setTimeout(() => {
          timer = undefined;
          notify();
        }, readoutMs);
      });
      return () => {
        untie();
        clearTimeout(timer);
      };
    },
    [timeline],
  );
  return useSyncExternalStore(follow, () => select(timeline));
}
