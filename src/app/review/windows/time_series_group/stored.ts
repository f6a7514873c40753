/** Settings of a time series window in documents. */

import { traceColours } from "../../../../domain/graphs/default-graphs.ts";
import type { Graph } from "../../../../domain/graphs/graph.ts";
import { graphDefaults, graphLimits } from "../../../../domain/graphs/graph.ts";
import { readGraphs } from "../../../../domain/graphs/read-graphs.ts";
import { minSpanMs } from "../../../../domain/time/durations.ts";
import { playbackSpeeds } from "../../../../domain/time/playback.ts";
import { type ArtifactMode, readArtifactMode } from "../../plot/masked-rows.ts";
import { keptLength } from "../../time/timeline.ts";
import type { StoredProps, VersionedProps } from "../versioned-props.ts";
import type { SeriesWindow } from "./series-window.ts";

export interface SeriesSettings {
  /** Null: nobody configured any, and the window shows what its file has. */
  graphs: readonly Graph[] | null;
  /** Graphs of which the patient has nothing are left out. */
  hideEmptyGraphs: boolean;
  artifacts: ArtifactMode;
  /** Length of the view in ms, and the speed of playback. */
  viewDuration: number;
  playbackSpeed: number;
}

/** Time series open with 60 s (spec 001 section 9). */
const defaultSpanMs = 60_000;

/**
 * Version 1 showed one group of one file, one graph a channel by its position. It becomes a graph of that group; where that has several
 * channels, which of them is asked, as positions name nothing.
 */
function graphsOfVersion1({ source, channels: _, ...rest }: StoredProps): StoredProps {
  const { dataObjectId, modality } = (typeof source === "object" && source !== null ? source : {}) as StoredProps;
  if (typeof modality !== "string" || modality === "" || !Number.isSafeInteger(dataObjectId)) return rest;
  const signal = { dataSource: dataObjectId, dataKey: modality, rawDataKey: modality };
  const trace = {
    ...{ id: "trace-1", name: "", renderStrategy: "line", color: traceColours[0] },
    content: { signal, onDemandAnalysis: null },
  };
  const { min, max, autoScale } = graphDefaults;
  const name = modality.replace(/_na$/, "").slice(0, graphLimits.title);
  return {
    ...rest,
    graphs: [{ id: "graph-1", name, renderStrategy: "line", min, max, autoScale, traces: [trace] }],
  };
}

export const seriesSettings: VersionedProps<SeriesSettings> = {
  version: 2,
  migrations: [graphsOfVersion1],
  read: ({ graphs, hideEmptyGraphs, artifacts, viewDuration, playbackSpeed }) => ({
    graphs: readGraphs(graphs),
    hideEmptyGraphs: hideEmptyGraphs === true,
    artifacts: readArtifactMode(artifacts),
    viewDuration:
      typeof viewDuration === "number" && Number.isFinite(viewDuration) && viewDuration >= minSpanMs
        ? viewDuration
        : defaultSpanMs,
    playbackSpeed: playbackSpeeds.find((speed) => speed === playbackSpeed) ?? 1,
  }),
};

/** A window's settings as a document keeps them. */
export function storedSeriesSettings({ props, timeline }: SeriesWindow): StoredProps {
  return {
    ...(props.graphs === null ? {} : { graphs: props.graphs }),
    hideEmptyGraphs: props.hideEmptyGraphs,
    artifacts: props.artifacts,
    viewDuration: keptLength(timeline),
    playbackSpeed: timeline.speed,
  };
}
