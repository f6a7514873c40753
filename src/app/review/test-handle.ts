/** `window.connect`: what benches and browser tests hold on to. Nothing in the product depends on it. */
import type { Filters } from "../../protocol/recipe.ts";
import { exposeFrameStats, frameLoop, frameStats } from "../../render/index.ts";
import type { TraceRenderer } from "../../render/types.ts";
import { pause, play, showSpan, spanOf } from "./timeline/timeline.ts";
import type { EegWindow } from "./windows/eeg_montage/eeg-window.ts";
import { setFilter, setMontage } from "./windows/eeg_montage/props.ts";

export interface ConnectHandle {
  /** Resolves when the view is complete and drawn; never while it plays or the server is away. */
  whenIdle(): Promise<void>;
  view(): { startMs: number; endMs: number; fileStartMs: number; fileEndMs: number };
  setView(startMs: number, endMs: number): void;
  setMontage(id: number): void;
  setFilters(filters: Filters): void;
  play(speed: number): void;
  pause(): void;
  isPlaying(): boolean;
  /** Every tile of the present view is exact and here. */
  isComplete(): boolean;
  /** The present view is shown so finely that it is recognised; perhaps provisionally. */
  isPictured(): boolean;
  readonly frameStats: typeof frameStats;
  backend(): TraceRenderer["backend"];
  /** What the plot's canvas shows, RGBA rows from the top, and its size in device pixels. */
  readPixels(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
}

declare global {
  interface Window {
    connect?: ConnectHandle;
  }
}

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

/** Exposes a window; returns the untying. */
export function exposeTestHandle(eeg: EegWindow, renderer: TraceRenderer, feedIdle: () => Promise<void>): () => void {
  const { timeline, props, feedWindow } = eeg;
  const isComplete = () => eeg.drawn() === null || feedWindow.isComplete();
  const handle: ConnectHandle = {
    async whenIdle() {
      // The first frame takes the present view to the feed; only then does the feed know what is missing.
      do {
        await nextFrame();
        await feedIdle();
        await frameLoop.whenIdle();
      } while (!isComplete());
      await nextFrame();
    },
    view: () => ({ ...spanOf(timeline), fileStartMs: timeline.fileStartMs, fileEndMs: timeline.fileEndMs }),
    setView: (startMs, endMs) => showSpan(timeline, { startMs, endMs }),
    setMontage: (id) => setMontage(props, id),
    setFilters(filters) {
      for (const name of ["lff", "hff", "notch"] as const) setFilter(props, name, filters[name]);
    },
    play: (speed) => play(timeline, speed),
    pause: () => pause(timeline),
    isPlaying: () => timeline.isPlaying,
    isComplete,
    isPictured: () => eeg.drawn() === null || feedWindow.isPictured(),
    frameStats,
    backend: () => renderer.backend,
    async readPixels() {
      const data = await renderer.readPixels();
      return { width: renderer.canvas.width, height: renderer.canvas.height, data };
    },
  };
  window.connect = handle;
  exposeFrameStats(window);
  return () => {
    if (window.connect === handle) delete window.connect;
  };
}
