/** Trying again, later and later, until it is given up (spec 000 section 4; ten minutes of failures and nothing else). */
import { UploadUnreachable } from "./failures.ts";
import type { TroubleBook, TroubleKind } from "./trouble.ts";

const firstDelayMs = 500;
const longestDelayMs = 30_000;
/** Of one request: attempts and pauses together. Time without a connection is not counted. */
export const giveUpAfterMs = 600_000;

/** Half a second, doubled each time up to 30 s; then between half of it and all of it, so that clients do not come at once. */
export function retryDelayMs(failures: number, random: number): number {
  const full = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failures - 1, 10));
  return full * (0.5 + random / 2);
}

export interface Patience {
  nowMs(): number;
  /** Ends early when the connection comes back. @throws the signal's reason */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  isOnline(): boolean;
  /** Resolves when there is a connection. @throws the signal's reason */
  untilOnline(signal: AbortSignal): Promise<void>;
  random(): number;
  /** Told what is tried again, and when. */
  trouble?: TroubleBook;
}

/** The server or the store has no room: somebody makes some, and until then trying again costs nothing. It is never given up. */
export class StoreFull extends Error {
  override readonly name = "StoreFull";
}

export interface Persistence {
  isTransient(error: unknown): boolean;
  /** What the user is told while it is tried again; a full store is told as such. */
  kind: TroubleKind;
}

/**
 * Runs `attempt` until it succeeds or fails for good. It may say that it got through although it is not over yet: then
 * there is nothing to tell until it fails again.
 * @throws what it failed with when that is not transient, UploadUnreachable when it only ever was, the signal's reason
 */
export async function persist<T>(
  attempt: (gotThrough: () => void) => Promise<T>,
  { isTransient, kind }: Persistence,
  patience: Patience,
  signal: AbortSignal,
): Promise<T> {
  const { trouble } = patience;
  const request = {};
  let failures = 0;
  let failingMs = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const begunMs = patience.nowMs();
      let isFull = false;
      try {
        return await attempt(() => trouble?.ended(request));
      } catch (error) {
        signal.throwIfAborted();
        if (!isTransient(error)) throw error;
        isFull = error instanceof StoreFull;
      }
      if (!patience.isOnline()) {
        trouble?.ended(request);
        await patience.untilOnline(signal);
        failures = 0;
        continue;
      }
      const delayMs = retryDelayMs(++failures, patience.random());
      const nowMs = patience.nowMs();
      trouble?.waits(request, { kind: isFull ? "full" : kind, retryAtMs: nowMs + delayMs }, nowMs);
      await patience.pause(delayMs, signal);
      failingMs = isFull ? 0 : failingMs + patience.nowMs() - begunMs;
      if (failingMs >= giveUpAfterMs) throw new UploadUnreachable();
    }
  } finally {
    trouble?.ended(request);
  }
}
