import { expect, it } from "vitest";
import { spansAhead } from "./view-pages.ts";

const minute = 60_000;
const spansOf = ({ startMs, endMs }: { startMs: number; endMs: number }) => {
  const first = Math.floor(startMs / minute);
  return Array.from({ length: Math.ceil(endMs / minute) - first }, (_, k) => ({
    startMs: (first + k) * minute,
    endMs: (first + k + 1) * minute,
  }));
};
const view = { startMs: 0, endMs: minute };
const startsOf = (speed: number, endMs = 60 * minute) =>
  spansAhead(view, spansOf(view), { speed, endMs, spansOf }).map(({ startMs }) => startMs / minute);

it("asks for what a second of playing comes to, the first first, each once", () => {
  expect(startsOf(1)).toEqual([1]);
  expect(startsOf(100)).toEqual([1, 2]);
});

it("asks for six pages at most, and for none beyond the end of the file", () => {
  expect(startsOf(1000)).toHaveLength(6);
  expect(startsOf(1000, 3 * minute)).toEqual([1, 2]);
  expect(startsOf(1000, minute)).toEqual([]);
});
