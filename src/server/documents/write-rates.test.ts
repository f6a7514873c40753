import { expect, it } from "vitest";
import { WriteRates, writeRate } from "./write-rates.ts";

it("lets everybody click, and holds up who floods, alone", () => {
  let now = 0;
  const rates = new WriteRates(() => now);
  const taken = Array.from({ length: writeRate.burst + 10 }, () => rates.take(1)).filter(Boolean);
  expect(taken).toHaveLength(writeRate.burst);
  expect(rates.take(2)).toBe(true);
  now += 1000;
  expect(Array.from({ length: 10 }, () => rates.take(1)).filter(Boolean)).toHaveLength(writeRate.perSecond);
});
