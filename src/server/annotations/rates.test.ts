import { expect, it } from "vitest";
import type { Refused } from "../platform/http/routes.ts";
import { AnnotationRates, callCost, writeRate } from "./rates.ts";

let now = 0;
/** How many of so many calls are taken. */
const taken = (rates: AnnotationRates, userId: number, calls: number, changes = 1) => {
  let count = 0;
  for (let k = 0; k < calls; k++) {
    try {
      rates.take(userId, changes);
      count++;
    } catch (error) {
      expect(error).toMatchObject({
        statusCode: 429,
        retryAfter: 1,
        told: { code: "too_many_changes" },
      } satisfies Partial<Refused>);
    }
  }
  return count;
};

it("takes a burst of one person, then so much a second, by changes and by calls, whatever others do", () => {
  now = 0;
  const rates = new AnnotationRates(() => now);
  // The call that passes the rate is taken whole; what it owes is waited for.
  expect(taken(rates, 1, 1000)).toBe(Math.ceil(writeRate.burst / (callCost + 1)));
  expect(taken(rates, 2, 10)).toBe(10);
  expect(taken(rates, 3, 200, 500)).toBe(Math.ceil(writeRate.burst / (callCost + 500)));
  let later = 0;
  for (now = 1000; now <= 10_000; now += 1000) later += taken(rates, 3, 20, 500);
  expect(later).toBeLessThanOrEqual(10);
});

it("takes a bulk of 5,000, its undo and its redo in batches of 500, and two acts a second for ever", () => {
  now = 0;
  const rates = new AnnotationRates(() => now);
  expect(taken(rates, 1, 30, 500)).toBe(30);
  for (now = 0; now < 3_600_000; now += 500) expect(taken(rates, 2, 1)).toBe(1);
});
