/** Writes annotations by the queue of the store, some at a time, as one step of Undo. */
import { subscribe } from "valtio";
import type { AnnotationContent } from "../../../../protocol/annotations.ts";
import type { AnnotationStore } from "../types.ts";

/** Made at once. So many more may wait for the server: enough that it is never idle. */
const pieceLength = 500;

export interface ImportProgress {
  readonly saved: number;
  /** Null until it can be told. */
  readonly leftMs: number | null;
  /** The server cannot be reached. */
  readonly isWaiting: boolean;
}

export interface ImportEnd {
  readonly end: "done" | "stopped" | "refused";
  /** How many are in the session, or on their way into it. */
  readonly made: number;
  /** For `takeBack`. */
  readonly step: number;
  /** Of a refusal. */
  readonly sentence: string | null;
}

/**
 * Ends when the server has all of them, when one is refused, when it is stopped by the signal, or when the step was taken back under way.
 * What was made before stays: it is in the store, and in the browser's storage until the server has it.
 */
export async function runImport(
  store: AnnotationStore,
  contents: readonly AnnotationContent[],
  groupId: number,
  {
    signal,
    onProgress,
    nowMs = () => performance.now(),
  }: { signal: AbortSignal; onProgress: (progress: ImportProgress) => void; nowMs?: () => number },
): Promise<ImportEnd> {
  const { state } = store;
  const others = state.unsent;
  const refusedBefore = state.refused.length;
  const begun = nowMs();
  let [made, step] = [0, 0];
  const tell = () => {
    const saved = Math.max(0, made - Math.max(0, state.unsent - others));
    const took = nowMs() - begun;
    const leftMs = saved < pieceLength ? null : (took / saved) * (contents.length - saved);
    onProgress({ saved, leftMs, isWaiting: state.isWaiting });
  };
  const refusal = () => (state.refused.length > refusedBefore ? (state.refused.at(-1)?.sentence ?? "") : null);
  while (made < contents.length) {
    const { revision } = state;
    step = store.createAll(contents.slice(made, made + pieceLength), groupId, step);
    if (step === 0) return { end: "stopped", made, step, sentence: null };
    made = Math.min(contents.length, made + pieceLength);
    const most = made < contents.length ? pieceLength : 0;
    // What waits is told with the table's next revision.
    const isDue = () => state.revision !== revision && state.unsent - others <= most;
    await until(state, () => isDue() || refusal() !== null || signal.aborted, tell);
    const sentence = refusal();
    if (sentence !== null) return { end: "refused", made: Math.max(0, made - pieceLength), step, sentence };
    if (signal.aborted) return { end: made < contents.length ? "stopped" : "done", made, step, sentence: null };
  }
  return { end: "done", made, step, sentence: null };

  function until(of: object, isDone: () => boolean, hear: () => void): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        hear();
        if (!isDone()) return;
        untie();
        signal.removeEventListener("abort", look);
        resolve();
      };
      const untie = subscribe(of, look);
      signal.addEventListener("abort", look);
      look();
    });
  }
}
