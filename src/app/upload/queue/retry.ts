/** Trying again, later and later, until it is given up (spec 000 section 4; ten minutes of failures and nothing else). */
import { UploadUnreachable } from "./failures.ts";

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
}

/**
 * Runs `attempt` until it succeeds or fails for good.
 * @throws what it failed with when that is not transient, UploadUnreachable when it only ever was, the signal's reason
 */
export async function persist<T>(
  attempt: () => Promise<T>,
  isTransient: (error: unknown) => boolean,
  patience: Patience,
  signal: AbortSignal,
): Promise<T> {
  let failures = 0;
  let failingMs = 0;
  for (;;) {
    signal.throwIfAborted();
    const begunMs = patience.nowMs();
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!isTransient(error)) throw error;
    }
    if (!patience.isOnline()) {
      await patience.untilOnline(signal);
      failures = 0;
      continue;
    }
    await patience.pause(retryDelayMs(++failures, patience.random()), signal);
    failingMs += patience.nowMs() - begunMs;
    if (failingMs >= giveUpAfterMs) throw new UploadUnreachable();
  }
}
