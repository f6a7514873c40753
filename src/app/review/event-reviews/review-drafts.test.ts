import { expect, test } from "vitest";
import { emptyResponses } from "../../../domain/event-review/review-form.ts";
import type { ReviewAnswers, ReviewResponses } from "../../../protocol/annotation-reviews.ts";
import { type DraftKeeper, isSameDraft, type ReviewDraft } from "./kept-drafts.ts";
import { openReviewDrafts, type SaveFailure } from "./review-drafts.ts";

const lrda: ReviewResponses = { ...emptyResponses, iic_pattern_type: "LRDA" };
const gpd: ReviewResponses = { ...emptyResponses, iic_pattern_type: "GPD/G-SW/BIPD" };

/** A server and a browser that outlive their pages. */
function world() {
  const kept = new Map<number, ReviewDraft>();
  const saved = new Map<number, ReviewAnswers>();
  const sent: { id: number; save: string; base: number | null }[] = [];
  const link = {
    failure: null as SaveFailure | null,
    ...{ isStorageFull: false, isUnreadable: false, revision: 0 },
    catchUp: () => {},
  };
  const laters: (() => void)[] = [];
  let saves = 0;
  const keeper: DraftKeeper = {
    async keep(_, draft) {
      if (link.isStorageFull) throw new Error("full");
      kept.set(draft.annotationId, draft);
    },
    async forget(_, draft) {
      const there = kept.get(draft.annotationId);
      if (there !== undefined && isSameDraft(there, draft)) kept.delete(draft.annotationId);
    },
    async kept() {
      if (link.isUnreadable) throw new Error("unreadable");
      return [...kept.values()];
    },
  };
  const page = () =>
    openReviewDrafts({
      owner: { owner: "1/7", dataObjectId: 5 },
      keeper,
      newSave: () => `save ${++saves}`,
      saved: (id) => saved.get(id) ?? null,
      async send({ annotationId, responses, base }, save) {
        sent.push({ id: annotationId, save, base });
        if (link.failure !== null) throw link.failure;
        const answers = { id: 1, user_id: 7, timestamp: 0, is_complete: false, revision: ++link.revision, responses };
        return answers;
      },
      acknowledged: (id, answers) => saved.set(id, answers),
      failureOf: (error) => error as SaveFailure,
      catchUp: async () => link.catchUp(),
      later(work) {
        laters.push(work);
        return () => {};
      },
    });
  return { kept, saved, sent, link, laters, page };
}

/** Everything that waits for nothing but other work. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("what is entered is kept by the browser at once, and shown by the next page", async () => {
  const { page, kept, sent } = world();
  const first = page();
  first.enter(1, lrda, { iic_pattern_prevalence: "1O" });
  await settled();
  expect([kept.get(1)?.responses, sent]).toEqual([lrda, []]);
  first.close();
  const next = page();
  await settled();
  expect([next.state.isRead, next.responses(1), next.of(1)?.typed]).toEqual([
    true,
    lrda,
    { iic_pattern_prevalence: "1O" },
  ]);
});

test("a save is kept until it is acknowledged, and what is as saved is no draft", async () => {
  const { page, kept, sent, saved } = world();
  const drafts = page();
  drafts.enter(1, lrda, {});
  drafts.save(1);
  expect(drafts.state.saving).toBe(1);
  await settled();
  expect([sent, saved.get(1)?.responses, kept.size, drafts.state.saving]).toEqual([
    [{ id: 1, save: "save 1", base: null }],
    lrda,
    0,
    0,
  ]);
  drafts.enter(1, gpd, {});
  drafts.enter(1, lrda, {});
  await settled();
  expect([drafts.of(1), kept.size]).toEqual([null, 0]);
});

test("an empty review is not saved", async () => {
  const { page, sent } = world();
  const drafts = page();
  drafts.enter(1, emptyResponses, { iic_pattern_prevalence: "x" });
  drafts.save(1);
  await settled();
  expect(sent).toEqual([]);
});

/** The first review is not saved, for this reason; the second one is. */
async function failedThenSaved(failure: SaveFailure) {
  const { page, link, kept } = world();
  const drafts = page();
  link.failure = failure;
  drafts.enter(1, lrda, {});
  drafts.save(1);
  await settled();
  link.failure = null;
  drafts.enter(2, gpd, {});
  drafts.save(2);
  await settled();
  return { drafts, kept };
}

test("that an event is no more is told until it was read, and what was entered of it stays", async () => {
  const { drafts, kept } = await failedThenSaved({ kind: "gone", sentence: "This annotation does not exist." });
  expect([drafts.state.problem, drafts.state.isGone]).toEqual(["This annotation does not exist.", true]);
  drafts.tryAgain();
  await settled();
  expect([drafts.state.problem, drafts.state.isGone, drafts.responses(1)]).toEqual([null, false, lrda]);
  expect([...kept.keys()]).toEqual([1]);
  // Somebody takes the deletion back.
  drafts.save(1);
  await settled();
  expect([drafts.of(1), kept.size]).toEqual([null, 0]);
});

test("a refused save is told until it is mended, also while others are saved", async () => {
  const { drafts } = await failedThenSaved({ kind: "refused", sentence: "This session is read only." });
  expect([drafts.state.problem, drafts.of(2), drafts.of(1)?.save]).toEqual(["This session is read only.", null, null]);
  drafts.save(1);
  await settled();
  expect([drafts.state.problem, drafts.of(1)]).toEqual([null, null]);
});

test("without a server a save waits, says so, and is sent again by the same name, also by the next page", async () => {
  const { page, sent, link, laters } = world();
  link.failure = { kind: "away", sentence: "The server cannot be reached." };
  const first = page();
  first.enter(1, lrda, {});
  first.save(1);
  await settled();
  expect([first.state.isWaiting, first.state.problem, first.state.saving]).toEqual([
    true,
    "The server cannot be reached.",
    1,
  ]);
  laters.pop()?.();
  await settled();
  first.close();
  link.failure = null;
  const next = page();
  await settled();
  expect(sent.map(({ save }) => save)).toEqual(["save 1", "save 1", "save 1"]);
  expect([next.state.problem, next.state.isWaiting, next.of(1)]).toEqual([null, false, null]);
});

test("a save that is refused says why, and stays as it was entered", async () => {
  const { page, link, kept } = world();
  link.failure = { kind: "refused", sentence: "This annotation does not exist." };
  const drafts = page();
  drafts.enter(1, lrda, {});
  drafts.save(1);
  await settled();
  expect([drafts.state.problem, drafts.state.saving, kept.get(1)?.responses]).toEqual([
    "This annotation does not exist.",
    0,
    lrda,
  ]);
});

test("a review that was saved elsewhere meanwhile is the reader's to choose", async () => {
  const { page, saved, sent } = world();
  const drafts = page();
  drafts.enter(1, lrda, {});
  const theirs = { id: 1, user_id: 7, timestamp: 0, is_complete: false, revision: 40, responses: gpd };
  saved.set(1, theirs);
  expect(drafts.hasConflict(1)).toBe(true);
  drafts.resolve(1, "mine");
  expect([drafts.hasConflict(1), drafts.responses(1)]).toEqual([false, lrda]);
  drafts.save(1);
  await settled();
  expect(sent).toEqual([{ id: 1, save: "save 1", base: 40 }]);
  drafts.enter(1, gpd, {});
  saved.set(1, { ...theirs, revision: 50 });
  drafts.resolve(1, "saved");
  expect([drafts.of(1), drafts.responses(1)]).toEqual([null, gpd]);
});

test("a save that came too late is said, until the reader has chosen", async () => {
  const { page, saved, link } = world();
  const drafts = page();
  link.failure = { kind: "changed" };
  drafts.enter(1, lrda, {});
  drafts.save(1);
  saved.set(1, { id: 1, user_id: 7, timestamp: 0, is_complete: false, revision: 40, responses: gpd });
  await settled();
  expect(drafts.state.problem).toBe("You have saved this review elsewhere meanwhile.");
  expect([drafts.state.saving, drafts.hasConflict(1), drafts.responses(1)]).toEqual([0, true, lrda]);
  drafts.resolve(1, "saved");
  expect([drafts.state.problem, drafts.responses(1)]).toEqual([null, gpd]);
});

test("what is entered while it is sent goes on from what is saved", async () => {
  const { page, saved } = world();
  const drafts = page();
  drafts.enter(1, lrda, {});
  drafts.save(1);
  drafts.enter(1, gpd, {});
  await settled();
  expect([saved.get(1)?.responses, drafts.responses(1), drafts.hasConflict(1)]).toEqual([lrda, gpd, false]);
});

test("what another page has entered of the same event stays kept when this page's save is acknowledged", async () => {
  const { page, kept, link } = world();
  const [first, second] = [page(), page()];
  await settled();
  link.failure = { kind: "away", sentence: "" };
  first.enter(1, lrda, {});
  first.save(1);
  await settled();
  second.enter(1, gpd, { iic_pattern_prevalence: "1O" });
  await settled();
  link.failure = null;
  first.tryAgain();
  await settled();
  expect(first.of(1)).toBeNull();
  expect(kept.get(1)).toMatchObject({ responses: gpd, typed: { iic_pattern_prevalence: "1O" }, save: null });
  expect(second.hasConflict(1)).toBe(true);
});

test("a browser that keeps nothing is told, and holds the page", async () => {
  const { page, link } = world();
  link.isStorageFull = true;
  const drafts = page();
  drafts.enter(1, lrda, {});
  expect(drafts.holdsPage()).toBe(true);
  await settled();
  expect([drafts.state.isUnkept, drafts.holdsPage()]).toEqual([true, true]);
});

test("what earlier pages left and cannot be read is said, until it can be", async () => {
  const { page, kept, link } = world();
  page().enter(1, lrda, {});
  await settled();
  link.isUnreadable = true;
  const drafts = page();
  await settled();
  expect([drafts.state.isRead, drafts.state.isUnread, drafts.of(1)]).toEqual([true, true, null]);
  drafts.enter(2, gpd, {});
  await settled();
  expect([drafts.state.isUnread, kept.size]).toEqual([true, 2]);
  link.isUnreadable = false;
  drafts.tryAgain();
  await settled();
  expect([drafts.state.isUnread, drafts.responses(1), drafts.responses(2)]).toEqual([false, lrda, gpd]);
});

test("what is entered after a save whose answer was lost goes on from that save: it is no conflict", async () => {
  const { page, sent, saved, link } = world();
  const drafts = page();
  link.failure = { kind: "away", sentence: "" };
  drafts.enter(1, lrda, {});
  drafts.save(1);
  await settled();
  // It arrived. The reader comes back to it before that is known.
  drafts.enter(1, emptyResponses, {});
  expect(drafts.of(1)?.responses).toEqual(emptyResponses);
  drafts.enter(1, gpd, {});
  link.failure = { kind: "changed" };
  link.catchUp = () => {
    saved.set(1, { id: 1, user_id: 7, timestamp: 0, is_complete: false, revision: 1, responses: lrda });
    Object.assign(link, { failure: null, revision: 1 });
  };
  drafts.save(1);
  await settled();
  expect([drafts.state.problem, drafts.hasConflict(1), drafts.of(1)]).toEqual([null, false, null]);
  expect(saved.get(1)).toMatchObject({ revision: 2, responses: gpd });
  expect(sent.slice(-2).map(({ base }) => base)).toEqual([null, 1]);
});

test("of a save that was answered elsewhere first, the reader chooses", async () => {
  const { page, saved, link } = world();
  const drafts = page();
  link.failure = { kind: "away", sentence: "" };
  drafts.enter(1, lrda, {});
  drafts.save(1);
  await settled();
  drafts.enter(1, gpd, {});
  saved.set(1, {
    id: 1,
    user_id: 7,
    timestamp: 0,
    is_complete: false,
    revision: 4,
    responses: { ...gpd, iic_pattern_prevalence: 3 },
  });
  expect(drafts.hasConflict(1)).toBe(true);
  saved.set(1, { id: 1, user_id: 7, timestamp: 0, is_complete: false, revision: 4, responses: lrda });
  expect(drafts.hasConflict(1)).toBe(false);
});
