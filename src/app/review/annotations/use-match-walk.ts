import { useEffect } from "react";
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
export function useMatchWalk({ store, recording, panels, viewMs, onJump }: MatchWalkOptions): void {
  useEffect(
    () =>
      provideMatchWalk(
        makeMatchWalk({
          table: store.table,
          rows: () => matchingRows(panels.search, store.table, clockOf(recording), recording).rows,
          viewMs,
          jump: onJump,
          said(sentence, isTurned) {
            panels.said = sentence;
            if (isTurned && !panels.isListOpen) toast.success(sentence);
          },
        }),
      ),
    // What it asks and does is that of this drawing.
  );
}
