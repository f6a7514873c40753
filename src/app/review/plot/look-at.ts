import type { Span } from "../../../domain/time/view-span.ts";
import { type GridView, gridView } from "../../../picture/grid-view.ts";
import type { PlotSource } from "./plot-content.ts";

/** Asks the feed for a span of a source as so many device pixels; 0: at rest. Returns the view of its grid that was asked for. */
export function lookAt(source: PlotSource, span: Span, width: number, speed: number): GridView {
  const { recording, group, recipe, feedWindow } = source;
  const view = gridView(span, recording.start_ms, group.sampling_hz, width);
  const { startSample, endSample } = view;
  const widthPx = Math.min(width, source.mostColumns ?? width);
  feedWindow.look({ recording, modality: group.modality, recipe, startSample, endSample, widthPx, speed });
  return view;
}
