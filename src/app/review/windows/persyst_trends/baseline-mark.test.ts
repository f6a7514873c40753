import { expect, it } from "vitest";
import type { Span } from "../../../../domain/time/view-span.ts";
import { type BaselineMark, createBaselineGesture, markedSpan, noMark } from "./baseline-mark.ts";

/** A plot on which a pixel is a second. */
function world() {
  const mark: BaselineMark = { ...noMark, isOn: true };
  const taken: Span[] = [];
  const gesture = createBaselineGesture({ mark, timeAt: (x) => 1000 * x, take: (span) => taken.push(span) });
  return { mark, taken, gesture };
}
const at = (x: number) => ({ x, y: 5 });

it("takes what is drawn over the plot in either direction, and is off then", () => {
  const { mark, taken, gesture } = world();
  expect(gesture.begin(at(900))).toBe(true);
  gesture.drag(at(100));
  expect(markedSpan(mark, null)).toEqual({ startMs: 100_000, endMs: 900_000 });
  gesture.end(true);
  expect(taken).toEqual([{ startMs: 100_000, endMs: 900_000 }]);
  expect(mark).toEqual(noMark);
  expect([gesture.begin(at(1)), gesture.choose(5), gesture.formAt(at(1))]).toEqual([false, false, null]);
});

it("takes nothing shorter than ten minutes, and says so", () => {
  const { mark, taken, gesture } = world();
  gesture.begin(at(100));
  gesture.drag(at(699));
  gesture.end(true);
  expect(taken).toEqual([]);
  expect(mark).toEqual({ isOn: true, fromMs: null, toMs: null, wasShort: true });
  gesture.begin(at(100));
  gesture.end(true);
  expect(mark.wasShort).toBe(false);
});

it("is marked by a key at the cursor, at its beginning and at its end", () => {
  const { mark, taken, gesture } = world();
  expect(gesture.choose(null)).toBe(true);
  expect(mark.fromMs).toBeNull();
  gesture.choose(50_000);
  expect(markedSpan(mark, 80_000.5)).toEqual({ startMs: 50_000, endMs: 80_001 });
  expect(markedSpan(mark, null)).toBeNull();
  gesture.choose(650_000);
  expect(taken).toEqual([{ startMs: 50_000, endMs: 650_000 }]);
});

it("marks nothing that is taken away", () => {
  const { mark, taken, gesture } = world();
  gesture.begin(at(100));
  gesture.drag(at(900));
  gesture.end(false);
  expect([taken, mark.fromMs, mark.isOn]).toEqual([[], null, true]);
});
