import { expect, it, vi } from "vitest";
import type { AnnotationContent } from "../../../protocol/annotations.ts";
import { makeMarkers } from "./markers.ts";
import type { AnnotationDraft, AnnotationState, VisualizationMode } from "./types.ts";

const template = {
  annotation_text: "Spike",
  annotation_description: "",
  modalities: ["Fp1"],
  color: "#00FF00",
  opacity: 0.3,
  tags: ["spike"],
  kind: "note" as const,
};
const marker = { shortcutId: "a1", template };

function world() {
  const state = {
    mode: "annotate_mode",
    current: 7,
  } as Partial<AnnotationState> as AnnotationState;
  const made: (AnnotationContent & { groupId: number })[] = [];
  const drafts: (AnnotationDraft | null)[] = [];
  const tell = vi.fn();
  const at = { hoveredMs: 5000 as number | null, mayCreate: true };
  const markers = makeMarkers({
    store: {
      state,
      create(content, groupId) {
        made.push({ ...content, groupId });
        return -1;
      },
      setMode: (mode: VisualizationMode) => {
        state.mode = mode;
      },
      setDraft: (draft) => drafts.push(draft),
      hasStep: () => false,
      undoOrAsk: vi.fn(),
    },
    mayCreate: () => at.mayCreate,
    active: () => ({ title: "EEG Montage", hoveredMs: () => at.hoveredMs, whyNot: () => null }),
    tell,
  });
  return { markers, state, made, drafts, tell, at };
}

it("starts at the time hovered last, and the same key finishes it there", () => {
  const { markers, made, drafts, at } = world();
  markers.updateMarkers(marker);
  expect([made, markers.isInProgress()]).toEqual([[], true]);
  expect(drafts.at(-1)).toEqual({
    startMs: 5000,
    endMs: null,
    color: "#00FF00",
    title: "Spike",
    of: null,
    modalities: template.modalities,
  });
  at.hoveredMs = 8000;
  markers.updateMarkers(marker);
  expect(made).toEqual([{ ...template, start_time: 5000, end_time: 8000, annotation_type: "EEG Montage", groupId: 7 }]);
  expect([drafts.at(-1), markers.isInProgress()]).toEqual([null, false]);
});

it("swaps ends, is given up by cancel, and begins anew with another key", () => {
  const { markers, made, at } = world();
  markers.updateMarkers(marker);
  markers.cancel();
  expect(markers.isInProgress()).toBe(false);
  markers.updateMarkers(marker);
  markers.updateMarkers({ shortcutId: "b2", template: { ...template, annotation_text: "Seizure" } });
  at.hoveredMs = 1000;
  markers.updateMarkers({ shortcutId: "b2", template: { ...template, annotation_text: "Seizure" } });
  expect(made.map(({ annotation_text, start_time, end_time }) => [annotation_text, start_time, end_time])).toEqual([
    ["Seizure", 1000, 5000],
  ]);
});

it("says in the specified words why nothing was marked", () => {
  const { markers, state, made, tell, at } = world();
  at.mayCreate = false;
  markers.updateMarkers(marker);
  expect(tell).not.toHaveBeenCalled();
  at.mayCreate = true;
  at.hoveredMs = null;
  markers.updateMarkers(marker);
  expect(tell).toHaveBeenLastCalledWith("There was a problem updating the in progress annotation.");
  at.hoveredMs = 5000;
  state.current = null;
  markers.updateMarkers(marker);
  expect(tell).toHaveBeenLastCalledWith("Annotation Session must be selected before creating an annotation.");
  state.current = 7;
  markers.updateMarkers(marker);
  state.current = null;
  markers.updateMarkers(marker);
  expect(tell).toHaveBeenLastCalledWith("Can't finish the annotation because no annotation group is selected.");
  state.current = 7;
  markers.enterMode("configure_mode");
  markers.updateMarkers(marker);
  expect(tell).toHaveBeenLastCalledWith("Annotations are made in annotate mode.");
  expect(made).toEqual([]);
});
