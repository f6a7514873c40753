import { proxy } from "valtio";
import { expect, it, vi } from "vitest";
import { AnnotationTable } from "../../../domain/annotations/annotation-table.ts";
import { createEventMark } from "./event-mark.ts";
import { marksOver } from "./own-marks.ts";
import { content } from "./sessions/test-store.ts";
import { noMaskBook } from "./test-masks.ts";
import type { AnnotationPointing, DrawnAnnotations } from "./types.ts";

function world() {
  const table = new AnnotationTable();
  table.write({ ref: 1, groupId: 1, revision: 1, madeAt: 0, person: null, isLoaded: true, content: content() });
  const draft = { startMs: 0, endMs: 1, color: "#FF0000", title: "", of: null, modalities: [] };
  const state = proxy<DrawnAnnotations["state"]>({ revision: 1, isHidden: false, draft });
  const [make, setDraft, tell] = [vi.fn(), vi.fn(), vi.fn()];
  const pointing = { tool: () => "brush", mayMove: () => true, setDraft, make } as unknown as AnnotationPointing;
  const annotations = { table, state, masks: noMaskBook(), event: createEventMark(), pointing };
  return { state, make, setDraft, tell, marks: marksOver(annotations, "not here", tell) };
}

it("draws and marks over the annotations' own recording alone, and says so elsewhere", () => {
  const { state, make, setDraft, tell, marks } = world();
  const { drawn } = marks;
  expect([drawn.state.isHidden, drawn.state.draft !== null]).toEqual([false, true]);
  drawn.pointing?.make(1, 2, "Time Series", ["ABP"]);
  expect([make.mock.calls, tell.mock.calls, marks.whyNot()]).toEqual([[[1, 2, "Time Series", ["ABP"]]], [], null]);
  marks.setOwn(false);
  expect([drawn.state.isHidden, drawn.state.draft]).toEqual([true, null]);
  expect([drawn.pointing?.mayMove(1), marks.whyNot()]).toEqual([false, "not here"]);
  drawn.pointing?.setDraft({ startMs: 0, endMs: 1, color: "#FF0000", title: "", of: null, modalities: [] });
  drawn.pointing?.make(1, 2, "Time Series");
  expect([setDraft.mock.calls, make.mock.calls.length, tell.mock.calls]).toEqual([[], 1, [["not here"]]]);
  // What is done elsewhere does not show it again.
  state.revision = 2;
  expect([drawn.state.isHidden, drawn.state.revision]).toEqual([true, 2]);
  marks.setOwn(true);
  expect([drawn.state.isHidden, drawn.state.draft !== null]).toEqual([false, true]);
  state.isHidden = true;
  expect(drawn.state.isHidden).toBe(true);
  marks[Symbol.dispose]();
});
