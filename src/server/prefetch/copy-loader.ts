/** Brings reserved recordings to this server's disk: one at a time, in the order of the queue. */
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import { CopyFailed, type RecordingCopies } from "../recordings/index.ts";
import { nextToLoad, retryDelayMs } from "./queue.ts";
import { isReserved } from "./rows.ts";
import type { OwnCopy, PrefetchLog, Reservation } from "./types.ts";

/** A server that stops does not wait longer for pieces that are on their way. */
const stopWithinMs = 1500;

/** A reservation, and what this server holds of it. */
export interface Entry {
  reservation: Reservation;
  copy: OwnCopy;
}

export class CopyLoader {
  private current: { entry: Entry; abort: AbortController; ended: Promise<void> } | null = null;
  private isClosed = false;

  /** `onEnd`: a copy was completed, failed or given up. */
  constructor(
    private readonly world: { db: NodePgDatabase; copies: Pick<RecordingCopies, "bring">; log: PrefetchLog },
    private readonly onEnd: () => void,
  ) {}

  /** What is being written to, wanted or not. */
  get loading(): Entry | null {
    return this.current?.entry ?? null;
  }

  /** Begins with the next of the queue, unless one is being loaded. */
  next(queue: ReadonlyMap<number, Entry>): void {
    if (this.current !== null || this.isClosed) return;
    const copies = [...queue].map(([id, { copy }]) => [id, copy] as const);
    const entry = queue.get(nextToLoad(copies, performance.now()) ?? 0);
    if (entry === undefined) return;
    const abort = new AbortController();
    const ended = this.load(entry, abort.signal).finally(() => {
      this.current = null;
      this.onEnd();
    });
    this.current = { entry, abort, ended };
  }

  /** It is not wanted any more. */
  giveUp(entry: Entry): void {
    if (this.current?.entry === entry) this.current.abort.abort();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.current?.abort.abort();
    const patience = new Promise<void>((resolve) => setTimeout(resolve, stopWithinMs).unref());
    await Promise.race([this.current?.ended, patience]);
  }

  /** Never throws. */
  private async load({ reservation, copy }: Entry, signal: AbortSignal): Promise<void> {
    const { recordingId, size } = reservation;
    const { copies, db, log } = this.world;
    copy.isLoading = true;
    const onLoaded = (bytes: number) => {
      if (bytes <= copy.loaded) return; // what an earlier try brought is looked at again
      Object.assign(copy, { loaded: bytes, failure: null, tries: 0 });
    };
    try {
      await copies.bring(reservation, { signal, onLoaded, isStillThere: () => isReserved(db, recordingId) });
      Object.assign(copy, { isComplete: true, failure: null, tries: 0 });
      log.info({ recordingId, bytes: size }, "prefetch.loaded");
    } catch (err) {
      if (signal.aborted) return;
      copy.failure = err instanceof CopyFailed ? err.code : "unwritable";
      copy.retryAt = performance.now() + retryDelayMs(++copy.tries);
      log.warn({ recordingId, failure: copy.failure, err }, "prefetch.not_loaded");
    } finally {
      copy.isLoading = false;
    }
  }
}
