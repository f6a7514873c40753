import { expect, it } from "vitest";
import type { ReviewResponses } from "../../protocol/annotation-reviews.ts";
import {
  emptyResponses,
  formOf,
  hasFeatures,
  isReviewComplete,
  isReviewEmpty,
  isSameReview,
  reviewQuestions,
  withPattern,
} from "./review-form.ts";

const other = "Other (SEDs, GRDA, suppression, burst-suppression, background, etc.)";
const whole: ReviewResponses = {
  iic_pattern_type: "LPD/L-SW",
  iic_pattern_location: "Bilat",
  iic_pattern_prevalence: 0,
  iic_pattern_predominant_frequency: 1.5,
  iic_pattern_max_frequency: 2.5,
  iic_pattern_time_of_max_frequency: 1_700_000_000_000,
};

it("asks the six fields with their types, options and bounds (section 3)", () => {
  expect(reviewQuestions.map(({ label: _, ...question }) => question)).toEqual([
    { id: "iic_pattern_type", type: "single-select", options: ["LPD/L-SW", "GPD/G-SW/BIPD", "LRDA", other] },
    {
      ...{ id: "iic_pattern_location", type: "single-select" },
      options: ["Left", "Right", "Bilat", "Bilateral-Independent", "Multifocal"],
    },
    { id: "iic_pattern_prevalence", type: "number", min: 0, max: 100, numDecimals: 0 },
    { id: "iic_pattern_predominant_frequency", type: "number", min: 0, max: 5, numDecimals: 1 },
    { id: "iic_pattern_max_frequency", type: "number", min: 0, max: 5, numDecimals: 1 },
    { id: "iic_pattern_time_of_max_frequency", type: "datetime" },
  ]);
});

it("is complete when the pattern is Other or all six fields are filled (section 4)", () => {
  expect(isReviewComplete(emptyResponses)).toBe(false);
  expect(isReviewComplete({ ...emptyResponses, iic_pattern_type: other })).toBe(true);
  expect(isReviewComplete({ ...emptyResponses, iic_pattern_type: "LRDA" })).toBe(false);
  expect(isReviewComplete(whole)).toBe(true);
  for (const id of Object.keys(whole)) expect(isReviewComplete({ ...whole, [id]: null })).toBe(false);
});

it("clears the other five fields when Other is chosen, and keeps them for any other pattern (section 4)", () => {
  expect(withPattern(whole, other)).toEqual({ ...emptyResponses, iic_pattern_type: other });
  expect(withPattern(whole, "LRDA")).toEqual({ ...whole, iic_pattern_type: "LRDA" });
  expect(withPattern(whole, null)).toEqual({ ...whole, iic_pattern_type: null });
});

it("asks for features unless the pattern is Other, also while none is chosen (section 2.18)", () => {
  expect(hasFeatures(whole)).toBe(true);
  expect(hasFeatures(emptyResponses)).toBe(true);
  expect(hasFeatures({ ...emptyResponses, iic_pattern_type: other })).toBe(false);
});

it("takes a zero for an answer", () => {
  expect(isReviewEmpty(emptyResponses)).toBe(true);
  expect(isReviewEmpty({ ...emptyResponses, iic_pattern_prevalence: 0 })).toBe(false);
});

it("compares what is answered", () => {
  expect(isSameReview(whole, { ...whole })).toBe(true);
  expect(isSameReview(whole, { ...whole, iic_pattern_max_frequency: 2.4 })).toBe(false);
});

it("tells a form as the questions with their answers", () => {
  const form = formOf(whole);
  expect(form.map(({ response }) => response)).toEqual(Object.values(whole));
  expect(form[2]).toMatchObject({ id: "iic_pattern_prevalence", max: 100, response: 0 });
});
