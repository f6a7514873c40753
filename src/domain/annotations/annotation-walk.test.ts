import { expect, it } from "vitest";
import { createAnnotationWalk } from "./annotation-walk.ts";

const walkOver = (times: readonly number[]) =>
  createAnnotationWalk({
    starts: times,
    inOrder: () => Uint32Array.from(times.keys()).sort((a, b) => times[a] - times[b]),
  });
const file = { startMs: 0, endMs: 600_000 };
const span = (startMs: number) => ({ startMs, endMs: startMs + 30_000 });

it("visits every annotation in turn, those that lie too near to the ends to be centred too", () => {
  const walk = walkOver([200_000, 3000, 5000, 599_000, 200_000, 199_000]);
  let view = span(0);
  const next = (direction: -1 | 1) => {
    const found = walk(view, file, direction);
    if (found !== null) view = found;
    return found?.startMs ?? null;
  };
  expect(next(-1)).toBe(0);
  expect(next(-1)).toBe(0);
  expect(next(-1)).toBeNull();
  expect([next(1), next(1), next(1), next(1), next(1)]).toEqual([0, 184_000, 185_000, 570_000, null]);
  expect(next(-1)).toBe(185_000);
});

it("begins from the middle of the view when the reader moved it", () => {
  const walk = walkOver([100_000, 300_000]);
  expect(walk(span(0), file, 1)?.startMs).toBe(85_000);
  expect(walk(span(250_000), file, -1)?.startMs).toBe(85_000);
  expect(walk(span(250_000), file, 1)?.startMs).toBe(285_000);
  expect(walkOver([])(span(0), file, 1)).toBeNull();
});
