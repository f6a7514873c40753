/**
 * The event that is being reviewed, as plots and timelines know it: a red bar over its time (spec 001 sections 2.11 and 2.22), and the mode in which
 * the next press on a plot chooses a time ('Click to set', section 4).
 */
import { proxy, ref } from "valtio";
import type { Span } from "../../../domain/time/view-span.ts";

export interface EventMark {
  /** A proxy; written by the functions here. */
  readonly state: {
    /** Null: none is being reviewed. */
    span: Span | null;
    /** A press on a plot chooses a time, moves nothing and opens no annotation. */
    isPicking: boolean;
    /** A press was on nothing that has a time. */
    hasMissed: boolean;
  };
  /** Whoever shows one last has the bar; `by` tells them apart. */
  show(by: object, span: Span): void;
  /** Takes the bar away, if it is still that of `by`. */
  hide(by: object): void;
  /** The next press on a time is told to `onTime`, epoch ms, and ends the mode; null ends it. */
  pick(onTime: ((timeMs: number) => void) | null): void;
  /** Where a press was; null: on no time, and the mode goes on. Without the mode nothing comes of it. */
  picked(timeMs: number | null): void;
}

export function createEventMark(): EventMark {
  const state = proxy<EventMark["state"]>({ span: null, isPicking: false, hasMissed: false });
  let shownBy: object | null = null;
  let told: ((timeMs: number) => void) | null = null;
  const pick: EventMark["pick"] = (onTime) => {
    told = onTime;
    state.isPicking = onTime !== null;
    state.hasMissed = false;
  };
  return {
    state,
    pick,
    show(by, span) {
      shownBy = by;
      state.span = ref({ ...span });
    },
    hide(by) {
      if (shownBy !== by) return;
      shownBy = null;
      state.span = null;
    },
    picked(timeMs) {
      if (!state.isPicking) return;
      if (timeMs === null) {
        state.hasMissed = true;
        return;
      }
      const tell = told;
      pick(null);
      tell?.(timeMs);
    },
  };
}
