/** What a person sets before an analysis runs: file, span, signals, artifacts, windows. Makes another analysis of it. */
import type { PipelineAnalysis, PipelineNode } from "../../protocol/pipelines.ts";

export interface RunParameters {
  dataObjectId: number;
  /** Epoch ms; null: the whole file. */
  span: { startMs: number; endMs: number } | null;
  /** By node index, of sources. */
  modalities: Readonly<Record<number, readonly string[]>>;
  leavesOutArtifacts: boolean;
  /** ms; null where the analysis has no windows. */
  windows: { sizeMs: number; offsetMs: number; deltaMs: number } | null;
}

/** As the analysis says itself. */
export function parametersOf(analysis: PipelineAnalysis, dataObjectId: number): RunParameters {
  const { nodes } = analysis.pipeline_json;
  const sources = nodes.flatMap((node, k) => (node.type === "source" ? [[k, node] as const] : []));
  const windows = analysis.multiprocess_epoching_args;
  return {
    ...{ dataObjectId, span: null },
    modalities: Object.fromEntries(
      sources.map(([k, { args }]) => [k, (args.modalities as string[] | undefined) ?? []]),
    ),
    leavesOutArtifacts: sources.some(([, { args }]) => args.leaves_out_artifacts === true),
    windows:
      windows === undefined
        ? null
        : { sizeMs: windows.window_size / 1000, offsetMs: windows.offset / 1000, deltaMs: windows.delta / 1000 },
  };
}

/** The analysis with these: sources get their signals, the file, and start and end in microseconds. */
export function withParameters(analysis: PipelineAnalysis, parameters: RunParameters): PipelineAnalysis {
  const { dataObjectId, span, modalities, leavesOutArtifacts, windows } = parameters;
  const times =
    span === null ? {} : { start_time: Math.round(span.startMs * 1000), end_time: Math.round(span.endMs * 1000) };
  const given = (node: PipelineNode, k: number): PipelineNode => {
    if (node.type !== "source") return node;
    const { start_time: _start, end_time: _end, leaves_out_artifacts: _artifacts, ...args } = node.args;
    const artifacts = leavesOutArtifacts ? { leaves_out_artifacts: true } : {};
    const said = { modalities: [...(modalities[k] ?? [])], patient_file_uids: [dataObjectId], ...times, ...artifacts };
    return { ...node, args: { ...args, ...said } };
  };
  const { pipeline_json, multiprocess_epoching_args: epoching } = analysis;
  return {
    ...analysis,
    pipeline_json: { ...pipeline_json, nodes: pipeline_json.nodes.map(given) },
    ...(epoching === undefined || windows === null
      ? {}
      : {
          multiprocess_epoching_args: {
            ...epoching,
            ...{ window_size: windows.sizeMs * 1000, offset: windows.offsetMs * 1000, delta: windows.deltaMs * 1000 },
          },
        }),
    patient_file_uid: dataObjectId,
  };
}
