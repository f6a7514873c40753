import { proxy } from "valtio";
import { expect, test } from "vitest";
import { emptyResponses, isReviewComplete } from "../../../../domain/event-review/review-form.ts";
import { noFilter } from "../../../../domain/event-review/review-tags.ts";
import { patternTypes, type ReviewAnswers } from "../../../../protocol/annotation-reviews.ts";
import { createEventMark } from "../../annotations/event-mark.ts";
import { testStore } from "../../annotations/sessions/test-store.ts";
import { fileGroupId } from "../../annotations/types.ts";
import { openReviewDrafts } from "../../event-reviews/review-drafts.ts";
import { createEventList } from "./event-list.ts";
import { openReviewSession } from "./review-session.ts";

const other = patternTypes[patternTypes.length - 1];

function world(complete: readonly number[] = []) {
  const saved = new Map<number, ReviewAnswers>();
  const sent: number[] = [];
  const shown: number[] = [];
  const answers = (id: number, responses = emptyResponses): ReviewAnswers => ({
    ...{ id, user_id: 7, timestamp: 0, is_complete: isReviewComplete(responses), revision: 1, responses },
  });
  for (const id of complete) saved.set(id, answers(id, { ...emptyResponses, iic_pattern_type: other }));
  const drafts = openReviewDrafts({
    owner: { owner: "1/7", dataObjectId: 1 },
    keeper: { keep: async () => {}, forget: async () => {}, kept: async () => [] },
    newSave: () => "save",
    saved: (id) => saved.get(id) ?? null,
    async send({ annotationId, responses }) {
      sent.push(annotationId);
      return answers(annotationId, responses);
    },
    acknowledged: (id, review) => saved.set(id, review),
    failureOf: () => ({ kind: "refused", sentence: "" }),
    catchUp: async () => {},
    later: () => () => {},
  });
  const book = {
    state: proxy({ phase: "ready" as const, problem: null, version: 0 }),
    own: (id: number) => saved.get(id) ?? null,
    isComplete: (id: number) => saved.get(id)?.is_complete === true,
  };
  const store = testStore([
    { id: fileGroupId, name: "From the file", annotations: [{ start_time: 1 }], isLoaded: true },
    {
      ...{ id: 1, name: "Night", isLoaded: true },
      annotations: [
        { start_time: 30, end_time: 40 },
        { start_time: 10, end_time: 10, tags: ["seen"] },
        { start_time: 20, end_time: 25 },
        { start_time: 15, end_time: 16, kind: "artifact" },
      ],
    },
  ]);
  const mark = createEventMark();
  let filter = noFilter;
  const listOf = createEventList(store);
  const session = openReviewSession({
    reviews: { book, drafts } as never,
    mark,
    list: () => listOf(filter),
    isReady: () => true,
    showEvent: ({ startMs }) => shown.push(startMs),
  });
  session.look();
  const setFilter = (includeTags: readonly string[]) => {
    filter = { includeTags, excludeTags: [] };
    session.look();
  };
  return { session, drafts, mark, shown, sent, saved, store, setFilter };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("opens at the first incomplete event by time; the file's own and artifacts are none", () => {
  const { session, shown, mark } = world([3]);
  expect([session.current()?.start_time, shown]).toEqual([20, [20]]);
  expect(mark.state.span).toEqual({ startMs: 20, endMs: 25 });
  expect(world([2, 3, 4]).session.current()?.start_time).toBe(10);
});

test("goes round both ends", () => {
  const { session, shown } = world();
  for (const direction of [-1, 1, 1] as const) session.step(direction);
  expect(shown).toEqual([10, 30, 10, 20]);
});

test("going on saves what was changed; jumping to the current event does not", async () => {
  const { session, sent, shown } = world();
  session.step(1);
  await settled();
  expect(sent).toEqual([]);
  session.choosePattern("LRDA");
  session.jumpToCurrent();
  await settled();
  expect([sent, shown.at(-1)]).toEqual([[], 20]);
  session.goTo(2);
  await settled();
  expect([sent, session.current()?.id]).toEqual([[4], 2]);
});

test("errors refuse to go on; Other clears them with the features", () => {
  const { session, drafts, mark } = world();
  session.choosePattern("LRDA");
  session.type("iic_pattern_max_frequency", "9");
  expect(session.goTo(2)).toBe(false);
  expect(session.state.refusal).toMatch(/^Save failed: Max frequency must be/);
  session.type("iic_pattern_max_frequency", "2.5");
  expect([session.state.refusal, drafts.responses(3).iic_pattern_max_frequency]).toEqual([null, 2.5]);
  session.type("iic_pattern_prevalence", "x");
  session.choosePattern(other);
  expect([session.problems(), drafts.responses(3)]).toEqual([[], { ...emptyResponses, iic_pattern_type: other }]);
  expect(mark.state.span).toEqual({ startMs: 10, endMs: 10 });
});

test("an event that leaves the list is let go; none is chosen until the reader goes on", () => {
  const { session, mark, store, setFilter } = world();
  session.step(1);
  setFilter(["seen"]);
  expect([session.current(), mark.state.span]).toEqual([null, null]);
  session.step(1);
  expect(session.current()?.start_time).toBe(10);
  store.table.remove(3);
  session.look();
  expect(session.state.currentId).toBeNull();
});

test("that the event under review left the list is said until another one is under review, and what is not saved of it", () => {
  const { session, drafts, store } = world();
  expect(session.state.left).toBeNull();
  session.choosePattern("LRDA");
  store.table.remove(3);
  session.look();
  expect([session.state.left, drafts.responses(3).iic_pattern_type]).toEqual(["unsaved", "LRDA"]);
  session.step(1);
  expect([session.current()?.start_time, session.state.left]).toEqual([20, null]);
  store.table.remove(4);
  session.look();
  expect(session.state.left).toBe("saved");
});

test("a review that was saved elsewhere meanwhile is chosen before going on, and that is said", async () => {
  const { session, drafts, saved, sent } = world();
  session.choosePattern("LRDA");
  const id = session.current()?.id ?? 0;
  const responses = { ...emptyResponses, iic_pattern_type: other };
  saved.set(id, { ...{ id: 9, user_id: 7, timestamp: 0, is_complete: true, revision: 8 }, responses });
  expect(session.goTo(2)).toBe(false);
  session.step(1);
  expect([session.current()?.id, session.state.refusal]).toEqual([
    ...[id, "You have saved this review elsewhere meanwhile. Choose which one counts before you go on."],
  ]);
  drafts.resolve(id, "mine");
  await settled();
  expect([session.state.refusal, sent]).toEqual([null, []]);
  session.step(1);
  await settled();
  expect([sent, session.current()?.id === id]).toEqual([[id], false]);
});
