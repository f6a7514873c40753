import { expect, it } from "vitest";
import { createSkippedTimes } from "./skipped.ts";
import { spanWithout, totalMs, withoutSpan, withSpan } from "./time-spans.ts";
import type { Span } from "./view-span.ts";

const span = (startMs: number, endMs: number): Span => ({ startMs, endMs });

it("joins, cuts and measures sets of times like a set of seconds", () => {
  let state = 9;
  const random = (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % n;
  };
  let set: readonly Span[] = [];
  const seconds = new Set<number>();
  for (let k = 0; k < 2000; k++) {
    const from = random(200);
    const to = from + random(20);
    const isAdded = random(2) === 0;
    set = isAdded ? withSpan(set, span(from, to)) : withoutSpan(set, span(from, to));
    for (let s = from; s < to; s++) isAdded ? seconds.add(s) : seconds.delete(s);
    expect(totalMs(set)).toBe(seconds.size);
    for (let n = 1; n < set.length; n++) expect(set[n].startMs).toBeGreaterThan(set[n - 1].endMs - 1e-9);
    expect(set.every(({ startMs, endMs }) => endMs > startMs && seconds.has(startMs) && seconds.has(endMs - 1))).toBe(
      true,
    );
  }
  expect(spanWithout(span(0, 10), [span(2, 4), span(8, 12)])).toEqual([span(0, 2), span(4, 8)]);
});

it("marks what left the view unseen, until it is shown", () => {
  const skipped = createSkippedTimes();
  skipped.frame(span(0, 30), [], true);
  skipped.frame(span(10, 40), [span(32, 40)], true);
  skipped.frame(span(20, 50), [span(32, 50)], true);
  expect(skipped.spans).toEqual([]);
  skipped.frame(span(40, 70), [span(48, 70)], true);
  // 32 to 40 went by; 40 to 48 came late but is seen now.
  expect(skipped.spans).toEqual([span(32, 40)]);
  skipped.frame(span(60, 90), [], true);
  expect(skipped.spans).toEqual([span(32, 40), span(48, 60)]);
  skipped.frame(span(35, 65), [], false);
  expect(skipped.spans).toEqual([span(32, 35)]);
});

it("marks what lies between two frames that are further apart than a page, not what a reader jumps over", () => {
  const skipped = createSkippedTimes();
  skipped.frame(span(0, 10), [], true);
  skipped.frame(span(16, 26), [], true);
  expect(skipped.spans).toEqual([span(10, 16)]);
  skipped.frame(span(500, 510), [], false);
  expect(skipped.spans).toEqual([span(10, 16)]);
});

it("goes on from what was skipped before the window was drawn anew", () => {
  const skipped = createSkippedTimes([span(100, 200)]);
  skipped.frame(span(0, 10), [], false);
  expect(skipped.spans).toEqual([span(100, 200)]);
  skipped.frame(span(90, 150), [], false);
  expect(skipped.spans).toEqual([span(150, 200)]);
});
