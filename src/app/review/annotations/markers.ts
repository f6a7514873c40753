/**
 * Annotations by key (spec 001 section 4, "Annotation in progress"): the key of a custom annotation records where it starts, the time hovered
 * last; the same key again finishes it there. Ends that come first change places.
 */
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import type { AnnotationActions, CustomMarker } from "../shortcuts/annotation-actions.ts";
import type { AnnotationStore } from "./types.ts";

export interface MarkersDeps {
  readonly store: Pick<AnnotationStore, "state" | "create" | "setMode" | "setDraft" | "hasStep" | "undoOrAsk">;
  mayCreate(): boolean;
  /** The window that has the keys; null: none is open. */
  active(): {
    readonly title: string /** Epoch ms; null: nothing was hovered yet. */;
    hoveredMs(): number | null;
    /** Why nothing can be marked over what it shows; null: it can. */
    whyNot(): string | null;
  } | null;
  tell(sentence: string): void;
}

export function makeMarkers({ store, mayCreate, active, tell }: MarkersDeps): AnnotationActions {
  const { state } = store;
  let started: { readonly marker: CustomMarker; readonly startMs: number; readonly title: string } | null = null;
  const drop = () => {
    started = null;
    store.setDraft(null);
  };
  return {
    updateMarkers(marker) {
      if (!mayCreate()) return;
      if (state.mode !== "annotate_mode") {
        tell(annotationText.notInThisMode);
        return;
      }
      const window = active();
      const hoveredMs = window?.hoveredMs() ?? null;
      if (window === null || hoveredMs === null) {
        tell(annotationText.noHover);
        return;
      }
      const whyNot = window.whyNot();
      if (whyNot !== null) {
        tell(whyNot);
        return;
      }
      const { template, shortcutId } = marker;
      if (started === null || started.marker.shortcutId !== shortcutId) {
        if (state.current === null) {
          tell(annotationText.noSession);
          return;
        }
        started = { marker, startMs: hoveredMs, title: window.title };
        const { color, annotation_text: title, modalities } = template;
        store.setDraft({ startMs: hoveredMs, endMs: null, color, title, of: null, modalities });
        return;
      }
      const { startMs, title } = started;
      drop();
      if (state.current === null) {
        tell(annotationText.noSessionAtEnd);
        return;
      }
      const [start_time, end_time] = [Math.min(startMs, hoveredMs), Math.max(startMs, hoveredMs)];
      store.create({ ...template, start_time, end_time, annotation_type: title }, state.current);
    },
    isInProgress: () => started !== null,
    cancel: drop,
    enterMode(mode) {
      if (mode !== "annotate_mode") drop();
      store.setMode(mode);
    },
    undo: () => (store.hasStep("undo") ? () => store.undoOrAsk("undo") : null),
    redo: () => (store.hasStep("redo") ? () => store.undoOrAsk("redo") : null),
  };
}
