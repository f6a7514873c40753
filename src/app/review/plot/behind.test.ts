import { expect, it } from "vitest";
import { createLag } from "./behind.ts";

it("counts from when the view held what stands; an earlier answer takes nothing back", () => {
  let now = 1000;
  const lag = createLag(() => now);
  expect(lag.ms()).toBe(Number.POSITIVE_INFINITY);
  lag.right();
  now = 1300;
  expect(lag.ms()).toBe(300);
  lag.right(1200);
  lag.right(1100);
  expect(lag.ms()).toBe(100);
});
