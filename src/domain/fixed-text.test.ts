import { expect, it } from "vitest";
import { fixedText } from "./fixed-text.ts";

it("writes the real minus sign, and none before what rounds to nothing", () => {
  expect([-0.1234, 0.1234, -0.0004, 0, -0, -12].map((value) => fixedText(value, 3))).toEqual([
    ...["\u22120.123", "0.123", "0.000", "0.000", "0.000", "\u221212.000"],
  ]);
  expect([fixedText(-0.6, 0), fixedText(-0.4, 0)]).toEqual(["\u22121", "0"]);
});
