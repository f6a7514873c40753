/** Keeps the address in step with the view, so that a copied link opens at the same place. */
import { subscribe } from "valtio";
import type { Timeline } from "./timeline/timeline.ts";

/** A wheel or a drag settles this long before the address follows (spec 001 section 9, wheel debounce). */
const settleMs = 100;

/** Calls `write` with start and span in whole ms once the view rests; not while it plays. Returns the untying. */
export function syncAddress(timeline: Timeline, write: (view: { start: number; span: number }) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let written = "";
  const settle = () => {
    if (timeline.isPlaying || timeline.isHeld) return;
    const view = { start: Math.round(timeline.startMs), span: Math.round(timeline.endMs - timeline.startMs) };
    const key = `${view.start}:${view.span}`;
    if (key !== written) write(view);
    written = key;
  };
  const untie = subscribe(timeline, () => {
    clearTimeout(timer);
    timer = setTimeout(settle, settleMs);
  });
  return () => {
    untie();
    clearTimeout(timer);
  };
}
