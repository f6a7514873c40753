// @vitest-environment happy-dom
import { expect, it } from "vitest";
import type { Clock } from "../../../domain/time/clock.ts";
import { createLinkGroup, pointAt, stepCursor } from "../time/link-group.ts";
import { createTimeline, spanOf } from "../time/timeline.ts";
import { cursorPointer, drawCursor, type PointerPlace } from "./cursor.ts";

const file = { startMs: 0, endMs: 600_000 };
const widthPx = 1000;

function world() {
  const link = createLinkGroup();
  const [own, other] = [10_000, 20_000].map((endMs) => createTimeline(file, { startMs: 0, endMs }, link));
  const element = () => document.createElement("div");
  const elements = { line: element(), pill: element(), chip: element(), values: element() };
  /** Where the line stands, and its time. */
  const drawn = (pointer: PointerPlace | null) => {
    const x = drawCursor(elements, {
      ...{ pointer: cursorPointer(own, pointer, widthPx), timeline: own, span: spanOf(own) },
      ...{ size: { width: widthPx, height: 100, ratio: 1 }, parts: [], read: () => null, saysRows: true },
      clock: { time: (ms: number) => String(ms), zoneOfRepeat: () => "" } as unknown as Clock,
    });
    return [x, elements.pill.textContent];
  };
  return { link, own, other, drawn };
}

it("stands at the pointer that is over the plot", () => {
  const { link, own, drawn } = world();
  const pointer = { x: 300, y: 10 };
  pointAt(link, own, 0.3);
  expect(cursorPointer(own, pointer, widthPx)).toBe(pointer);
  expect(drawn(pointer)).toEqual([300, "3000"]);
});

it("goes with the keys though a pointer rests over the plot, in all windows to the same time", () => {
  const { link, own, other, drawn } = world();
  const pointer = { x: 300, y: 10 };
  pointAt(link, own, 0.3);
  stepCursor(link, own, 0.1);
  expect(cursorPointer(own, pointer, widthPx)).toBeNull();
  expect(drawn(pointer)).toEqual([400, "4000"]);
  // In another window, which has the keys.
  pointAt(link, other, 0.25);
  expect(drawn(pointer)).toEqual([500, "5000"]);
  pointAt(link, other, null);
  expect(drawn(pointer)[0]).toBeNull();
  // The pointer moves again.
  pointAt(link, own, 0.31);
  expect(drawn({ x: 310, y: 10 })).toEqual([310, "3100"]);
});
