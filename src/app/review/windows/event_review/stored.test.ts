import { expect, test } from "vitest";
import { eventReviewSettings, storedEventReview } from "./stored.ts";

const context = {} as never;

test("a new window reviews all events, without list and details", () => {
  expect(eventReviewSettings.read({}, context)).toEqual({
    eventType: "EEG",
    includeTags: [],
    excludeTags: [],
    isDetailed: false,
    isListShown: false,
    isIncompleteOnly: false,
  });
});

test("what was stored is read again, and what is no tag is left out", () => {
  const props = eventReviewSettings.read(
    { includeTags: [" IIC ", "IIC", "", 7, "x".repeat(31)], excludeTags: "seizure", isListShown: true, isDetailed: 1 },
    context,
  );
  expect(props).toMatchObject({ includeTags: ["IIC"], excludeTags: [], isListShown: true, isDetailed: false });
  expect(eventReviewSettings.read(storedEventReview({ props }), context)).toEqual(props);
});
