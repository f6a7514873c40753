/** Pure rules of the queue: what is loaded next, when a failed one is tried again, and how much is there. */
import type { OwnCopy } from "./types.ts";

const firstRetryMs = 5_000;
const longestRetryMs = 300_000;

export const newCopy = (isComplete: boolean): OwnCopy => ({
  loaded: 0,
  isComplete,
  isLoading: false,
  failure: null,
  tries: 0,
  retryAt: 0,
});

/** First come first; one that failed keeps its place and waits for its time, and lets those behind it go first. */
export function nextToLoad<Key>(queue: Iterable<readonly [Key, OwnCopy]>, now: number): Key | null {
  for (const [key, copy] of queue) if (!copy.isComplete && !copy.isLoading && copy.retryAt <= now) return key;
  return null;
}

/** Milliseconds until the next try after so many failures in a row, from 1. */
export const retryDelayMs = (failures: number): number =>
  Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(20, Math.max(0, failures - 1)));

/** 0..100, whole; 100 only when every byte is there. */
export function percentOf({ loaded, isComplete }: Pick<OwnCopy, "loaded" | "isComplete">, size: number): number {
  if (isComplete) return 100;
  return size > 0 ? Math.max(0, Math.min(99, Math.floor((100 * loaded) / size))) : 0;
}
