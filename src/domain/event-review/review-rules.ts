/** What a review may answer (spec 001 section 5): by these lists the screen warns and the server refuses, the first message of the form first. */
import type { ReviewFieldId, ReviewResponses } from "../../protocol/annotation-reviews.ts";
import { patternLocations, patternTypes, reviewFieldIds } from "../../protocol/annotation-reviews.ts";
import { eventReviewText } from "../../protocol/text/event-review-text.ts";
import { firstBroken, type Rule } from "../people/rules.ts";
import { plainNumber } from "../plain-number.ts";
import { emptyResponses, featureIds, isOther, reviewQuestions } from "./review-form.ts";

const { rules } = eventReviewText;

/** Something was sent or typed for a field: its type is not known yet. */
type Answered = Readonly<Record<ReviewFieldId, unknown>>;

/** Bounds and decimals of the question; the value is one that a keyboard can write with so many decimals. */
function isNumberOf(id: ReviewFieldId, value: unknown): boolean {
  const { min = 0, max = 0, numDecimals = 0 } = reviewQuestions.find((one) => one.id === id) ?? {};
  if (typeof value !== "number" || !(value >= min && value <= max)) return false;
  return Number(value.toFixed(numDecimals)) === value;
}

const isOption = (options: readonly string[], value: unknown): boolean =>
  typeof value === "string" && options.includes(value);
/** What a Date can hold. */
const isTime = (value: unknown): boolean => typeof value === "number" && Math.abs(value) <= 8.64e15;

/** A rule of one field. */
type FieldRule = readonly [passes: (answered: Answered) => boolean, message: string, field: ReviewFieldId];

const rule = (id: ReviewFieldId, passes: (value: unknown) => boolean, message: string): FieldRule => [
  (answered) => answered[id] === null || passes(answered[id]),
  message,
  id,
];
const numberRule = (id: ReviewFieldId, message: string) => rule(id, (value) => isNumberOf(id, value), message);

/** In the order of the form. Empty fields pass: a review may be saved before it is complete. */
export const responseRules: readonly FieldRule[] = [
  rule("iic_pattern_type", (value) => isOption(patternTypes, value), rules.pattern),
  rule("iic_pattern_location", (value) => isOption(patternLocations, value), rules.location),
  numberRule("iic_pattern_prevalence", rules.prevalence),
  numberRule("iic_pattern_predominant_frequency", rules.predominantFrequency),
  numberRule("iic_pattern_max_frequency", rules.maxFrequency),
  rule("iic_pattern_time_of_max_frequency", isTime, rules.time),
];

/** All that is asked of a review that is saved. */
export const reviewRules: readonly Rule<Answered>[] = [
  ...responseRules,
  [
    (answered) =>
      !isOther({ iic_pattern_type: answered.iic_pattern_type as string | null }) ||
      featureIds.every((id) => answered[id] === null),
    rules.otherHasFeatures,
    "iic_pattern_type",
  ],
];

/** What is wrong with a field's value, null when nothing is. */
export function responseProblem(id: ReviewFieldId, value: unknown): string | null {
  const [passes, message] = responseRules.find(([, , field]) => field === id) ?? [() => true, ""];
  return passes({ ...emptyResponses, [id]: value }) ? null : message;
}

/** A typed number: its value, null where nothing is typed; or what is wrong with it, where the value stays out of the review. */
export function readTyped(id: ReviewFieldId, typed: string): { value: number | null } | { problem: string } {
  if (typed.trim() === "") return { value: null };
  const value = plainNumber(typed.trim());
  const problem = responseProblem(id, value ?? Number.NaN);
  return problem === null ? { value: value === 0 ? 0 : value } : { problem };
}

/**
 * What is answered in a form that was sent, by field; fields that are left out are empty. Or the sentence that says why it is
 * no review.
 */
export function readForm(
  form: readonly { readonly id: string; readonly response?: unknown }[],
): { responses: ReviewResponses } | { problem: string } {
  const answered = new Map<string, unknown>();
  for (const { id, response = null } of form) {
    if (!reviewFieldIds.some((known) => known === id)) return { problem: rules.unknownField };
    if (answered.has(id)) return { problem: rules.fieldTwice };
    answered.set(id, Object.is(response, -0) ? 0 : response);
  }
  const responses = { ...emptyResponses, ...Object.fromEntries(answered) };
  const broken = firstBroken(reviewRules, responses);
  return broken === undefined ? { responses } : { problem: broken.message };
}
