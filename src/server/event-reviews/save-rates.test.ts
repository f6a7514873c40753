import { expect, it } from "vitest";
import { SaveRates, saveRate } from "./save-rates.ts";

it("takes a burst of each person, and then so many a second", () => {
  let now = 0;
  const rates = new SaveRates(() => now);
  for (let k = 0; k < saveRate.burst; k++) rates.take(1);
  expect(() => rates.take(1)).toThrow(expect.objectContaining({ statusCode: 429, retryAfter: 1 }));
  rates.take(2);
  now += 1000;
  for (let k = 0; k < saveRate.perSecond; k++) rates.take(1);
  expect(() => rates.take(1)).toThrow(expect.objectContaining({ told: { code: "too_many_changes" } }));
});
