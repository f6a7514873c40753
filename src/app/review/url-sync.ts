/** Keeps the address in step with the view and its settings, so that a copied link opens the same picture. */
import { subscribe } from "valtio";
import { subscribeKey } from "valtio/utils";
import { isMoving } from "./time/link-group.ts";
import type { Timeline } from "./time/timeline.ts";

/** A wheel or a drag settles this long before the address follows (spec 001 section 9, wheel debounce). */
const settleMs = 100;

/** Members of the address that are written: start and span in whole ms, the settings of the window, the display. */
export type Addressed = Readonly<Record<string, unknown>>;

/**
 * Calls `write` once the view rests, with the view and its settings when one of them has changed; not while it plays.
 * `props`: the proxy of the settings. With `isWrittenNow` the address is of another window so
 * far. Returns the untying.
 */
export function syncAddress(
  timeline: Timeline,
  props: object,
  settingsOf: () => Readonly<Record<string, unknown>>,
  write: (addressed: Addressed) => void,
  { isWrittenNow } = { isWrittenNow: false },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = (): Addressed => {
    const view = { start: Math.round(timeline.startMs), span: Math.round(timeline.endMs - timeline.startMs) };
    return { ...settingsOf(), ...view };
  };
  // What the window opens with is in its address, or is what an address without it means.
  let written = isWrittenNow ? "" : JSON.stringify(now());
  const settle = () => {
    if (isMoving(timeline.link)) return;
    const addressed = now();
    const key = JSON.stringify(addressed);
    if (key !== written) write(addressed);
    written = key;
  };
  const wake = () => {
    clearTimeout(timer);
    timer = setTimeout(settle, settleMs);
  };
  if (isWrittenNow) wake();
  const unties = [subscribe(timeline, wake), subscribe(props, wake), subscribeKey(timeline.link.state, "rests", wake)];
  return () => {
    for (const untie of unties) untie();
    clearTimeout(timer);
  };
}
