import { expect, it } from "vitest";
import { progressText } from "./format.ts";

it("writes progress", () => {
  expect(progressText({ progress: 0.919, eta_ms: 119_000 })).toBe("91 % · 2 min left");
  expect(progressText({ progress: 0.01, eta_ms: null })).toBe("1 %");
});
