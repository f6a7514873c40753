/** What is said over a graph that shows nothing in its view. Pure. */
import { text } from "../../../../protocol/text/text.ts";
import { emptyText } from "../../plot/empty-view.ts";
import type { Picture } from "../../plot/plot-content.ts";
import { hasValueInView } from "./extremes.ts";
import type { ShownGraph } from "./shown.ts";

/** Null: something is shown, or is not there yet. */
export function nothingIn({ graph, traces }: ShownGraph, { sources, span, clock }: Picture): string | null {
  const drawn = traces.flatMap(({ state }) => (state.kind === "drawn" ? [state] : []));
  if (drawn.length === 0) return null;
  const pictures = [...new Set(drawn.map(({ source }) => sources[source]))];
  const empty = emptyText(pictures, span, clock);
  // Cells show which values are not there.
  if (empty !== null || graph.renderStrategy === "heatmap") return empty;
  if (drawn.some(({ source, row }) => hasValueInView(sources[source].tiles, row, sources[source].view))) return null;
  return pictures.every(({ source: { feedWindow } }) => feedWindow.isComplete()) ? text.plot.noValue : null;
}
