import { expect, it } from "vitest";
import { cornerText, highPassOf, slowPotentialsOf } from "./prefilter.ts";

it.each([
  ["HP:0.1Hz LP:75Hz N:50Hz", 0.1],
  ["HP:0,5Hz LP:70Hz", 0.5],
  ["LP:75HzHP:0.016Hz", 0.016],
  ["hp: .02 hz", 0.02],
  ["HP:DC LP:100Hz", 0],
  ["HP: none", 0],
  ["HPF 1", 1],
  ["Highpass=0.5 Hz; Lowpass=40 Hz", 0.5],
  ["High-pass filter: 10 mHz", 0.01],
  ["LFF 0.1Hz HFF 70Hz", 0.1],
  ["DC-coupled, LP:100Hz", 0],
  ["DC", 0],
  ["HP:0.01Hz HP:0.5Hz", 0.5],
])("reads the high-pass of %j", (prefilter, hz) => {
  expect(highPassOf(prefilter)).toBeCloseTo(hz, 9);
});

it("takes time constants for the corners that they are", () => {
  expect(highPassOf("TC:0.3s")).toBeCloseTo(0.5305, 3);
  expect(highPassOf("HP:10s LP:30Hz")).toBeCloseTo(0.0159, 3);
  expect(highPassOf("TC 300 ms")).toBeCloseTo(0.5305, 3);
  expect(["TC:0.3s", "HP:10s", "HP:0.1Hz"].map((text) => cornerText(highPassOf(text) ?? 0))).toEqual([
    "0.531",
    "0.0159",
    "0.1",
  ]);
});

it.each([
  "",
  "   ",
  "LP:75Hz N:50Hz",
  "none",
  "Amplifier 3",
  "HP:",
  "HP:?Hz",
  "WHP2",
  "TC:0s",
  "DCX",
])("does not know that of %j", (prefilter) => {
  expect(highPassOf(prefilter)).toBeNull();
});

it("tells apart what forbids slow potentials, what allows them and what says nothing", () => {
  expect(slowPotentialsOf(["HP:0.5Hz", "HP:0.02Hz", "", "HP:DC", "HP:1Hz"])).toEqual({
    forbidden: [0, 4],
    highestHz: 1,
    unknown: [2],
  });
  expect(slowPotentialsOf([])).toEqual({ forbidden: [], highestHz: 0, unknown: [] });
});
