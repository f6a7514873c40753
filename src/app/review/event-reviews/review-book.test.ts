import { expect, test } from "vitest";
import { emptyResponses } from "../../../domain/event-review/review-form.ts";
import type { ReviewAnswers, ReviewedEvent } from "../../../protocol/annotation-reviews.ts";
import { openReviewBook, type ReviewPage } from "./review-book.ts";

const answers = (userId: number, revision: number, isComplete = false): ReviewAnswers => ({
  ...{ id: 10 * userId, user_id: userId, timestamp: 5, is_complete: isComplete, revision, responses: emptyResponses },
});
const reviewed = (id: number, revision: number, ...reviews: ReviewAnswers[]): ReviewedEvent => ({
  ...{
    annotation_id: id,
    revision,
    completed_readers: reviews.filter((one) => one.is_complete).length as number | null,
  },
  ...{ is_unblinded: false, reviews },
});

/** A server whose pages are given, in their order; "too short" and failures among them. */
function world(...pages: (Partial<ReviewPage> | "too short" | Error)[]) {
  const asked: number[] = [];
  const laters: (() => void)[] = [];
  let hear = () => {};
  const book = openReviewBook({
    userId: 7,
    async changesAfter(after) {
      asked.push(after);
      const page = pages.shift();
      if (page instanceof Error) throw page;
      return page === "too short" ? null : { events: [], people: [], revision: after, has_more: false, ...page };
    },
    follow(listener) {
      hear = listener;
      return () => {};
    },
    sentenceOf: (error) => (error as Error).message,
    later(work) {
      laters.push(work);
      return () => {};
    },
  });
  return { book, asked, laters, hear: () => hear() };
}

test("all pages are read, then what changed after the last", async () => {
  const { book, asked, hear } = world(
    { events: [reviewed(1, 3, answers(7, 3, true))], revision: 3, has_more: true },
    { events: [reviewed(2, 4, answers(8, 4))], revision: 4 },
    { events: [reviewed(1, 5, answers(7, 5))], revision: 5 },
  );
  await book.catchUp();
  expect(book.state.phase).toBe("ready");
  expect([book.isComplete(1), book.own(2)]).toEqual([false, null]);
  hear();
  await book.catchUp();
  expect(asked.slice(0, 3)).toEqual([0, 3, 4]);
  expect(book.own(1)?.revision).toBe(5);
});

test("numbers that end before the known one are read from the beginning", async () => {
  const { book, asked } = world({ events: [reviewed(1, 9, answers(7, 9))], revision: 9 }, "too short", {
    events: [],
    revision: 2,
  });
  await book.catchUp();
  await book.catchUp();
  expect(asked.slice(0, 3)).toEqual([0, 9, 0]);
  expect(book.of(1)).toBeUndefined();
});

test("what fails says why and is tried again; what was read stays", async () => {
  const { book, laters } = world(
    new Error("away"),
    { events: [reviewed(1, 1, answers(7, 1))], revision: 1 },
    new Error("gone"),
  );
  await book.catchUp();
  expect([book.state.phase, book.state.problem, laters.length]).toEqual(["failed", "away", 1]);
  await book.catchUp();
  expect([book.state.phase, book.state.problem]).toEqual(["ready", null]);
  await book.catchUp();
  expect([book.state.phase, book.state.problem, book.own(1)?.revision]).toEqual(["ready", "gone", 1]);
});

test("the answer of a save counts at once, and not over a later one", async () => {
  const { book } = world({ events: [reviewed(1, 4, answers(7, 4), answers(8, 2, true))], revision: 4 });
  await book.catchUp();
  book.take(1, answers(7, 5, true));
  expect([book.isComplete(1), book.of(1)?.completed_readers, book.of(1)?.reviews.length]).toEqual([true, 2, 2]);
  book.take(1, answers(7, 3));
  expect(book.own(1)?.revision).toBe(5);
});

test("how many have completed an event is not known before the reader has, nor after they have taken it back", async () => {
  const { book } = world({ events: [{ ...reviewed(1, 4, answers(7, 4)), completed_readers: null }], revision: 4 });
  await book.catchUp();
  book.take(1, answers(7, 5, true));
  expect(book.of(1)?.completed_readers).toBeNull(); // the server says
  book.put({ ...reviewed(1, 5, answers(7, 5, true), answers(8, 3, true)), is_unblinded: true }, []);
  expect([book.of(1)?.completed_readers, book.of(1)?.is_unblinded]).toEqual([2, true]);
  book.take(1, answers(7, 6));
  expect(book.of(1)?.completed_readers).toBeNull();
});
