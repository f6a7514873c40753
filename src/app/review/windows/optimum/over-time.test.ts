import { expect, it } from "vitest";
import type { OptimumBlock, SamplesBlock } from "../../../../protocol/page-codec.ts";
import { mayStand, outsideOf, pathOf, seriesIn, stabilityOf } from "./over-time.ts";
import { binOf, timesOfBin } from "./times-of-bin.ts";

const none = Number.NaN;
const minute = 60_000;
/** Five minutes: index, then pressure. */
const block = {
  ...{ bin_low: 40, bin_size: 5, counts: Array(16).fill(1), first_ms: 10 * minute, step_ms: minute },
  data: Float64Array.from([0.1, 0.2, none, 0.3, 0.4, 50, 54.9, 52, 53, none]),
} as unknown as OptimumBlock;
const series = {
  ...{ startMs: 10 * minute, optimum: [none, 70, 72, none, 71] },
  ...{ lla: [55, 55, none, 50, 55], ula: [none, 52, 50, 51, 90] },
};

it("a bin is made of the minutes that end with a value in it, joined where they touch", () => {
  expect(timesOfBin(block, 2)).toEqual([
    { startMs: 9 * minute, endMs: 11 * minute },
    { startMs: 12 * minute, endMs: 13 * minute },
  ]);
  expect(timesOfBin(block, 3)).toEqual([]);
  expect([binOf(block, 40), binOf(block, 119.9), binOf(block, 120), binOf(block, none)]).toEqual([0, 15, null, null]);
});

it("tells how the optimum moved, of the minutes that are known", () => {
  expect(stabilityOf(series)).toEqual({ known: 3, of: 5, lowest: 70, highest: 72, median: 71, moved: 1 });
  expect(stabilityOf({ ...series, optimum: [none, none] })).toBeNull();
});

it("adds up time and dose outside of the limits, and what is unknown", () => {
  const { below, above } = outsideOf(block, series);
  expect(below.minutes).toBe(2);
  expect(below.dose).toBeCloseTo(5 + 0.1, 9);
  expect([below.known, below.unknown]).toEqual([3, 2]);
  expect(above.minutes).toBe(3);
  expect(above.dose).toBeCloseTo(2.9 + 2 + 2, 9);
  expect(above.unknown).toBe(2);
});

it("reads the series out of its page, and draws it with gaps where nothing is known", () => {
  const page = {
    ...{ count: 2, gains: [1, 1, 1, 1] },
    data: Float32Array.from([70, none, 60, 61, 90, none, 1, 1]),
  } as unknown as SamplesBlock;
  const all = { startMs: 0, endMs: 2 * minute };
  expect(seriesIn(page, 0, all)).toEqual({ startMs: 0, optimum: [70, none], lla: [60, 61], ula: [90, none] });
  expect(pathOf([40, none, 120, 80], { min: 40, max: 120 })).toBe("M12.50 100.00h0M62.50 0.00h0L87.50 50.00");
});

it("counts the minutes before a series begins and behind its end as unknown", () => {
  const page = { count: 2, gains: [1, 1, 1], data: Float32Array.from([70, 72, 60, 61, 90, 91]) };
  const span = { startMs: 10 * minute, endMs: 14.5 * minute };
  const made = seriesIn(page as unknown as SamplesBlock, 12 * minute, span);
  expect(made).toEqual({
    ...{ startMs: 10 * minute, optimum: [none, none, 70, 72, none] },
    ...{ lla: [none, none, 60, 61, none], ula: [none, none, 90, 91, none] },
  });
  expect(stabilityOf(made)).toMatchObject({ known: 2, of: 5 });
  const nothing = { count: 0, gains: [1, 1, 1], data: new Float32Array(0) } as unknown as SamplesBlock;
  expect(seriesIn(nothing, 0, span).optimum).toEqual([none, none, none, none, none]);
});

it("goes on telling of the window before while that of a recording that grows is on its way, and of no other", () => {
  const told = { of: "-4 1", span: { startMs: 10 * minute, endMs: 20 * minute }, block, view: series };
  const at = (from: number, to: number) => ({ startMs: from * minute, endMs: to * minute });
  for (const span of [at(10, 20), at(10, 21), at(11, 21), at(12, 22)]) expect(mayStand(told, "-4 1", span)).toBe(true);
  for (const span of [at(9, 19), at(13, 23), at(10, 40), at(10, 19)]) expect(mayStand(told, "-4 1", span)).toBe(false);
  expect([mayStand(told, "-5 1", told.span), mayStand(told, "-4 2", told.span)]).toEqual([false, false]);
});
