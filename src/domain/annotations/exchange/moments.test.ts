import { expect, it } from "vitest";
import { momentText, msOfMoment } from "./moments.ts";

it("writes and reads moments to the last digit, before 1970 as after it", () => {
  expect(momentText(-1.25, 0)).toBe("1969-12-31T23:59:59.99875+00:00");
  expect(momentText(-1000, 0)).toBe("1969-12-31T23:59:59.000+00:00");
  expect(momentText(1.25, 3_600_000)).toBe("1970-01-01T01:00:00.00125+01:00");
  expect(msOfMoment("1969-12-31T23:59:59.99875Z", "UTC")).toBe(-1.25);
  expect(msOfMoment("1969-12-31T23:59:59.9990000Z", "UTC")).toBe(-1);
  let state = 1;
  for (let k = 0; k < 5000; k++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const ms = (state / 2 ** 32 - 0.5) * 4e12;
    expect(msOfMoment(momentText(ms, 0), "UTC")).toBe(ms);
  }
});
