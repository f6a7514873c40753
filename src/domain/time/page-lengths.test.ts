import { expect, it } from "vitest";
import { imageLimits } from "../../protocol/eeg-service.ts";
import { initialLengthsOf, pageLengthsOf, wholeStay } from "./page-lengths.ts";

it("offers pages of images that are drawn, and no longer ones", () => {
  expect(Math.max(...pageLengthsOf("persyst_eeg"))).toBe(imageLimits.mostSpanMs);
  expect(pageLengthsOf("persyst_eeg")).toEqual(
    pageLengthsOf("eeg_montage").filter((ms) => ms <= imageLimits.mostSpanMs),
  );
});

it("offers the whole stay of traces, which no window opens with", () => {
  expect(pageLengthsOf("eeg_montage").at(-1)).toBe(wholeStay);
  expect(initialLengthsOf("eeg_montage")).not.toContain(wholeStay);
});

it("offers days and the whole stay of trends", () => {
  const day = 86_400_000;
  expect(pageLengthsOf("persyst_trends").slice(-5)).toEqual([day / 4, day, 3 * day, 7 * day, wholeStay]);
  expect(initialLengthsOf("persyst_trends").at(-1)).toBe(7 * day);
});
