/** How far a review's preload is: its states and what leads from one to the other (spec 001 section 4, Prefetch). */
import type { ConnectionState } from "../../feed/types.ts";
import type {
  PrefetchAnswer,
  PrefetchDirectory,
  PrefetchInventory,
  PrefetchProgress,
} from "../../protocol/prefetch.ts";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";

/** What is told in the modal 'There was a problem'. Sizes in bytes. */
export type PrefetchProblem =
  | { readonly kind: "inventory" | "preloaded" | "queue" | "position" }
  | { readonly kind: "space"; readonly size: number; readonly current: number; readonly max: number };

export interface PrefetchState {
  /** "start": asked for, being loaded; "stop": the server will not; "skip": the user would not wait; "finished". */
  readonly stage: "start" | "stop" | "skip" | "finished";
  readonly connection: ConnectionState;
  /** Of the present connection; null as long as the server has not said. */
  readonly progress: Omit<PrefetchProgress, "prefetch_id" | "finished" | "gone"> | null;
  /** Bytes it will take; null before the server said so. */
  readonly size: number | null;
  /** Null: not known. */
  readonly patientsAhead: number | null;
  /** Answers of the queue in a row that did not hold the recording. */
  readonly misses: number;
  /** Why the stage is "stop". */
  readonly refusal: "no_space" | "gone" | Extract<PrefetchAnswer, { kind: "refused" }>["code"] | null;
  /** To be shown, one after the other. */
  readonly problems: readonly PrefetchProblem[];
  /** Shown or to be shown since the recording was asked for by hand: each is told once. */
  readonly told: readonly PrefetchProblem["kind"][];
}

export type PrefetchEvent =
  | { readonly kind: "connection"; readonly state: ConnectionState }
  | { readonly kind: "answer"; readonly answer: PrefetchAnswer }
  | { readonly kind: "progress"; readonly progress: PrefetchProgress }
  | {
      readonly kind: "queue";
      readonly dataObjectId: number;
      /** "unreachable": no answer came; "failed": the server could not say. */
      readonly directories: readonly PrefetchDirectory[] | "unreachable" | "failed";
    }
  /** Null: the call failed. */
  | { readonly kind: "inventory"; readonly dataObjectId: number; readonly inventory: PrefetchInventory | null }
  | { readonly kind: "skip" }
  | { readonly kind: "again" }
  /** The problem on the screen was read. */
  | { readonly kind: "read" };

export const firstState: PrefetchState = {
  stage: "start",
  connection: "connecting",
  progress: null,
  size: null,
  patientsAhead: null,
  misses: 0,
  refusal: null,
  problems: [],
  told: [],
};

/** A recording that is briefly between waiting and loading may be missing once. */
const toleratedMisses = 1;

/** The state after an event. A review that was let go of (finished, skipped) stays so, whatever the socket says later. */
export function nextState(state: PrefetchState, event: PrefetchEvent): PrefetchState {
  const isUnderWay = state.stage === "start" || state.stage === "stop";
  switch (event.kind) {
    case "connection":
      return event.state === "connected"
        ? { ...state, connection: event.state }
        : { ...state, connection: event.state, progress: null, patientsAhead: null, misses: 0 };
    case "answer":
      return isUnderWay ? answered(state, event.answer) : state;
    case "progress":
      return state.stage === "start" ? progressed(state, event.progress) : state;
    case "queue":
      return state.stage === "start" && state.progress?.waiting === true ? queued(state, event) : state;
    case "inventory": {
      if (event.inventory === null) return withProblem(state, { kind: "inventory" });
      const isThere = event.inventory.directories.some(({ data_object_id: id }) => id === event.dataObjectId);
      return isThere ? state : withProblem(state, { kind: "preloaded" });
    }
    case "skip":
      return isUnderWay ? { ...state, stage: "skip", problems: [] } : state;
    case "again":
      return state.stage === "stop" ? { ...firstState, connection: state.connection, problems: [] } : state;
    case "read":
      return { ...state, problems: state.problems.slice(1) };
  }
}

function answered(state: PrefetchState, answer: PrefetchAnswer): PrefetchState {
  switch (answer.kind) {
    case "accepted":
      return { ...state, stage: "start", size: answer.size, refusal: null };
    case "no_space": {
      const { size, current_size: current, max_total_size: max } = answer;
      return withProblem({ ...state, stage: "stop", size, refusal: "no_space" }, { kind: "space", size, current, max });
    }
    case "refused": {
      const stopped: PrefetchState = { ...state, stage: "stop", refusal: answer.code };
      return answer.code === "failed" ? withProblem(stopped, { kind: "inventory" }) : stopped;
    }
  }
}

function progressed(state: PrefetchState, said: PrefetchProgress): PrefetchState {
  const { percentage, waiting, prefetched_size, error } = said;
  const progress = { percentage, waiting, prefetched_size, error };
  if (said.gone) return { ...state, stage: "stop", refusal: "gone", progress: null, patientsAhead: null };
  if (said.finished) return { ...state, stage: "finished", progress, patientsAhead: null };
  return waiting ? { ...state, progress } : { ...state, progress, patientsAhead: null, misses: 0 };
}

function queued(
  state: PrefetchState,
  { dataObjectId, directories }: Extract<PrefetchEvent, { kind: "queue" }>,
): PrefetchState {
  const unknown: PrefetchState = { ...state, patientsAhead: null };
  // A server that is away is what the socket says in a moment.
  if (directories === "unreachable") return unknown;
  if (directories === "failed") return withProblem(unknown, { kind: "queue" });
  const own = directories.find(({ data_object_id: id }) => id === dataObjectId);
  if (own !== undefined) return { ...state, patientsAhead: own.patients_ahead, misses: 0 };
  const missed = { ...unknown, misses: state.misses + 1 };
  return missed.misses > toleratedMisses ? withProblem(missed, { kind: "position" }) : missed;
}

const withProblem = (state: PrefetchState, problem: PrefetchProblem): PrefetchState =>
  state.told.includes(problem.kind)
    ? state
    : { ...state, problems: [...state.problems, problem], told: [...state.told, problem.kind] };

/** The prefetch message of the loading screen. */
export function prefetchMessage({ stage, progress, patientsAhead }: PrefetchState): string {
  const { message } = prefetchText;
  if (stage === "finished") return message.done;
  if (stage !== "start") return message.stopped;
  if (progress === null) return message.settingUp;
  if (!progress.waiting) return message.loading(progress.percentage);
  return patientsAhead === null ? message.settingUp : message.waiting(patientsAhead);
}

/** Why it was stopped, as it stays on the screen after a problem was read. */
const stoppedBy: Record<NonNullable<PrefetchState["refusal"]>, string> = {
  no_space: prefetchText.message.noSpace,
  gone: prefetchText.refused.gone,
  not_found: prefetchText.refused.gone,
  bad_request: prefetchText.message.failed,
  failed: prefetchText.message.failed,
};

/** Why it does not go on by itself, in plain words; null when it does. */
export function prefetchTrouble({ stage, connection, progress, refusal }: PrefetchState): string | null {
  if (stage === "finished" || stage === "skip") return null;
  if (connection !== "connecting" && connection !== "connected") return prefetchText.message[connection];
  return refusal === null ? (progress?.error ?? null) : stoppedBy[refusal];
}
