import { useEffect, useRef } from "react";
import { clockOf } from "../../../domain/time/clock.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { toast } from "../../../ui/notices/toasts.ts";
import { provideMatchWalk } from "../shortcuts/annotation-actions.ts";
import { makeMatchWalk } from "./match-walk.ts";
import type { SessionPanels } from "./sessions/session-panels.ts";
import { matchingRows } from "./sidebar/matching-rows.ts";
import type { AnnotationStore } from "./types.ts";

export interface MatchWalkOptions {
  store: AnnotationStore;
  recording: RecordingDetail;
  panels: SessionPanels;
  /** The middle of the view, epoch ms; null: no window is open. */
  viewMs: () => number | null;
  onJump: (timeMs: number) => void;
}

/** Keys and buttons go from match to match of the list's search, also while the list is closed. */
export function useMatchWalk(options: MatchWalkOptions): void {
  const { store } = options;
  /** What the walk asks and does is that of the last drawing; where it stands outlives drawings. */
  const now = useRef(options);
  useEffect(() => {
    now.current = options;
  });
  useEffect(
    () =>
      provideMatchWalk(
        makeMatchWalk({
          table: store.table,
          rows() {
            const { panels, recording } = now.current;
            return matchingRows(panels.search, store.table, clockOf(recording), recording).rows;
          },
          viewMs: () => now.current.viewMs(),
          jump: (timeMs) => now.current.onJump(timeMs),
          said(sentence, isTurned) {
            const { panels } = now.current;
            panels.said = sentence;
            if (isTurned && !panels.isListOpen) toast.success(sentence);
          },
        }),
      ),
    [store],
  );
}
