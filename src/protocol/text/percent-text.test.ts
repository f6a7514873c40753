import { expect, it } from "vitest";
import { chartText } from "./chart-text.ts";
import { percentText } from "./percent-text.ts";

it("calls what is nearly none or nearly all neither 0 nor 100 %", () => {
  expect([0, 1e-9, 0.0004, 0.0005, 0.25, 0.9994, 0.9995, 1 - 1e-9, 1].map(percentText)).toEqual([
    ...["0.0 %", "<0.1 %", "<0.1 %", "0.1 %", "25.0 %", "99.9 %", ">99.9 %", ">99.9 %", "100.0 %"],
  ]);
  expect(chartText.facts.share("ABP", 2 / 7500, 0)).toBe("ABP: <0.1 % masked, 0.0 % missing");
});
