/**
 * Whether the database answers. Whoever meets a failure of it hands it in; while it is away it is asked again each second.
 * The log has one line when it goes, with the reason, and one when it is back: no loop of the server tells it again.
 */
import { awayReason, DatabaseSilent } from "./database-away.ts";

export interface DatabaseWatch {
  readonly isAway: boolean;
  /** True when the failure says that the database is away. */
  note(error: unknown): boolean;
  /**
   * The answer of a query that somebody waits for in front of a screen. Fails at once while the database is away, and
   * when it is silent and does not answer a probe either.
   */
  ask<T>(query: () => Promise<T>): Promise<T>;
  /** Told whenever it goes or is back. Returns the function that ends it. */
  onChange(hear: () => void): () => void;
  close(): void;
}

export interface WatchLog {
  info(facts: object, event: string): void;
  warn(facts: object, event: string): void;
}

export interface WatchOptions {
  /** Whether it answers now; may take its time, must not hang. */
  probe(): Promise<boolean>;
  log: WatchLog;
  /** Called when it is back after a time in which nobody could connect, for the connections made before it went. */
  dropConnections?(olderThanMs: number): void;
  /** ms */
  now?: () => number;
}

const probeMs = 1000;
/** Somebody waits: a database that takes longer is asked whether it is there at all. One that is busy is not away. */
const silentMs = 3000;
/** After so many probes without an answer the connections of before are given up. */
const mostLost = 3;

export function watchDatabase({
  probe,
  log,
  dropConnections,
  now = () => performance.now(),
}: WatchOptions): DatabaseWatch {
  const listeners = new Set<() => void>();
  let awaySince: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let lost = 0;
  const tell = () => {
    for (const hear of listeners) hear();
  };
  const probeAgain = async () => {
    const isBack = await probe().catch(() => false);
    if (isClosed || awaySince === null) return;
    if (!isBack) {
      lost++;
      timer = setTimeout(() => void probeAgain(), probeMs).unref();
      return;
    }
    const awayMs = now() - awaySince;
    log.info({ seconds: Math.round(awayMs / 1000) }, "database.back");
    awaySince = null;
    if (lost >= mostLost) dropConnections?.(awayMs);
    tell();
  };
  const note = (error: unknown): boolean => {
    const reason = awayReason(error);
    if (reason === null) return false;
    if (awaySince === null && !isClosed) {
      awaySince = now();
      lost = 0;
      log.warn({ reason }, "database.away");
      timer = setTimeout(() => void probeAgain(), probeMs).unref();
      tell();
    }
    return true;
  };
  return {
    get isAway() {
      return awaySince !== null;
    },
    note,
    async ask(query) {
      if (awaySince !== null) throw new DatabaseSilent();
      let patience: NodeJS.Timeout | undefined;
      let isOver = false;
      const silence = new Promise<never>((_, reject) => {
        const wait = () => {
          patience = setTimeout(async () => {
            const isThere = await probe().catch(() => false);
            if (isOver) return;
            if (isThere) wait();
            else reject(new DatabaseSilent());
          }, silentMs);
        };
        wait();
      });
      try {
        return await Promise.race([query(), silence]);
      } catch (error) {
        note(error);
        throw error;
      } finally {
        isOver = true;
        clearTimeout(patience);
      }
    },
    onChange(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/** Hook of the logger: what only says that the database is away is told once, by the watch, and not by every loop. */
export const quietDuring = (watch: () => DatabaseWatch) => ({
  logMethod(this: unknown, said: unknown[], write: (...said: never) => void) {
    const [facts] = said;
    const err = typeof facts === "object" && facts !== null && "err" in facts ? facts.err : undefined;
    if (!watch().note(err)) write.apply(this, said as never);
  },
});
