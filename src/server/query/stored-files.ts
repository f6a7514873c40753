/** Files of runs that a page reads: they come to this node before, however long that takes, and the page says how far they are. */
import { type Bringing, isDerived, type StoredRuns } from "../analysis/index.ts";
import { refusalOf } from "./page-request.ts";
import type { PageSource } from "./tasks/task.ts";

export interface BroughtFiles {
  /** 0..1, of the one that is least far; null: all are here, or none is needed. */
  progress(): number | null;
  /** Whoever waits may give up; the files come all the same. @throws PageRefused */
  here(signal: AbortSignal): Promise<void>;
}

export function bringFiles(
  sources: readonly Pick<PageSource, "recording">[],
  storedRuns: StoredRuns | undefined,
): BroughtFiles {
  const files = sources.flatMap(({ recording }): Bringing[] =>
    storedRuns !== undefined && isDerived(recording) && recording.analysis.analytic === "stored_run"
      ? [storedRuns.bring(recording.analysis)]
      : [],
  );
  let areHere = files.length === 0;
  const all = Promise.all(files.map(({ result }) => result));
  all.catch(() => undefined); // of one that nobody waits for any more
  return {
    progress: () => (areHere ? null : Math.min(...files.map(({ progress }) => progress()))),
    async here(signal) {
      if (areHere) return;
      let giveUp = () => {};
      const given = new Promise<never>((_, reject) => {
        giveUp = () => reject(signal.reason);
      });
      signal.addEventListener("abort", giveUp);
      try {
        signal.throwIfAborted();
        await Promise.race([given, all]);
        areHere = true;
      } catch (error) {
        throw refusalOf(error);
      } finally {
        signal.removeEventListener("abort", giveUp);
      }
    },
  };
}
