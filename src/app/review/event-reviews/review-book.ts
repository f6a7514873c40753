/**
 * The reviews of a recording's events as the server has them and lets this reader know, followed by its news. Read by number: what changed after
 * the one that is known. Not React; calls and news are given.
 */
import { proxy } from "valtio";
import type { ReviewAnswers, ReviewedEvent } from "../../../protocol/annotation-reviews.ts";
import type { AnnotationPerson } from "../../../protocol/annotations.ts";

export interface ReviewPage {
  readonly events: readonly ReviewedEvent[];
  readonly people: readonly AnnotationPerson[];
  readonly revision: number;
  readonly has_more: boolean;
}

export interface ReviewBookDeps {
  readonly userId: number | null;
  /** Null: the numbers end before `after`, and everything is read anew. */
  changesAfter(after: number, signal: AbortSignal): Promise<ReviewPage | null>;
  /** Calls `hear` when reviews may have changed. Returns the untying. */
  follow(hear: () => void): () => void;
  sentenceOf(error: unknown): string;
  later(work: () => void, ms: number): () => void;
}

export interface ReviewBook extends Disposable {
  /** A proxy. "failed": nothing was read yet, and why stands in `problem`; where something was, `problem` says that it may be out of date. */
  readonly state: { phase: "loading" | "ready" | "failed"; problem: string | null; version: number };
  /** All that this reader may know of the reviews of one event; undefined: nobody has reviewed it. */
  of(annotationId: number): ReviewedEvent | undefined;
  /** The reader's own; null: there is none. */
  own(annotationId: number): ReviewAnswers | null;
  person(userId: number): AnnotationPerson | null;
  isComplete(annotationId: number): boolean;
  /** The answer of a save: it counts at once, and what others have said is read after it. */
  take(annotationId: number, answers: ReviewAnswers): void;
  /** One event as the server has just told it. */
  put(event: ReviewedEvent, people: readonly AnnotationPerson[]): void;
  /** Reads what changed since; comes when that is here, or could not be read. */
  catchUp(): Promise<void>;
}

const againMs = 5000;

export function openReviewBook(deps: ReviewBookDeps): ReviewBook {
  const abort = new AbortController();
  const { signal } = abort;
  const state = proxy<ReviewBook["state"]>({ phase: "loading", problem: null, version: 0 });
  const events = new Map<number, ReviewedEvent>();
  const people = new Map<number, AnnotationPerson>();
  let revision = 0;
  let running: Promise<void> | null = null;
  let isAskedAgain = false;
  let giveUpAgain = () => {};

  /** One reading at a time; what is told meanwhile is read after it. */
  function catchUp(): Promise<void> {
    if (running !== null) {
      isAskedAgain = true;
      return running;
    }
    giveUpAgain();
    running = readOn().finally(() => {
      running = null;
    });
    return running;
  }

  async function readOn(): Promise<void> {
    try {
      do {
        isAskedAgain = false;
        await readAll();
      } while (isAskedAgain && !signal.aborted);
      if (signal.aborted) return;
      state.phase = "ready";
      state.problem = null;
    } catch (error) {
      if (signal.aborted) return;
      if (state.phase === "loading") state.phase = "failed";
      state.problem = deps.sentenceOf(error);
      giveUpAgain = deps.later(() => void catchUp(), againMs);
    }
  }

  async function readAll(): Promise<void> {
    for (;;) {
      const page = await deps.changesAfter(revision, signal);
      if (signal.aborted) return;
      if (page === null) {
        events.clear();
        revision = 0;
        continue;
      }
      for (const person of page.people) people.set(person.user_id, person);
      for (const event of page.events) events.set(event.annotation_id, event);
      revision = page.revision;
      if (page.events.length > 0) state.version++;
      if (!page.has_more) return;
    }
  }

  const own = (annotationId: number) =>
    events.get(annotationId)?.reviews.find(({ user_id }) => user_id === deps.userId) ?? null;
  const unfollow = deps.follow(() => void catchUp());
  void catchUp();
  return {
    state,
    of: (annotationId) => events.get(annotationId),
    own,
    person: (userId) => people.get(userId) ?? null,
    isComplete: (annotationId) => own(annotationId)?.is_complete === true,
    take(annotationId, answers) {
      const known = events.get(annotationId);
      if ((known?.revision ?? 0) < answers.revision) {
        const before = own(annotationId);
        const others = known?.reviews.filter((review) => review !== before) ?? [];
        // Of an event that was not complete the server has not said how many have; of one that is not any more nobody is told.
        const told = known?.completed_readers ?? null;
        const completed = answers.is_complete && told !== null ? told + Number(before?.is_complete !== true) : null;
        events.set(annotationId, {
          ...{ annotation_id: annotationId, revision: answers.revision, completed_readers: completed },
          ...{ is_unblinded: known?.is_unblinded ?? false, reviews: [answers, ...others] },
        });
        state.version++;
      }
      void catchUp();
    },
    put(event, named) {
      for (const person of named) people.set(person.user_id, person);
      events.set(event.annotation_id, event);
      state.version++;
    },
    catchUp,
    [Symbol.dispose]() {
      abort.abort();
      giveUpAgain();
      unfollow();
    },
  };
}
