import { expect, it } from "vitest";
import { createEventMark } from "../annotations/event-mark.ts";
import type { DrawnAnnotations } from "../annotations/types.ts";
import { createAnnotationInput } from "./annotation-input.ts";

/** A band from 100 to 200 s, 1 px a second, held by its end 3 px beside it. */
function held() {
  const row = { start_time: 100_000, end_time: 200_000, color: "#FF0000", annotation_text: "Seizure" };
  const moved: [number, number, number][] = [];
  const pointing = {
    mayMove: () => true,
    tool: () => "cursor",
    setDraft: () => undefined,
    move: (ref: number, from: number, to: number) => void moved.push([ref, from, to]),
  };
  const input = createAnnotationInput({
    annotations: { event: createEventMark(), pointing, table: { get: () => row } } as unknown as DrawnAnnotations,
    strip: { edgeAt: () => ({ ref: 5, isEnd: true }) },
    title: "EEG Montage",
    timeAt: (x) => Math.min(Math.max(1000 * x, 0), 1_000_000),
  });
  expect(input.begin({ x: 203, y: 10 })).toBe(true);
  return { input, moved, row };
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
