/** What the rest of the application may use of the renderers. */
export { parseColour, tokenColour, withAlpha } from "./colours.ts";
export {
  type BackendChange,
  createTraceRenderer,
  type RendererHandle,
  type RendererOptions,
} from "./create.ts";
export { hasLostDevice, releaseDevice } from "./device.ts";
export { frameOf } from "./frame.ts";
export { createFrameLoop, type DrawWindow, type FrameLoop, type FrameSlot, frameLoop } from "./frame-loop.ts";
export { exposeFrameStats, type FrameStats, type FrameSummary, frameStats } from "./frame-stats.ts";
export { hatchPeriod } from "./ground.ts";
export { type LiveResources, liveResources } from "./live-resources.ts";
export type { CellGrid, CellsLayer } from "./passes/cells.ts";
export type { FillShape, FillsLayer } from "./passes/fills.ts";
export type { Marks, MarksLayer } from "./passes/marks.ts";
export type { RectShape, RectsLayer } from "./passes/rects.ts";
export type { Layer } from "./passes.ts";
export { errorBars, groupedBars, intervalRects } from "./primitives/bars.ts";
export {
  type ColourScale,
  colourCells,
  type DrawnSpectrum,
  type Spectrum,
  spectra,
  spectrumTable,
} from "./primitives/colour-map.ts";
export { bandBetween, type Curve, dashed, deltaFrom, percentileBands } from "./primitives/curve.ts";
export { lineOf } from "./primitives/line.ts";
export { type MarkShape, markShapes } from "./primitives/mark-shape.ts";
export type { TracesLayer } from "./traces/pass.ts";
export { claimPieces, countBlankColumns, firstPixelOf } from "./traces/pieces.ts";
export type { Band, Frame, Rect, Rgba, TraceRenderer, TraceRow, TraceTile, TraceView } from "./types.ts";
