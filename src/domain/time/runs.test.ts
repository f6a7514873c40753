/** Every operation on runs against its meaning, index by index. */
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  beginsAt,
  eachWithin,
  endOf,
  firstEndingAfter,
  firstWhere,
  type GridRun,
  gapsWithin,
  isSeamAt,
  isTouched,
  joinRuns,
  runsWithin,
} from "./runs.ts";

/** Ascending, disjoint; some touch. */
const runsArbitrary = fc
  .array(fc.record({ gap: fc.nat(3), count: fc.integer({ min: 1, max: 5 }) }), { maxLength: 12 })
  .map((steps) => {
    let at = 0;
    return steps.map(({ gap, count }): GridRun => {
      const first = at + gap;
      at = first + count;
      return { first, count };
    });
  });
const edge = fc.integer({ min: -4, max: 100 });

const isHeld = (runs: readonly GridRun[], index: number) =>
  runs.some((run) => index >= run.first && index < endOf(run));
const indexes = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, k) => from + k);
const indexesOf = (runs: readonly GridRun[]) => runs.flatMap((run) => indexes(run.first, endOf(run)));

it("bisects to the first position from which on something holds", () => {
  fc.assert(
    fc.property(fc.nat(40), fc.nat(40), (length, at) => {
      expect(firstWhere(length, (k) => k >= at)).toBe(Math.min(length, at));
    }),
  );
});

it("finds the run that holds an index, or the next one", () => {
  fc.assert(
    fc.property(runsArbitrary, edge, (runs, index) => {
      const k = runs.findIndex((run) => endOf(run) > index);
      expect(firstEndingAfter(runs, index)).toBe(k < 0 ? runs.length : k);
      expect(beginsAt(runs, index)).toBe(runs.some(({ first }) => first === index));
      expect(isSeamAt(runs, index)).toBe(beginsAt(runs, index) && isHeld(runs, index - 1));
    }),
  );
});

it("clips runs: every index once, nothing empty, seams where a touching run begins", () => {
  fc.assert(
    fc.property(runsArbitrary, edge, edge, (runs, from, to) => {
      const parts = runsWithin(runs, from, to);
      expect(indexesOf(parts)).toEqual(indexes(from, to).filter((index) => isHeld(runs, index)));
      for (const { first, count, isSeam } of parts) {
        expect(count).toBeGreaterThan(0);
        expect(isSeam ?? false).toBe(isSeamAt(runs, first));
      }
      const positions: number[] = [];
      eachWithin(runs, from, to, (_start, _end, k) => positions.push(k));
      expect(positions).toEqual(
        runs.flatMap((run, k) => (run.first < to && endOf(run) > from && from < to ? [k] : [])),
      );
      expect(isTouched(runs, from, to)).toBe(parts.length > 0);
    }),
  );
});

it("finds what no run holds: parts and gaps together are the whole", () => {
  fc.assert(
    fc.property(runsArbitrary, edge, edge, (runs, from, to) => {
      const gaps = gapsWithin(runs, from, to);
      expect(gaps.flatMap(({ start, end }) => indexes(start, end))).toEqual(
        indexes(from, to).filter((index) => !isHeld(runs, index)),
      );
      expect(gaps.every(({ start, end }) => end > start)).toBe(true);
    }),
  );
});

it("joins runs in any order", () => {
  const anyRun = fc.record({ first: fc.nat(60), count: fc.integer({ min: 1, max: 9 }) });
  fc.assert(
    fc.property(fc.array(anyRun), (runs) => {
      const joined = joinRuns(runs);
      expect(indexesOf(joined)).toEqual(indexes(0, 80).filter((index) => isHeld(runs, index)));
      expect(joined.some((_, k) => k > 0 && endOf(joined[k - 1]) >= joined[k].first)).toBe(false);
    }),
  );
});
