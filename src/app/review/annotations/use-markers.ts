import { useEffect } from "react";
import { toast } from "../../../ui/notices/toasts.ts";
import { holds } from "../../session/index.ts";
import { provideAnnotationActions } from "../shortcuts/annotation-actions.ts";
import { activeWindow } from "../shortcuts/window-actions.ts";
import { markedWindow } from "./marked-window.ts";
import { makeMarkers } from "./markers.ts";
import type { AnnotationStore } from "./types.ts";

/** Annotations by key, while a review is open. */
export function useMarkers(store: AnnotationStore | null): void {
  useEffect(() => {
    if (store === null) return;
    return provideAnnotationActions(
      makeMarkers({
        store,
        mayCreate: () => holds("create_annotations"),
        active() {
          const window = activeWindow();
          return window === null ? null : markedWindow(window);
        },
        tell: (sentence) => toast.error(sentence),
      }),
    );
  }, [store]);
}
