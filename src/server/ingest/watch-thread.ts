/**
 * Watches a thread that reads a source. It tells every second that it lives and whether its time is over (deadline.ts); a
 * thread that is silent for minutes hangs in a loop, and one that goes on after its time hangs in a read.
 */
import type { DeadlineOptions } from "./deadline.ts";

export interface LifeSign {
  kind: "alive";
  /** Its time is over, and no reader has noticed so far. */
  isOver: boolean;
}

export interface WatchLimits {
  /** Silence after which a thread counts as hanging. */
  silentMs: number;
  /** What the readers have to notice themselves that the time is over. */
  graceMs: number;
  /** The time itself; only tests set it. */
  deadline?: Omit<DeadlineOptions, "now">;
}

export const lifeSignMs = 1000;
export const usualWatch: WatchLimits = { silentMs: 5 * 60_000, graceMs: 30_000 };

export interface ThreadWatch {
  told(sign: LifeSign): void;
  stop(): void;
}

/** `hangs` is called once at most. */
export function watchThread({ silentMs, graceMs }: WatchLimits, hangs: () => void): ThreadWatch {
  let silence: NodeJS.Timeout | undefined;
  let grace: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(silence);
    clearTimeout(grace);
  };
  const end = () => {
    stop();
    hangs();
  };
  const wait = () => {
    clearTimeout(silence);
    silence = setTimeout(end, silentMs);
  };
  wait();
  return {
    told({ isOver }) {
      wait();
      if (isOver) grace ??= setTimeout(end, graceMs);
    },
    stop,
  };
}
