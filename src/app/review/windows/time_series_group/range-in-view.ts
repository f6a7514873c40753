/** The values of a trace that the window shows now, for bounds that fit them. */
import type { HeatmapTrace, LineTrace, TraceContent } from "../../../../domain/graphs/graph.ts";
import type { ValueRange } from "../../../../domain/montage/value-axis.ts";
import { gridView } from "../../../../picture/grid-view.ts";
import { spanOf } from "../../time/timeline.ts";
import { extremesInView } from "./extremes.ts";
import { barGrid, heatBars } from "./heat-bars.ts";
import type { SeriesWindow } from "./series-window.ts";
import { channelOf, type ShownGraphs } from "./shown.ts";

/** Where the values of a trace are among what a window shows. */
export interface ShownPlace {
  /** Position among the sources. */
  readonly source: number;
  /** From this row on, so many. */
  readonly row: number;
  readonly rows: number;
}

/** The view is taken to so many parts of its length. */
const edgeParts = 4096;

type ShownWindow = Pick<SeriesWindow, "shown" | "sources" | "recordings" | "timeline">;

/** Bounds that hold every value of it in view, of few digits; null: none is here. The trace itself need not be drawn yet. */
export function boundsInView(window: ShownWindow, trace: HeatmapTrace | LineTrace): ValueRange | null {
  const range = placesOf(window, trace.content)
    .map((place) => rangeAt(window, place))
    .find((found) => found !== null);
  return range === undefined ? null : roundBounds(range);
}

/** A hundredth of the range, rounded outwards; a unit about values that are all equal. */
export function roundBounds({ min, max }: ValueRange): ValueRange {
  const [low, high] = min === max ? [min - 0.5, max + 0.5] : [min, max];
  const digits = Math.min(9, Math.max(0, 2 - Math.floor(Math.log10(high - low))));
  const scale = 10 ** digits;
  // What is a whole step already stays on it.
  return { min: Math.floor(low * scale + 1e-6) / scale, max: Math.ceil(high * scale - 1e-6) / scale };
}

/** Means of bars come first: they are what a heatmap shows. */
function placesOf({ shown, recordings }: ShownWindow, content: TraceContent): readonly ShownPlace[] {
  const { graphs, sources } = shown();
  const same = JSON.stringify(content);
  const drawn = graphs.flatMap(({ traces }) =>
    traces.flatMap(({ trace, state }): ShownPlace[] =>
      state.kind === "drawn" && JSON.stringify(trace.content) === same
        ? [{ source: state.source, row: state.row, rows: state.bins?.count ?? 1 }]
        : [],
    ),
  );
  const { signal, onDemandAnalysis } = content;
  if (signal === null || onDemandAnalysis !== null) return meansFirst(sources, drawn);
  const known = recordings.known().map(({ data_object_id }) => data_object_id);
  if (signal.dataSource !== "current_patient" && !known.includes(signal.dataSource)) return [];
  const at = channelOf(signal, recordings);
  if (at.kind !== "at") return [];
  const places = sources.flatMap(({ recording, group, recipe }, source): ShownPlace[] => {
    if (recording.data_object_id !== at.recording.data_object_id || group.modality !== at.group.modality) return [];
    const row = recipe.derivations.findIndex(
      ({ first, second }) => first.kind === "channel" && first.index === at.channel && second.kind === "zero",
    );
    return row < 0 ? [] : [{ source, row, rows: 1 }];
  });
  return meansFirst(sources, places);
}

const meansFirst = (sources: ShownGraphs["sources"], places: readonly ShownPlace[]): readonly ShownPlace[] =>
  places.toSorted((a, b) => Number(isMean(sources, b)) - Number(isMean(sources, a)));

const isMean = (sources: ShownGraphs["sources"], { source }: ShownPlace): boolean =>
  sources[source].recipe.reduction === "mean";

function rangeAt({ sources, timeline }: ShownWindow, { source, row, rows }: ShownPlace): ValueRange | null {
  const { feedWindow, recording, group, recipe } = sources()[source];
  const tiles = feedWindow.tiles();
  const view = gridView(spanOf(timeline), recording.start_ms, group.sampling_hz, edgeParts);
  const ranges = Array.from({ length: rows }, (_, k) => {
    if (recipe.reduction !== "mean") return extremesInView(tiles, row + k, view);
    const values = [...heatBars(tiles, row + k, barGrid(tiles, view)).values].filter(Number.isFinite);
    return values.length === 0 ? null : { min: Math.min(...values), max: Math.max(...values) };
  }).filter((range) => range !== null);
  return ranges.length === 0
    ? null
    : { min: Math.min(...ranges.map(({ min }) => min)), max: Math.max(...ranges.map(({ max }) => max)) };
}
