/** The drawing of one grid over the whole plot: what an EEG window shows. Pure. */

import { plotBands, traceView } from "../../../picture/grid-view.ts";
import { frameOf } from "../../../render/index.ts";
import type { TraceRow } from "../../../render/types.ts";
import type { Drawing, Picture, SourcePicture } from "./plot-content.ts";

/** Rows of one source over what is known of its grid: time lines, gaps, what is not loaded. The same rows are the same array. */
export function drawWhole(
  { span, size, clock, colours }: Picture,
  picture: SourcePicture,
  rows: readonly TraceRow[],
): Drawing {
  const { source, view, tiles } = picture;
  const { failed } = source.feedWindow.status;
  const recording = { startMs: source.recording.start_ms, endMs: source.recording.end_ms };
  const bands = plotBands({ span, view, size, clock, group: source.group, tiles, failed, colours, recording });
  const clip = { x: 0, y: 0, width: size.width, height: size.height };
  return {
    frame: frameOf(traceView(view, size, { background: colours.background, bands, rows }), tiles),
    parts: [{ picture, clip, rows }],
    marked: [{ clip, pictures: [picture] }],
    damaged: [picture],
  };
}
