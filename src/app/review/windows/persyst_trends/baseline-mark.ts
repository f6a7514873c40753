/** The span of a baseline, as it is marked on the plot: by a press that is drawn over it, or by a key at its beginning and at its end. */
import { lengthOf, type Span } from "../../../../domain/time/view-span.ts";
import type { PlotGesture } from "../../plot/annotation-input.ts";
import { isLongEnough } from "./stored.ts";

/** A proxy of it belongs to the window. */
export interface BaselineMark {
  /** Whoever presses the plot marks the baseline. */
  isOn: boolean;
  /** Epoch ms; null: nothing is marked yet. */
  fromMs: number | null;
  /** Null while the cursor is its end. */
  toMs: number | null;
  /** What was marked last was too short. */
  wasShort: boolean;
}

export const noMark: Readonly<BaselineMark> = { isOn: false, fromMs: null, toMs: null, wasShort: false };

export interface BaselineMarkDeps {
  readonly mark: BaselineMark;
  /** Epoch ms at CSS px of the plot, within the file. */
  timeAt(x: number): number;
  /** Takes a span that is long enough. */
  take(span: Span): void;
}

/** What is marked so far, its end at the cursor where none was chosen; null: nothing. */
export function markedSpan({ fromMs, toMs }: BaselineMark, cursorMs: number | null): Span | null {
  const end = toMs ?? cursorMs;
  if (fromMs === null || end === null) return null;
  return { startMs: Math.floor(Math.min(fromMs, end)), endMs: Math.ceil(Math.max(fromMs, end)) };
}

export function createBaselineGesture({ mark, timeAt, take }: BaselineMarkDeps): PlotGesture {
  function finish(): void {
    const span = markedSpan(mark, null);
    if (span === null) return;
    if (isLongEnough(span)) {
      Object.assign(mark, noMark);
      take(span);
    } else Object.assign(mark, { fromMs: null, toMs: null, wasShort: lengthOf(span) > 0 });
  }
  return {
    begin({ x }) {
      if (!mark.isOn) return false;
      const atMs = timeAt(x);
      Object.assign(mark, { fromMs: atMs, toMs: atMs, wasShort: false });
      return true;
    },
    drag({ x }) {
      if (mark.fromMs !== null) mark.toMs = timeAt(x);
    },
    end(isDone) {
      if (isDone) finish();
      else Object.assign(mark, { fromMs: null, toMs: null });
    },
    choose(timeMs) {
      if (!mark.isOn) return false;
      if (timeMs === null) return true;
      if (mark.fromMs === null) Object.assign(mark, { fromMs: timeMs, wasShort: false });
      else {
        mark.toMs = timeMs;
        finish();
      }
      return true;
    },
    formAt: () => (mark.isOn ? "crosshair" : null),
    leave: () => undefined,
  };
}
