/** One requestAnimationFrame loop for every window of the page. It rests when nothing is dirty. */
import { type FrameStats, frameStats } from "./frame-stats.ts";

/** Draws one window. `now` is the frame's time in ms. Returns true to be called on the next frame too (playback, easing). */
export type DrawWindow = (now: number) => boolean;

export interface FrameSlot extends Disposable {
  /** Marks the window dirty: it is drawn on the next frame, once, however often this is called. */
  invalidate(): void;
}

export interface FrameLoop {
  /** Adds a window; it starts dirty. Windows are drawn in the order of their registration. */
  register(draw: DrawWindow): FrameSlot;
  /** Draws what is dirty now: for what does not wait for a frame, as paper. Not while a frame is drawn. */
  flush(): void;
  /** True when no window is dirty. */
  readonly isIdle: boolean;
  /** Resolves at the end of the first frame after which nothing is dirty; at once when nothing is. */
  whenIdle(): Promise<void>;
}

/** What the loop needs of a window; tests give their own. */
export interface FrameClock {
  request(callback: (now: number) => void): void;
  now(): number;
}

const browserClock: FrameClock = {
  request: (callback) => {
    requestAnimationFrame(callback);
  },
  now: () => performance.now(),
};

interface Entry {
  draw: DrawWindow;
  isDirty: boolean;
}

/**
 * A loop of its own; the page uses `frameLoop`. A draw that throws is taken off the loop's dirty list (it is not called again
 * until it is invalidated) and its error is reported after the other windows were drawn.
 */
export function createFrameLoop(clock: FrameClock = browserClock, stats: FrameStats = frameStats): FrameLoop {
  const entries = new Set<Entry>();
  let isRequested = false;
  let isDrawing = false;
  let lastFrame = Number.NaN;
  let waiting: (() => void)[] = [];
  const isIdle = () => [...entries].every((entry) => !entry.isDirty);

  function request(): void {
    // What a window makes dirty while a frame is drawn is drawn in it, or asked for once at its end.
    if (isRequested || isDrawing) return;
    isRequested = true;
    clock.request(frame);
  }

  /** Returns what was thrown. */
  function drawDirty(now: number): unknown[] {
    const failures: unknown[] = [];
    isDrawing = true;
    for (const entry of entries) {
      if (!entry.isDirty) continue;
      entry.isDirty = false;
      try {
        if (entry.draw(now)) entry.isDirty = true;
      } catch (error) {
        failures.push(error);
      }
    }
    isDrawing = false;
    return failures;
  }

  function frame(now: number): void {
    isRequested = false;
    const started = clock.now();
    const failures = drawDirty(now);
    stats.recordFrame(now - lastFrame, clock.now() - started);
    if (isIdle()) {
      lastFrame = Number.NaN;
      const resolved = waiting;
      waiting = [];
      for (const resolve of resolved) resolve();
    } else {
      lastFrame = now;
      request();
    }
    report(failures);
  }

  return {
    register(draw) {
      const entry: Entry = { draw, isDirty: true };
      entries.add(entry);
      request();
      return {
        invalidate() {
          if (!entries.has(entry)) return;
          entry.isDirty = true;
          request();
        },
        [Symbol.dispose]() {
          entry.isDirty = false;
          entries.delete(entry);
        },
      };
    },
    flush() {
      if (isDrawing) return;
      const failures = drawDirty(clock.now());
      // Whoever waits for rest, and what goes on, has the next frame.
      if (waiting.length > 0 || !isIdle()) request();
      report(failures);
    },
    get isIdle() {
      return isIdle();
    },
    whenIdle: () => (isIdle() ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}

function report(failures: readonly unknown[]): void {
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
}

/** The page's loop. */
export const frameLoop: FrameLoop = createFrameLoop();
