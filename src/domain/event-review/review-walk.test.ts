import { expect, it } from "vitest";
import { firstFailure } from "../people/rules.ts";
import { emptyResponses } from "./review-form.ts";
import { filterTag, filterTagRules, noFilter, passesFilter } from "./review-tags.ts";
import {
  beforeNavigating,
  countsOf,
  eventsOf,
  firstToReview,
  incompleteOf,
  isRowComplete,
  keptEvent,
  neighbourEvent,
  type ReviewEvent,
} from "./review-walk.ts";

const event = (id: number, start_time: number, tags: string[] = []): ReviewEvent => ({
  ...{ id, start_time, end_time: start_time + 10, tags },
});
const all = [event(3, 300, ["a", "b"]), event(9, 100, ["a"]), event(2, 200), event(4, 100, ["b"])];
const events = eventsOf(all, noFilter);
const complete =
  (...ids: number[]) =>
  (id: number) =>
    ids.includes(id);

it("orders events by their start", () => expect(events.map(({ id }) => id)).toEqual([4, 9, 2, 3]));

it("keeps those with all of the one list's tags and none of the other's", () => {
  const ids = (includeTags: string[], excludeTags: string[]) =>
    eventsOf(all, { includeTags, excludeTags }).map(({ id }) => id);
  expect(ids(["a"], [])).toEqual([9, 3]);
  expect(ids(["a", "b"], [])).toEqual([3]);
  expect(ids(["a"], ["b"])).toEqual([9]);
  expect(ids([], ["a", "b"])).toEqual([2]);
});

it("takes a tag of the filter as annotations keep it: in small letters, without spaces", () => {
  const filter = { includeTags: ["Burst Suppression"], excludeTags: ["SEIZURE"] };
  const passes = passesFilter(filter);
  expect(passes(["burstsuppression"])).toBe(true);
  expect(passes(["Burst Suppression"])).toBe(true);
  expect(passes(["burstsuppression", "seizure"])).toBe(false);
  expect(passes(["burst"])).toBe(false);
});

it("takes tags of 30 characters, none that is empty or there (section 5)", () => {
  const problem = (tag: string, tags: string[] = []) => firstFailure(filterTagRules, { tag, tags });
  expect(problem("x".repeat(30))).toBeUndefined();
  expect(problem("x".repeat(31))).toBe("Tags cannot be longer than 30 characters.");
  expect(problem("  ")).toBe("A tag cannot be empty.");
  expect(problem(" a ", ["a"])).toBe("Tag already exists.");
  expect(problem("Burst Suppression", ["burstsuppression"])).toBe("Tag already exists.");
  expect(
    problem(
      "a",
      Array.from({ length: 50 }, (_, k) => `${k}`),
    ),
  ).toBe("A list holds at most 50 tags.");
  expect(filterTag("  e\u0301 ")).toBe("\u00e9");
});

it("opens at the first incomplete event, else at the first", () => {
  expect(firstToReview(events, complete(4, 9))?.id).toBe(2);
  expect(firstToReview(events, () => true)?.id).toBe(4);
  expect(firstToReview([], () => false)).toBeNull();
});

it("goes around the ends", () => {
  expect(neighbourEvent(events, 4, 1)?.id).toBe(9);
  expect(neighbourEvent(events, 3, 1)?.id).toBe(4);
  expect(neighbourEvent(events, 4, -1)?.id).toBe(3);
  expect(neighbourEvent(events, null, 1)?.id).toBe(4);
  expect(neighbourEvent(events, 77, -1)?.id).toBe(3);
  expect(neighbourEvent(events.slice(0, 1), 4, 1)?.id).toBe(4);
  expect(neighbourEvent([], 4, 1)).toBeNull();
});

it("clears the current event when it leaves the list", () => {
  expect(keptEvent(events, 2)?.id).toBe(2);
  expect(keptEvent(eventsOf(all, { includeTags: ["a"], excludeTags: [] }), 2)).toBeNull();
});

it("counts", () => {
  expect(countsOf(events, 2, complete(4, 3, 77))).toEqual({ completed: 2, total: 4, place: 3 });
  expect(countsOf([], null, () => true)).toEqual({ completed: 0, total: 0, place: null });
  expect(incompleteOf(events, complete(4, 3)).map(({ id }) => id)).toEqual([9, 2]);
});

it("says Yes of a row whose review is complete and whose annotation is there", () => {
  const review = { annotation_id: 4, is_complete: true };
  expect(isRowComplete(review, complete(4))).toBe(true);
  expect(isRowComplete(review, complete(9))).toBe(false);
  expect(isRowComplete({ ...review, is_complete: false }, complete(4))).toBe(false);
  expect(isRowComplete(undefined, complete(4))).toBe(false);
});

it("saves first what was changed, says something and has no errors", () => {
  const answered = { ...emptyResponses, iic_pattern_type: "LRDA" };
  expect(beforeNavigating(answered, emptyResponses, [])).toEqual({ act: "save" });
  expect(beforeNavigating(answered, answered, [])).toEqual({ act: "go" });
  expect(beforeNavigating(emptyResponses, answered, [])).toEqual({ act: "go" });
  expect(beforeNavigating(answered, answered, ["one", "two"])).toEqual({
    act: "refuse",
    sentence: "Save failed: one",
  });
});
