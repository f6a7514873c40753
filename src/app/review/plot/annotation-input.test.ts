import { expect, it } from "vitest";
import { createEventMark } from "../annotations/event-mark.ts";
import type { AnnotationDraft, DrawnAnnotations } from "../annotations/types.ts";
import { createAnnotationInput } from "./annotation-input.ts";

/** A pen over rows of 20 px: what is drawn while it is dragged, and what is made. */
function pen() {
  const drafts: (readonly string[] | undefined)[] = [];
  const made: unknown[][] = [];
  const pointing = {
    tool: () => "brush",
    setDraft: (draft: AnnotationDraft | null) => void drafts.push(draft?.modalities),
    make: (...all: unknown[]) => void made.push(all),
  };
  const input = createAnnotationInput({
    annotations: { event: createEventMark(), pointing } as unknown as DrawnAnnotations,
    strip: { edgeAt: () => null, holdOut: () => undefined },
    title: "EEG Montage",
    timeAt: (x) => 1000 * x,
    channelsAt: (from, to) => [from, to].map((y) => `row ${Math.floor(y / 20)}`),
  });
  return { input, drafts, made };
}

it("names the channels of the rows that it is dragged over, as it is drawn meanwhile; a press alone names none", () => {
  const { input, drafts, made } = pen();
  input.begin({ x: 10, y: 30 });
  input.drag({ x: 20, y: 30 });
  input.drag({ x: 30, y: 70 });
  input.end(true);
  expect(drafts).toEqual([["row 1", "row 1"], ["row 1", "row 1"], ["row 1", "row 3"], undefined]);
  input.begin({ x: 40, y: 30 });
  input.end(true);
  expect(made).toEqual([
    [10_000, 30_000, "EEG Montage", ["row 1", "row 3"]],
    [40_000, 40_000, "EEG Montage", []],
  ]);
});

/** A band from 100 to 200 s, 1 px a second, held by its end 3 px beside it. */
function held() {
  const row = { start_time: 100_000, end_time: 200_000, color: "#FF0000", annotation_text: "Seizure" };
  const moved: [number, number, number][] = [];
  const out: (number | null)[] = [];
  const pointing = {
    mayMove: () => true,
    tool: () => "cursor",
    setDraft: () => undefined,
    move: (ref: number, from: number, to: number) => void moved.push([ref, from, to]),
  };
  const input = createAnnotationInput({
    annotations: { event: createEventMark(), pointing, table: { get: () => row } } as unknown as DrawnAnnotations,
    strip: { edgeAt: () => ({ ref: 5, isEnd: true }), holdOut: (edge) => void out.push(edge?.ref ?? null) },
    title: "EEG Montage",
    timeAt: (x) => Math.min(Math.max(1000 * x, 0), 1_000_000),
    channelsAt: () => [],
  });
  expect(input.begin({ x: 203, y: 10 })).toBe(true);
  return { input, moved, row, out };
}

it("moves no edge by a press, nor by the tremble of one", () => {
  const { input, moved } = held();
  input.drag({ x: 206, y: 10 });
  input.end(true);
  expect(moved).toEqual([]);
});

it("moves an edge by as much as the pointer went, within the file, and leaves the other one where it is by now", () => {
  const first = held();
  first.input.drag({ x: 253, y: 10 });
  first.row.start_time = 90_000; // somebody else has moved it meanwhile
  first.input.end(true);
  expect(first.moved).toEqual([[5, 90_000, 250_000]]);
  const far = held();
  far.input.drag({ x: 5000, y: 10 });
  far.input.end(true);
  expect(far.moved).toEqual([[5, 100_000, 1_000_000]]);
});

it("holds out the edge that a press would take, until the pointer leaves", () => {
  const { input, out } = held();
  expect(input.formAt({ x: 203, y: 10 })).toBe("ew-resize");
  input.leave();
  expect(out).toEqual([5, null]);
});
