/** Frame times and blank columns of the last frames. Benches and tests read them; nothing in the product depends on them. */
import { type LiveResources, liveResources } from "./live-resources.ts";

const capacity = 4096;

export interface FrameSummary {
  /** Frames in the ring, at most 4096. */
  readonly frames: number;
  /** Time between consecutive frames while the loop ran, ms; the first frame after a rest has none. */
  readonly intervalsMs: readonly number[];
  /** Script time of all draws of a frame, ms. */
  readonly drawsMs: readonly number[];
  /** Device-pixel columns drawn inside recorded data for which no tile was at hand, summed since the last reset. */
  readonly blankColumns: number;
  /** Frames in which there was at least one such column. */
  readonly blankFrames: number;
}

export interface FrameStats {
  /** Called by the frame loop. `intervalMs` is NaN for the first frame after a rest. */
  recordFrame(intervalMs: number, drawMs: number): void;
  /** Called by whoever draws a view, with `countBlankColumns` of it. */
  recordBlank(columns: number): void;
  reset(): void;
  read(): FrameSummary;
}

/** A recorder with room for the last 4096 frames. Recording allocates nothing. */
export function createFrameStats(): FrameStats {
  const intervals = new Float64Array(capacity);
  const draws = new Float64Array(capacity);
  let count = 0;
  let blankColumns = 0;
  let blankFrames = 0;
  const inOrder = (ring: Float64Array) => {
    const kept = Math.min(count, capacity);
    return Array.from({ length: kept }, (_, index) => ring[(count - kept + index) % capacity]);
  };
  return {
    recordFrame(intervalMs, drawMs) {
      intervals[count % capacity] = intervalMs;
      draws[count % capacity] = drawMs;
      count++;
    },
    recordBlank(columns) {
      if (columns <= 0) return;
      blankColumns += columns;
      blankFrames++;
    },
    reset() {
      count = 0;
      blankColumns = 0;
      blankFrames = 0;
    },
    read: () => ({
      frames: Math.min(count, capacity),
      intervalsMs: inOrder(intervals).filter((value) => !Number.isNaN(value)),
      drawsMs: inOrder(draws),
      blankColumns,
      blankFrames,
    }),
  };
}

/** The page's recorder. */
export const frameStats: FrameStats = createFrameStats();

declare global {
  interface Window {
    /** Set by `exposeFrameStats`; read by benches and browser tests. */
    connectFrames?: FrameStats & { resources(): LiveResources };
  }
}

/** Lets benches read the page's recorder as `window.connectFrames`, and what the renderers hold. */
export function exposeFrameStats(target: Window): void {
  target.connectFrames = { ...frameStats, resources: liveResources };
}
