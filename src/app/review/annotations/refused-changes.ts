/** Changes that the server refused: told until somebody has read them, and written again where that is wanted. */
import { ref } from "valtio";
import type { AnnotationRef } from "../../../domain/annotations/annotation-row.ts";
import type { AnnotationChange, ChangeOutcome } from "../../../protocol/annotation-log.ts";
import type { AnnotationContent } from "../../../protocol/annotations.ts";
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import type { WriteQueue } from "../../unsent/write-queue.ts";
import type { StoreDeps, Truth } from "./store-deps.ts";
import type { AnnotationRefused, AnnotationState, AnnotationStore } from "./types.ts";

export interface RefusedChangesDeps extends Pick<StoreDeps, "tell"> {
  readonly state: Pick<AnnotationState, "refused" | "current" | "sessions">;
  /** Writes a refused change again. `theirs`: what the server told with the refusal; `groupId`: where it is made, if there is none any more. */
  writeAgain(told: AnnotationRefused, theirs: Truth | null, groupId: number | null): void;
}

type Refusal = Extract<ChangeOutcome, { outcome: "refused" }>;

export interface RefusedChanges extends Pick<AnnotationStore, "dismiss"> {
  /** Tells it; the queue keeps the change until it is dismissed. `mine`: what the reader wrote last. */
  refuse(
    lane: WriteQueue,
    change: AnnotationChange,
    refusal: Refusal,
    one: AnnotationRef,
    mine: AnnotationContent | null,
  ): void;
}

/** As the server has it by what it told with a refusal; null: it is gone. */
export function truthOf(theirs: Refusal["theirs"]): Truth | null {
  if (theirs === null || theirs === undefined) return null;
  const { id: _, group_id, user_id, user_email, user_full_name, timestamp, revision, ...content } = theirs;
  const person = user_id === null ? null : { user_id, email: user_email, full_name: user_full_name };
  return { groupId: group_id, revision, madeAt: timestamp, person, content };
}

export function makeRefusedChanges({ state, tell, writeAgain }: RefusedChangesDeps): RefusedChanges {
  const kept = new Map<
    number,
    {
      readonly lane: WriteQueue;
      readonly number: number;
      readonly theirs: Truth | null;
      readonly groupId: number | null;
    }
  >();
  let last = 0;

  return {
    refuse(lane, { number, act }, { code, sentence, theirs }, one, mine) {
      const key = ++last;
      kept.set(key, { lane, number, theirs: truthOf(theirs), groupId: "group_id" in act ? act.group_id : null });
      const told = { number: key, ref: one, act: act.act, code, sentence, mine, hasTheirs: theirs != null };
      state.refused = [...state.refused, ref(told)];
    },
    dismiss(key, isAgain) {
      const told = state.refused.find(({ number }) => number === key);
      const held = kept.get(key);
      const own = held?.groupId ?? null;
      // There is none any more: it is made anew in its session, or where the reader writes to.
      const target = state.sessions.some(({ id }) => id === own) ? own : state.current;
      if (told !== undefined && isAgain && !told.hasTheirs && told.mine !== null && target === null) {
        tell(annotationText.noSession);
        return;
      }
      state.refused = state.refused.filter(({ number }) => number !== key);
      kept.delete(key);
      if (told !== undefined && isAgain) writeAgain(told, held?.theirs ?? null, target);
      // Only now: what is written again is kept before this one is forgotten.
      held?.lane.dismiss(held.number);
    },
  };
}
