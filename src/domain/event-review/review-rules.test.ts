import { expect, it } from "vitest";
import { readForm, readTyped, responseProblem } from "./review-rules.ts";

const prevalence = "Prevalence must be a number between 0 and 100";
const predominant = "Predominant frequency must be a number between 0 and 5 rounded to the nearest tenth";
const max = "Max frequency must be a number between 0 and 5 rounded to the nearest tenth";
const other = "Other (SEDs, GRDA, suppression, burst-suppression, background, etc.)";

it("takes prevalences of 0 to 100 without decimals (section 5)", () => {
  for (const value of [0, 1, 50, 100]) expect(responseProblem("iic_pattern_prevalence", value)).toBeNull();
  for (const value of [-1, 100.5, 101, 0.5, Number.NaN, Number.POSITIVE_INFINITY, "50", true, {}])
    expect(responseProblem("iic_pattern_prevalence", value)).toBe(prevalence);
});

it("takes frequencies of 0 to 5 to the nearest tenth (section 5)", () => {
  for (let tenths = 0; tenths <= 50; tenths++) {
    expect(responseProblem("iic_pattern_max_frequency", tenths / 10)).toBeNull();
    expect(responseProblem("iic_pattern_predominant_frequency", tenths / 10)).toBeNull();
  }
  for (const value of [-0.1, 5.1, 2.55, 0.1 + 0.2, "2"]) {
    expect(responseProblem("iic_pattern_max_frequency", value)).toBe(max);
    expect(responseProblem("iic_pattern_predominant_frequency", value)).toBe(predominant);
  }
});

it("takes the options alone, and times that are times", () => {
  expect(responseProblem("iic_pattern_type", "LRDA")).toBeNull();
  expect(responseProblem("iic_pattern_type", "lrda")).toBe("Choose one of the pattern types.");
  expect(responseProblem("iic_pattern_location", "Bilat")).toBeNull();
  expect(responseProblem("iic_pattern_location", 1)).toBe("Choose one of the locations.");
  expect(responseProblem("iic_pattern_time_of_max_frequency", 0)).toBeNull();
  expect(responseProblem("iic_pattern_time_of_max_frequency", 1e17)).toBe("The time of max frequency is no time.");
});

it("lets every field be empty", () => {
  expect(readForm([])).toMatchObject({ responses: { iic_pattern_type: null } });
  expect(responseProblem("iic_pattern_prevalence", null)).toBeNull();
});

it.each([
  ["", { value: null }],
  ["  ", { value: null }],
  [" 42 ", { value: 42 }],
  ["-0", { value: 0 }],
  ["4.5", { problem: prevalence }],
  ["101", { problem: prevalence }],
  ["abc", { problem: prevalence }],
  ["0x10", { problem: prevalence }],
  ["5 0", { problem: prevalence }],
])("reads a typed prevalence %j", (typed, read) => expect(readTyped("iic_pattern_prevalence", typed)).toEqual(read));

it.each([
  ["2.5", { value: 2.5 }],
  ["2.50", { value: 2.5 }],
  [".5", { value: 0.5 }],
  ["2.55", { problem: max }],
  ["5.1", { problem: max }],
])("reads a typed frequency %j", (typed, read) => expect(readTyped("iic_pattern_max_frequency", typed)).toEqual(read));

it("says the first problem in the order of the form", () => {
  const form = [
    { id: "iic_pattern_max_frequency", response: 9 },
    { id: "iic_pattern_predominant_frequency", response: 9 },
    { id: "iic_pattern_prevalence", response: 900 },
  ];
  expect(readForm(form)).toEqual({ problem: prevalence });
  expect(readForm(form.slice(0, 2))).toEqual({ problem: predominant });
  expect(readForm(form.slice(0, 1))).toEqual({ problem: max });
});

it("refuses fields that are unknown, that come twice, and features beside Other", () => {
  expect(readForm([{ id: "__proto__", response: 1 }])).toEqual({
    problem: "This review holds a field that the form does not have.",
  });
  expect(
    readForm([
      { id: "iic_pattern_type", response: "LRDA" },
      { id: "iic_pattern_type", response: other },
    ]),
  ).toEqual({ problem: "This review answers a field twice." });
  expect(
    readForm([
      { id: "iic_pattern_type", response: other },
      { id: "iic_pattern_prevalence", response: 5 },
    ]),
  ).toEqual({ problem: "The pattern type Other leaves all other fields empty." });
});

it("reads what is answered", () => {
  const read = readForm([{ id: "iic_pattern_type", response: "LRDA" }, { id: "iic_pattern_location" }]);
  expect(read).toEqual({
    responses: {
      ...{ iic_pattern_type: "LRDA", iic_pattern_location: null, iic_pattern_prevalence: null },
      ...{ iic_pattern_predominant_frequency: null, iic_pattern_max_frequency: null },
      iic_pattern_time_of_max_frequency: null,
    },
  });
});
