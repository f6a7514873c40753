import { useEffect } from "react";
import { addCoverage, getCoverage } from "../../../protocol/coverage.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { ApiFailure, call, callOnLeaving, sessionOwner } from "../../session/index.ts";
import { provideCoverage } from "./coverage-now.ts";
import { createCoverageStore } from "./coverage-store.ts";
import { keptCoverage } from "./kept-coverage.ts";

/** Notes what of a recording is on the screen, while its review stands; `isGone`: the session or the permission has ended. */
export function useCoverageKeeping(recording: RecordingDetail, isGone: boolean): void {
  useEffect(() => {
    const owner = sessionOwner();
    if (isGone || owner === null) return;
    const id = { data_object_id: recording.data_object_id };
    const store = createCoverageStore({
      fileOf: () => ({ startMs: recording.start_ms, endMs: recording.end_ms }),
      read: async () => (await call(getCoverage, id)).people,
      async send(seen, isLeaving) {
        // Whoever signs in next sends nothing of this person.
        if (sessionOwner() !== owner) return "away";
        try {
          await (isLeaving ? callOnLeaving : call)(addCoverage, { ...id, seen });
          return "done";
        } catch (error) {
          const status = error instanceof ApiFailure ? error.status : 0;
          return [400, 403, 404, 413].includes(status) ? "refused" : "away";
        }
      },
      kept: keptCoverage(owner, recording.data_object_id),
      now: () => performance.now(),
      every(ms, work) {
        const timer = setInterval(work, ms);
        return () => clearInterval(timer);
      },
    });
    const untie = provideCoverage(store);
    const abort = new AbortController();
    const { signal } = abort;
    const follow = () => (document.visibilityState === "hidden" ? store.hide(true) : store.show());
    document.addEventListener("visibilitychange", follow, { signal });
    window.addEventListener("pagehide", () => store.hide(true), { signal });
    return () => {
      abort.abort();
      untie();
      store[Symbol.dispose]();
    };
  }, [recording, isGone]);
}
