import { expect, it } from "vitest";
import type { SharedView } from "../../../protocol/shared-views.ts";
import { visitedDocument } from "./visited.ts";

const window = (area: string, props: Record<string, unknown> = {}) => ({
  area,
  componentId: "eeg_montage",
  version: 1,
  props,
});
const view: SharedView = {
  display: {
    name: "Night",
    cssGridTemplate: '"z a b c"',
    areas: [window("z"), window("a"), window("b"), window("c", { isLinked: false })],
  },
  spans: [
    { area: "c", start_ms: 5.5, end_ms: 6.5 },
    { area: "b", start_ms: 1000.25, end_ms: 61_000.25 },
    { area: "a", start_ms: 1000.25, end_ms: 11_000.25 },
  ],
  active: "c",
  made_by: "Ada",
  made_at: 0,
  is_own: false,
};
const spans = {
  a: { startMs: 1000.25, endMs: 11_000.25 },
  b: { startMs: 1000.25, endMs: 61_000.25 },
  c: { startMs: 5.5, endMs: 6.5 },
};

it("opens what was shared, to the fraction of a millisecond that its address rounds away", () => {
  expect(visitedDocument(view)).toMatchObject({ active: "c", spans, areas: { c: { props: { isLinked: false } } } });
  expect(visitedDocument(view, { startMs: 1000, endMs: 11_000 })?.spans).toEqual(spans);
});

it("goes on where the first window that was open stands by now, with those that are linked with it", () => {
  expect(visitedDocument(view, { startMs: 9000, endMs: 14_000 })?.spans).toEqual({
    a: { startMs: 9000, endMs: 14_000 },
    b: { startMs: 9000, endMs: 69_000 },
    c: spans.c,
  });
  const alone = { ...view, display: { ...view.display, areas: [window("z"), window("a", { isLinked: false })] } };
  const moved = visitedDocument(
    { ...alone, display: { ...alone.display, areas: [...alone.display.areas, window("b"), window("c")] } },
    { startMs: 9000, endMs: 14_000 },
  );
  expect(moved?.spans).toEqual({ ...spans, a: { startMs: 9000, endMs: 14_000 } });
});

it("goes on where the window that the address names stands, which is active then", () => {
  const moved = visitedDocument(view, { startMs: 9000, endMs: 14_000 }, "b");
  expect(moved).toMatchObject({
    active: "b",
    spans: { a: { startMs: 9000, endMs: 19_000 }, b: { startMs: 9000, endMs: 14_000 }, c: spans.c },
  });
  expect(visitedDocument(view, { startMs: 1000, endMs: 11_000 }, "z")).toMatchObject({ active: "c", spans });
});

it("has nothing to open of a template that is none", () => {
  expect(visitedDocument({ ...view, display: { ...view.display, cssGridTemplate: '"a' } })).toBeNull();
});
