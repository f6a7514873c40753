/** What is masked of recordings, as the server has it: of all sessions, whatever is loaded here. Followed by the news of their logs. */
import { proxy } from "valtio";
import { type Masks, noMasks } from "../../../domain/annotations/masks.ts";
import type { getAnnotationMasks } from "../../../protocol/annotation-log.ts";
import type { AnswerOf } from "../../../protocol/route.ts";

export interface MaskState {
  /** "unknown": they could not be had, and are asked for again. */
  phase: "loading" | "known" | "unknown";
  /** As of the last answer; another object when one has changed. */
  masks: Masks;
  /** Of the last answer. */
  revision: number;
}

export interface MaskBook extends Disposable {
  /** A proxy: raised when anything of what was asked for is known, or no longer. */
  readonly state: { version: number };
  /** Of a recording, which is asked for and followed from now on. */
  of(dataObjectId: number): Readonly<MaskState>;
  /** No first answer is waited for. */
  isSettled(): boolean;
}

export interface MaskBookDeps {
  ask(dataObjectId: number, known: number | null, signal: AbortSignal): Promise<AnswerOf<typeof getAnnotationMasks>>;
  /** The server gave an answer, and it is no. Any other failure passes, and what was known stays as it was known last. */
  isRefusal(error: unknown): boolean;
  /** Hears that the log of a recording moved. Returns the untying. */
  follow(dataObjectId: number, hear: () => void): () => void;
  later(work: () => void, ms: number): () => void;
}

/** Until what failed is asked for again; between two answers, however much is marked. */
const againMs = 3000;
const restMs = 400;

export function createMaskBook({ ask, isRefusal, follow, later }: MaskBookDeps): MaskBook {
  const state = proxy({ version: 0 });
  const all = new Map<number, MaskState>();
  const gone = new AbortController();
  const unties: (() => void)[] = [];

  function open(id: number): MaskState {
    const now: MaskState = { phase: "loading", masks: noMasks, revision: -1 };
    all.set(id, now);
    let isAsking = false;
    let isDue = false;
    let giveUp = () => {};
    const look = async () => {
      if (isAsking) {
        isDue = true;
        return;
      }
      isAsking = true;
      isDue = false;
      const before = now.phase;
      let waitMs = restMs;
      try {
        const { mask_revision, masks } = await ask(id, before === "known" ? now.revision : null, gone.signal);
        if (masks !== null) {
          const channels = new Map(masks.channels.map(({ label, spans }) => [label, spans]));
          Object.assign(now, { masks: { everywhere: masks.everywhere, channels }, revision: mask_revision });
        }
        now.phase = "known";
        if (masks !== null || before !== "known") state.version++;
      } catch (error) {
        if (gone.signal.aborted) return;
        console.warn("masks.not_known", error);
        if (before !== "known" || isRefusal(error)) now.phase = "unknown";
        waitMs = againMs;
        isDue = true;
        if (now.phase !== before) state.version++;
      }
      giveUp = later(() => {
        isAsking = false;
        if (isDue) void look();
      }, waitMs);
    };
    unties.push(
      follow(id, () => void look()),
      () => giveUp(),
    );
    void look();
    return now;
  }

  return {
    state,
    of: (id) => all.get(id) ?? open(id),
    isSettled: () => [...all.values()].every(({ phase }) => phase !== "loading"),
    [Symbol.dispose]() {
      gone.abort();
      for (const untie of unties) untie();
    },
  };
}
