import { expect, it } from "vitest";
import { readingText } from "./reading-text.ts";

it("writes values with a real minus sign and says a range where a pixel holds many samples", () => {
  const eeg = { kind: "eeg", unit: "uV" } as const;
  expect(readingText({ min: -84.2, max: -84.2 }, eeg)).toBe("\u221284 \u00b5V");
  expect(readingText({ min: -16.4, max: 3.14 }, eeg)).toBe("\u221216 to 3.1 \u00b5V");
  expect(readingText({ min: -0.01, max: 0.02 }, eeg)).toBe("0 \u00b5V");
});

it("reads ECG and other voltages in mV, eyes and muscles in \u00b5V, with their own sign, and other units as they are", () => {
  const ecg = { kind: "ecg", unit: "uV" } as const;
  expect(readingText({ min: 912.4, max: 912.4 }, ecg)).toBe("0.912 mV");
  expect(readingText({ min: -84.2, max: 1234.5 }, ecg)).toBe("\u22120.084 to 1.23 mV");
  expect(readingText({ min: -0.1, max: 0.1 }, ecg)).toBe("0 mV");
  expect(readingText({ min: 96.4, max: 96.4 }, { kind: "other", unit: "%" })).toBe("96 %");
  expect(readingText({ min: -84.2, max: -84.2 }, { kind: "eog", unit: "uV" })).toBe("\u221284 \u00b5V");
});
