/** What playback went over without showing it, until it has been shown. */
import { spanWithout, withoutSpan, withSpan } from "./time-spans.ts";
import type { Span } from "./view-span.ts";

export interface SkippedTimes {
  /** Ascending; a new array whenever it changes. */
  readonly spans: readonly Span[];
  /** A frame shows `view` but for `missing` (ascending). `isPlayed`: playback brought it here from the frame before. */
  frame(view: Span, missing: readonly Span[], isPlayed: boolean): void;
}

/** Watches the frames of one window. `known`: what was skipped before. */
export function createSkippedTimes(known: readonly Span[] = []): SkippedTimes {
  let spans = known;
  let before: { view: Span; missing: readonly Span[] } | null = null;
  return {
    get spans() {
      return spans;
    },
    frame(view, missing, isPlayed) {
      if (isPlayed && before !== null && view.startMs > before.view.startMs) {
        const left = { startMs: before.view.startMs, endMs: view.startMs };
        // Gone by: what was missing when it left the view, and what lies between two frames further apart than a page.
        for (const { startMs, endMs } of before.missing)
          spans = withSpan(spans, { startMs, endMs: Math.min(endMs, left.endMs) });
        spans = withSpan(spans, { startMs: before.view.endMs, endMs: left.endMs });
      }
      if (spans.length > 0) for (const shown of spanWithout(view, missing)) spans = withoutSpan(spans, shown);
      before = { view, missing };
    },
  };
}
