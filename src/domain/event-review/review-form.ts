/** The form of an event review (spec 001 sections 3 to 5): what it asks, what is answered, when it is complete. */
import type { ReviewField, ReviewFieldId, ReviewResponses } from "../../protocol/annotation-reviews.ts";
import { otherPattern, patternLocations, patternTypes, reviewFieldIds } from "../../protocol/annotation-reviews.ts";
import { eventReviewText } from "../../protocol/text/event-review-text.ts";

const { fields: labels } = eventReviewText;

/** What a field asks, without what is answered. */
export type FieldQuestion = Omit<ReviewField, "response">;

const frequency = { type: "number", min: 0, max: 5, numDecimals: 1 } as const;

/** In the order of the form. Prevalence is in percent, frequencies are in Hz, the time is in epoch ms. */
export const reviewQuestions: readonly FieldQuestion[] = [
  { id: "iic_pattern_type", type: "single-select", label: labels.iic_pattern_type, options: [...patternTypes] },
  {
    ...{ id: "iic_pattern_location", type: "single-select", label: labels.iic_pattern_location },
    options: [...patternLocations],
  },
  {
    ...{ id: "iic_pattern_prevalence", type: "number", label: labels.iic_pattern_prevalence },
    ...{ min: 0, max: 100, numDecimals: 0 },
  },
  {
    ...{ id: "iic_pattern_predominant_frequency", label: labels.iic_pattern_predominant_frequency },
    ...frequency,
  },
  { id: "iic_pattern_max_frequency", label: labels.iic_pattern_max_frequency, ...frequency },
  {
    ...{ id: "iic_pattern_time_of_max_frequency", type: "datetime" },
    label: labels.iic_pattern_time_of_max_frequency,
  },
];

/** The default review of an event that has none. */
export const emptyResponses: ReviewResponses = {
  iic_pattern_type: null,
  iic_pattern_location: null,
  iic_pattern_prevalence: null,
  iic_pattern_predominant_frequency: null,
  iic_pattern_max_frequency: null,
  iic_pattern_time_of_max_frequency: null,
};

/** The pattern whose other fields stay empty. */
export const isOther = ({ iic_pattern_type }: Pick<ReviewResponses, "iic_pattern_type">): boolean =>
  iic_pattern_type === otherPattern;

/** Fields that the pattern type Other leaves empty. */
export const featureIds: readonly ReviewFieldId[] = reviewFieldIds.filter((id) => id !== "iic_pattern_type");

/** The pattern type is Other, or all six fields are filled. */
export const isReviewComplete = (responses: ReviewResponses): boolean =>
  isOther(responses) || reviewFieldIds.every((id) => responses[id] !== null);

/** Nothing is answered: such a review is not worth saving. */
export const isReviewEmpty = (responses: ReviewResponses): boolean =>
  reviewFieldIds.every((id) => responses[id] === null);

export const isSameReview = (one: ReviewResponses, other: ReviewResponses): boolean =>
  reviewFieldIds.every((id) => one[id] === other[id]);

/** Features are asked for unless the pattern is Other: also while none is chosen (spec 001 section 2.18). */
export const hasFeatures = (responses: ReviewResponses): boolean => !isOther(responses);

/** Another pattern type; Other clears the five other fields. */
export const withPattern = (responses: ReviewResponses, iic_pattern_type: string | null): ReviewResponses =>
  isOther({ iic_pattern_type }) ? { ...emptyResponses, iic_pattern_type } : { ...responses, iic_pattern_type };

/** The form as the calls tell it: every field with what it asks and what is answered. */
export const formOf = (responses: ReviewResponses): ReviewField[] =>
  reviewQuestions.map((question) => ({ ...question, response: responses[question.id] }));
