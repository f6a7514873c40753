import { expect, it } from "vitest";
import type { Refused } from "../platform/http/routes.ts";
import { AnnotationRates, writeRate } from "./rates.ts";

it("takes a burst of one person, then so many a second, whatever others do", () => {
  let now = 0;
  const rates = new AnnotationRates(() => now);
  const taken = (userId: number, calls: number) => {
    let count = 0;
    for (let k = 0; k < calls; k++) {
      try {
        rates.take(userId);
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
  expect(taken(1, 1000)).toBe(writeRate.burst);
  expect(taken(2, 10)).toBe(10);
  now = 1000;
  expect(taken(1, 1000)).toBe(writeRate.perSecond);
});
