import { expect, it } from "vitest";
import { meanShare } from "../../../../domain/event-review/chance-agreement.ts";
import { words } from "./words.ts";

const { percent } = words.agreement;

it("calls no share all or none that is not", () => {
  expect(percent(1, 0.8765, 1)).toBe("100 % (88 to 100)");
  expect([percent(250 / 251, null, null), percent(9999 / 10_000, null, null)]).toEqual(["99.6 %", "99.9 %"]);
  expect([percent(1 / 251, null, null), percent(1 / 100_000, null, null)]).toEqual(["0.4 %", "0.1 %"]);
  expect([percent(0, 0, 0.161), percent(2 / 3, null, null)]).toEqual(["0 % (0 to 16)", "67 %"]);
  for (let n = 1; n < 300; n++) {
    const [all, none] = [1, 0].map((share) => meanShare(Array.from({ length: n }, () => share)));
    expect(percent(all.value ?? 0, all.low, all.high)).toMatch(/^100 % \(.* to 100\)$/);
    expect(percent(none.value ?? 0, none.low, none.high)).toMatch(/^0 % \(0 to /);
  }
});
