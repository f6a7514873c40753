/** Undo, redo and taking back one step, and the deletion of sessions, which is such a step too. */
import { annotationText } from "../../../protocol/text/annotation-text.ts";
import { makeSessionSteps, type SessionStepsDeps } from "./session-steps.ts";
import type { StoreDeps } from "./store-deps.ts";
import type { AnnotationStore, TakenBack } from "./types.ts";
import { inverse, isSameStand, type Stand, type UndoItem, UndoStack, type UndoStep } from "./undo-stack.ts";

export interface UndoActsDeps extends SessionStepsDeps, Pick<StoreDeps, "tell" | "sentenceOf"> {
  readonly signal: AbortSignal;
  /** How the annotation of an item is now; null: there is none. */
  standNow(ref: UndoItem["ref"]): Stand | null;
  /** Does the items here and queues them. */
  act(items: readonly UndoItem[]): void;
  changed(): void;
}

export interface UndoActs extends Pick<AnnotationStore, "deleteSessions" | "undo" | "redo" | "takeBack"> {
  readonly stack: UndoStack;
  /** A step is on its way to the server. */
  isWithServer(): boolean;
  /** Does what becomes a step. Returns its number; 0: there was nothing to do. */
  perform(step: Pick<UndoStep, "what" | "items">): number;
}

export function makeUndoActs(deps: UndoActsDeps): UndoActs {
  const { signal, standNow, act, changed } = deps;
  const stack = new UndoStack();
  const sessionSteps = makeSessionSteps(deps);
  let lastStep = 0;
  let isWithServer = false;
  /** A deletion of sessions that failed: its answer may have been lost. */
  let unanswered: UndoStep | null = null;

  function perform(step: Pick<UndoStep, "what" | "items">): number {
    if (step.items.length === 0) return 0;
    const done = { ...step, sessions: null, number: ++lastStep };
    act(done.items);
    stack.push(done);
    changed();
    return done.number;
  }

  /** Somebody has changed since what a step left. */
  const isOvertaken = (step: UndoStep) =>
    sessionSteps.isOvertaken(step) || step.items.some(({ ref, after }) => !isSameStand(standNow(ref), after));

  /** Does a step of the stack, in one of its directions; `moved` says so to the stack. */
  function carryOut(step: UndoStep, moved: () => void): void {
    if (step.sessions === null) {
      act(step.items);
      moved();
      changed();
      return;
    }
    // The server does it: nothing else is taken back until it has answered.
    isWithServer = true;
    changed();
    void sessionSteps
      .carryOut(step)
      .then(moved)
      .catch((error: unknown) => {
        if (!signal.aborted) deps.tell(deps.sentenceOf(error));
      })
      .finally(() => {
        isWithServer = false;
        changed();
      });
  }

  function undo(isSure = false): boolean {
    const step = stack.last;
    if (step === null || isWithServer) return true;
    if (!isSure && isOvertaken(step)) return false;
    carryOut(inverse(step), () => stack.back(step));
    return true;
  }
  function redo(isSure = false): boolean {
    const step = stack.next;
    if (step === null || isWithServer) return true;
    if (!isSure && isOvertaken(inverse(step))) return false;
    carryOut(step, () => stack.again(step));
    return true;
  }

  async function deleteSessions(idsOf: readonly number[]): Promise<number> {
    const of = sessionSteps.found(idsOf);
    // Nothing is left of what could not be told to be done: it was, and its answer was lost.
    const isDone = of.length === 0 && idsOf.every((id) => unanswered?.sessions?.of.some((one) => one.id === id));
    if (of.length === 0 && !isDone) return 0;
    const step: UndoStep =
      isDone && unanswered !== null
        ? unanswered
        : { number: ++lastStep, what: sessionSteps.whatOf(of), items: [], sessions: { act: "delete", of } };
    unanswered = step;
    await sessionSteps.carryOut(step);
    unanswered = null;
    stack.push(step);
    changed();
    return step.number;
  }

  function takeBack(number: number): TakenBack {
    const step = stack.find(number);
    if (step === null) return "gone";
    if (isWithServer) return "busy";
    if (step === stack.last) return undo() ? "done" : "changed";
    if (isOvertaken(step)) return "changed";
    // Others came after it: it is taken back by an act of its own, which those come before.
    const back = { ...inverse(step), number: ++lastStep, what: annotationText.acts.takeBack(step.what) };
    carryOut(back, () => stack.push(back));
    return "done";
  }

  return { stack, isWithServer: () => isWithServer, perform, undo, redo, deleteSessions, takeBack };
}
