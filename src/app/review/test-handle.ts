/** `window.connect`: what benches and browser tests hold on to. Nothing in the product depends on it. */
import { exposeFrameStats, frameLoop, frameStats } from "../../render/index.ts";
import type { TraceRenderer } from "../../render/types.ts";
import { fileGroupId } from "./annotations/types.ts";
import { cursorMs } from "./time/link-group.ts";
import { pause, play, showSpan, spanOf } from "./time/timeline.ts";
import type { OpenWindow } from "./windows/kind.ts";
import type { OpenedWindow, ReviewWorkspace } from "./workspace-types.ts";

/** One window of the display. Its kind adds members of its own. */
export interface WindowHandle {
  view(): { startMs: number; endMs: number; fileStartMs: number; fileEndMs: number };
  setView(startMs: number, endMs: number): void;
  play(speed: number): void;
  pause(): void;
  isPlaying(): boolean;
  /** Every tile of the present view is exact and here. */
  isComplete(): boolean;
  /** The present view is shown so finely that it is recognised; perhaps provisionally. */
  isPictured(): boolean;
  backend(): TraceRenderer["backend"];
  /** What the plot's canvas shows, RGBA rows from the top, and its size in device pixels. */
  readPixels(): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
}

/** The first window of the display, and all of them. */
export interface ConnectHandle extends WindowHandle {
  /** Resolves when every view that has room is complete and drawn; never while it plays or the server is away. */
  whenIdle(): Promise<void>;
  readonly frameStats: typeof frameStats;
  /** Letters of the windows that are open and drawn. */
  areas(): string[];
  window(area: string): WindowHandle;
  /** Time under the cursor of the linked windows. */
  cursorMs(): number | null;
  /** Annotations that are loaded, but for the file's own, by start. `isSaved`: the server has given it an id. */
  annotations(): { text: string; startMs: number; endMs: number; isSaved: boolean }[];
}

declare global {
  interface Window {
    connect?: ConnectHandle;
  }
}

const nextFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));

/** Exposes a workspace as soon as its first window is drawn; returns the untying. */
export function exposeTestHandle(workspace: ReviewWorkspace): () => void {
  let handle: ConnectHandle | null = null;
  let of: OpenWindow | null = null;
  let at: string | null = null;
  const withdraw = () => {
    if (window.connect === handle) delete window.connect;
    handle = null;
  };
  const unlisten = workspace.listen(() => {
    const leader = workspace.leader();
    const area = leader === null ? undefined : drawnAreas(workspace)[0];
    if (leader === null || area === undefined) {
      if (handle !== null) withdraw();
      return;
    }
    // Another one may have been drawn before the first.
    if (handle !== null && of === leader.window && at === area) return;
    of = leader.window;
    at = area;
    handle = handleOf(workspace, area);
    window.connect = handle;
    exposeFrameStats(window);
  });
  return () => {
    unlisten();
    withdraw();
  };
}

const drawnAreas = (workspace: ReviewWorkspace): string[] =>
  Object.keys(workspace.display.areas).filter(
    (area) => workspace.renderer(area) !== null && workspace.opened(area) !== null,
  );

function handleOf(workspace: ReviewWorkspace, first: string): ConnectHandle {
  const windows = (): OpenWindow[] =>
    Object.keys(workspace.display.areas).flatMap((area) => workspace.opened(area)?.window ?? []);
  return {
    ...windowHandle(workspace, first),
    async whenIdle() {
      let cramped: readonly OpenWindow[] = [];
      let isIdle = false;
      // The first frame takes the present view to the feed; only then does the feed know what is missing.
      while (!isIdle) {
        await nextFrame();
        await workspace.feed.whenIdle();
        await frameLoop.whenIdle();
        // One that is still being laid out has room in the next frame.
        const before = cramped;
        cramped = windows().filter((window) => window.readout.read().kind === "cramped");
        isIdle =
          workspace.annotations.masks.isSettled() && // they are drawn, too
          windows().every((window) => window.isComplete() || (cramped.includes(window) && before.includes(window)));
      }
      await nextFrame();
    },
    frameStats,
    areas: () => drawnAreas(workspace),
    window: (area) => windowHandle(workspace, area),
    cursorMs: () => cursorMs(workspace.links.shared),
    annotations() {
      const { table } = workspace.annotations;
      return [...table.inOrder()]
        .map((row) => table.at(row))
        .filter(({ group_id }) => group_id !== fileGroupId)
        .map(({ ref, annotation_text: text, start_time: startMs, end_time: endMs }) => ({
          ...{ text, startMs, endMs, isSaved: ref > 0 },
        }));
    },
  };
}

function windowHandle(workspace: ReviewWorkspace, area: string): WindowHandle {
  const { window, module } = workspace.opened(area) as OpenedWindow;
  const { timeline } = window;
  const renderer = () => {
    const found = workspace.renderer(area);
    if (found === null) throw new Error(`Nothing draws area ${area}.`);
    return found;
  };
  return {
    view: () => ({ ...spanOf(timeline), fileStartMs: timeline.fileStartMs, fileEndMs: timeline.fileEndMs }),
    setView: (startMs, endMs) => showSpan(timeline, { startMs, endMs }),
    play: (speed) => play(timeline, speed),
    pause: () => pause(timeline),
    isPlaying: () => timeline.isPlaying,
    isComplete: () => window.isComplete(),
    isPictured: () => window.isPictured(),
    backend: () => renderer().backend,
    async readPixels() {
      const { canvas } = renderer();
      const data = await renderer().readPixels();
      return { width: canvas.width, height: canvas.height, data };
    },
    ...module.testMembers?.(window),
  };
}
