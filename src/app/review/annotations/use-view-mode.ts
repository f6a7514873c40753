import { useEffect } from "react";
import { subscribeKey } from "valtio/utils";
import type { ReviewWorkspace } from "../workspace-types.ts";
import type { AnnotationStore } from "./types.ts";

/** In view mode the windows of a review stay as they are (README, "what the modes permit"). */
export function useViewMode(workspace: ReviewWorkspace | null, store: AnnotationStore | null): void {
  useEffect(() => {
    if (workspace === null || store === null) return;
    const tell = () => {
      workspace.display.isFixed = store.state.mode === "view_mode";
    };
    tell();
    return subscribeKey(store.state, "mode", tell, true);
  }, [workspace, store]);
}
