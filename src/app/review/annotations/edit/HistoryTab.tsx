import { CircleAlert, LoaderCircle } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { changedFields, type HistoryStand } from "../../../../domain/annotations/annotation-history.ts";
import type { Clock } from "../../../../domain/time/clock.ts";
import { annotationHistoryText as words } from "../../../../protocol/text/annotation-history-text.ts";
import { Button } from "../../../../ui/buttons/Button.tsx";
import { Face } from "../../../../ui/notices/Face.tsx";
import css from "./History.module.css";
import { HistoryEntry, type ToldEntry } from "./HistoryEntry.tsx";

export interface HistoryPage {
  readonly entries: readonly ToldEntry[];
  readonly hasMore: boolean;
}

export interface AnnotationHistory {
  /** Another one: there is more to read than there was. */
  readonly version: number;
  /** Entries before a number, newest first; null: from the last one on. Null comes of one that the server does not have yet. @throws the reason */
  read(before: number | null, signal: AbortSignal): Promise<HistoryPage | null>;
  sessionName(groupId: number): string;
  /** Writes a version as it was, as a change like any other; null: it may not be changed. @throws the reason */
  readonly restore: ((version: HistoryStand) => Promise<void>) | null;
}

export interface HistoryTabProps {
  history: AnnotationHistory;
  /** As it stands now; null: it is deleted. */
  now: HistoryStand | null;
  /** Of the file. */
  clock: Clock;
  /** Something was changed in the dialog and not saved. */
  isChanged: boolean;
}

/** Who changed an annotation, what and when; an older version is brought back by a press. */
export function HistoryTab({ history, now, clock, isChanged }: HistoryTabProps) {
  const { version, restore } = history;
  const [entries, setEntries] = useState<readonly ToldEntry[]>([]);
  const [state, setState] = useState<"reading" | "failed" | "more" | "all" | "unsaved">("reading");
  const [failure, setFailure] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const reading = useRef(new AbortController());
  const latest = useRef(history);
  latest.current = history;
  const read = useCallback(async (known: readonly ToldEntry[]) => {
    reading.current.abort();
    reading.current = new AbortController();
    const { signal } = reading.current;
    setState("reading");
    try {
      const page = await latest.current.read(known.at(-1)?.number ?? null, signal);
      if (signal.aborted) return;
      if (page !== null) setEntries([...known, ...page.entries]);
      setState(page === null ? "unsaved" : page.hasMore ? "more" : "all");
    } catch (error) {
      if (signal.aborted) return;
      setFailure(error instanceof Error ? error.message : String(error));
      setState("failed");
    }
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has more to read
  useEffect(() => {
    void read([]);
    return () => reading.current.abort();
  }, [read, version]);
  const bringBack = async (stand: HistoryStand) => {
    setProblem(null);
    try {
      await restore?.(stand);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  if (state === "unsaved") return <p className={css.note}>{words.unsaved}</p>;
  if (entries.length === 0 && state === "reading")
    return <Face icon={LoaderCircle} title={words.loading} role="status" />;
  return (
    <div className={css.history}>
      {problem === null ? null : (
        <p className={css.problem} role="alert">
          {problem}
        </p>
      )}
      {isChanged && restore !== null ? <p className={css.note}>{words.changedFirst}</p> : null}
      <ol className={css.entries} aria-label={words.list}>
        {entries.map((entry) => {
          const { number, after } = entry;
          return (
            <HistoryEntry
              key={number}
              entry={entry}
              clock={clock}
              sessionName={history.sessionName}
              isNow={now !== null && after !== null && changedFields(now, after).length === 0}
              isHeld={isChanged}
              onRestore={restore === null || after === null ? null : () => void bringBack(after)}
            />
          );
        })}
      </ol>
      {state === "failed" ? (
        <Face icon={CircleAlert} title={words.failed} role="alert">
          <p>{failure}</p>
          <Button onPress={() => void read(entries)}>{words.tryAgain}</Button>
        </Face>
      ) : state === "all" ? null : (
        <Button size="small" isDisabled={state === "reading"} onPress={() => void read(entries)}>
          {state === "reading" ? words.loading : words.older}
        </Button>
      )}
    </div>
  );
}
