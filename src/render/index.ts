/** What the rest of the application may use of the renderers. */
export { parseColour, tokenColour, withAlpha } from "./colours.ts";
export {
  type BackendChange,
  createTraceRenderer,
  type RendererHandle,
  type RendererOptions,
} from "./create.ts";
export { releaseDevice } from "./device.ts";
export { frameOf } from "./frame.ts";
export { createFrameLoop, type DrawWindow, type FrameLoop, type FrameSlot, frameLoop } from "./frame-loop.ts";
export { exposeFrameStats, type FrameStats, type FrameSummary, frameStats } from "./frame-stats.ts";
export { type LiveResources, liveResources } from "./live-resources.ts";
export type { Layer } from "./passes.ts";
export { countBlankColumns } from "./traces/pieces.ts";
export type { Band, Frame, Rect, Rgba, TraceRenderer, TraceRow, TraceTile, TraceView } from "./types.ts";
