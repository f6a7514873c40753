/** What the form of an event review says and asks, and what is said of one that cannot be saved. */
import { reviewLimits } from "../annotation-reviews.ts";

export const eventReviewText = {
  /** Labels of the fields (spec 001 section 3 has their ids). */
  fields: {
    iic_pattern_type: "IIC pattern type",
    iic_pattern_location: "Location",
    iic_pattern_prevalence: "Prevalence (%)",
    iic_pattern_predominant_frequency: "Predominant frequency (Hz)",
    iic_pattern_max_frequency: "Max frequency (Hz)",
    iic_pattern_time_of_max_frequency: "Time of max frequency",
  },
  rules: {
    /** Spec 001 section 5, letter by letter. */
    prevalence: "Prevalence must be a number between 0 and 100",
    predominantFrequency: "Predominant frequency must be a number between 0 and 5 rounded to the nearest tenth",
    maxFrequency: "Max frequency must be a number between 0 and 5 rounded to the nearest tenth",
    pattern: "Choose one of the pattern types.",
    location: "Choose one of the locations.",
    time: "The time of max frequency is no time.",
    otherHasFeatures: "The pattern type Other leaves all other fields empty.",
    unknownField: "This review holds a field that the form does not have.",
    fieldTwice: "This review answers a field twice.",
    tagTooLong: `Tags cannot be longer than ${reviewLimits.filterTag} characters.`,
    tagEmpty: "A tag cannot be empty.",
    tagTwice: "Tag already exists.",
    tagsTooMany: `A list holds at most ${reviewLimits.filterTags} tags.`,
  },
  /** Spec 001 section 4: the first message of the form stands behind it. */
  saveFailed: (message: string) => `Save failed: ${message}`,
  refused: {
    changed: "You have saved this review elsewhere meanwhile.",
    stillBlind: "Answers of other readers are shown once your review and another one are complete.",
    tooMany: "These are more reviews than one answer holds. Ask for fewer annotations.",
    tooManyInSession: "This session holds more reviews than one file or comparison takes.",
    eitherSessionOrList: "Name a session or a list of annotations, and not both.",
    halfKey: "A save that is to be done once names its client and its number.",
    logTooShort: "The reviews are older here than in this window. Load them again.",
  },
} as const;
