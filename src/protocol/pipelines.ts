/**
 * Analyses that run as a whole over a recording (spec 001 section 3 "Analysis (pipeline run)", section 7 "pipelines execute"): a graph of nodes
 * (src/domain/pipelines), the runs of it, and what they bring. Times of runs are epoch ms; members of the specification
 * that name no unit (start_time, window_size, offset, delta) are microseconds.
 */
import Type, { type Static } from "typebox";
import { route } from "./route.ts";
import { EpochMs, EpochMsOrNull, IntegerOrNull, NumberOrNull, RowKey, TextOrNull } from "./scalars.ts";

export const analysisKind = "analysis";
export const analysisVersion = 1;

/** The limits of a graph. More is told in a sentence, so the schemas let a little more through. */
export const pipelineLimits = {
  name: 100,
  description: 1000,
  nodes: 64,
  /** Series that reach one node. */
  inputs: 16,
  outputs: 16,
  perPerson: 200,
  shared: 500,
  /** Of an analysis as JSON. */
  bytes: 64 * 1024,
  /** Values that `execute` answers. */
  answered: 100_000,
  /** Values that a file may hold. */
  stored: 400_000_000,
  /** Windows of one run. */
  windows: 200_000,
  /** Runs of one person that wait or run. */
  waiting: 4,
  /** Runs that are kept of a patient. */
  kept: 200,
} as const;

const text = (maxLength: number) => Type.String({ maxLength });

export const PipelineNode = Type.Object({
  type: text(40),
  subtype: text(40),
  name: text(200),
  args: Type.Record(Type.String({ pattern: "^(?!__)[A-Za-z][A-Za-z0-9_]{0,39}$" }), Type.Unknown(), {
    additionalProperties: false,
    maxProperties: 32,
  }),
});
export type PipelineNode = Static<typeof PipelineNode>;

export const PipelineJson = Type.Object({
  name: text(200),
  description: text(2000),
  version: Type.Union([text(40), Type.Number()]),
  nodes: Type.Array(PipelineNode, { maxItems: 1000 }),
  architecture: Type.Object({
    /** For each node the indexes of the nodes that it takes, in their order. */
    inputs: Type.Array(Type.Array(Type.Integer(), { maxItems: 64 }), { maxItems: 1000 }),
    /** The nodes that the result is made of. */
    output_indexes: Type.Array(Type.Integer(), { maxItems: 64 }),
  }),
});
export type PipelineJson = Static<typeof PipelineJson>;

/** Windows [end - window_size, end), whose ends are the multiples of delta from start + offset + window_size on. Microseconds. */
export const Epoching = Type.Object({
  epoching_type: text(40),
  window_size: Type.Number(),
  offset: Type.Number(),
  delta: Type.Number(),
});
export type Epoching = Static<typeof Epoching>;

/** What else the specification's graphs and traces have (spec 001 section 3) comes along and is kept. */
const open = { additionalProperties: true } as const;
const DisplayTrace = Type.Object(
  {
    name: text(200),
    /** Name of a node, with the column after a dot where a node has several: "CPPOpt.optimum". A delta has none. */
    dataKey: Type.Optional(text(400)),
    units: Type.Optional(text(40)),
    /** Hexadecimal; of a delta an object. */
    color: Type.Optional(Type.Unknown()),
  },
  open,
);

/** What is opened of a result. window_size: of the view, ms. */
export const AnalysisDisplay = Type.Object({
  name: text(200),
  graphs: Type.Array(
    Type.Object(
      {
        name: text(200),
        traces: Type.Array(DisplayTrace, { maxItems: 32 }),
        min: Type.Optional(Type.Number()),
        max: Type.Optional(Type.Number()),
        autoScale: Type.Optional(Type.Boolean()),
      },
      open,
    ),
    { maxItems: 32 },
  ),
  window_size: Type.Number(),
});
export type AnalysisDisplay = Static<typeof AnalysisDisplay>;

export const PipelineAnalysis = Type.Object({
  id: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  /** Names of the nodes that are written to the file; empty: all outputs. */
  exports: Type.Array(text(200), { maxItems: 64 }),
  display_json: AnalysisDisplay,
  pipeline_json: PipelineJson,
  multiprocess_epoching_args: Type.Optional(Epoching),
  /** data_object_id of the file that sources read which name none; null in an analysis that is not of one file. */
  patient_file_uid: Type.Union([RowKey, Type.Null()]),
  /** Computes anew what an equal run has brought already. */
  clear_cache: Type.Boolean(),
});
export type PipelineAnalysis = Static<typeof PipelineAnalysis>;

/** An analysis that is run: what says nothing of what is computed may be left out. */
export const ExecutedAnalysis = Type.Object({
  ...PipelineAnalysis.properties,
  ...Type.Partial(Type.Pick(PipelineAnalysis, ["id", "exports", "display_json", "clear_cache"])).properties,
});
export type ExecutedAnalysis = Static<typeof ExecutedAnalysis>;

/** An analysis in the list. */
export const ListedAnalysis = Type.Object({
  /** Standard ones have 1 to 999, others the id of their document and 1000. */
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  type: Type.Union([Type.Literal("Standard"), Type.Literal("Personal"), Type.Literal("Shared")]),
  /** Of its document; null: a Standard one. */
  document_id: IntegerOrNull,
  revision: Type.Integer(),
  may_change: Type.Boolean(),
  analysis: PipelineAnalysis,
});
export type ListedAnalysis = Static<typeof ListedAnalysis>;

/** What is wrong with a graph: the node by its index, null where it is none. */
export const PipelineProblem = Type.Object({ node: IntegerOrNull, sentence: Type.String() });
export type PipelineProblem = Static<typeof PipelineProblem>;

export const runStates = ["waiting", "running", "done", "failed", "canceled"] as const;
export type RunState = (typeof runStates)[number];

/** One output of a run, as it is told without its values. */
export const RunOutput = Type.Object({
  /** Of the node, or of the series that it brings. */
  name: Type.String(),
  columns: Type.Array(Type.String()),
  units: Type.Array(Type.String()),
  /** How many times there are. */
  count: Type.Integer(),
  /** Values that are missing, and time of the sources that is masked: shares of 0..1. */
  missing_share: Type.Number(),
  masked_share: Type.Number(),
});
export type RunOutput = Static<typeof RunOutput>;

export const PipelineRun = Type.Object({
  id: RowKey,
  patient_key: Type.Integer(),
  name: Type.String(),
  state: Type.Unsafe<RunState>(Type.Union(runStates.map((state) => Type.Literal(state)))),
  /** 0..1, and the estimated milliseconds left (null until it can be told). */
  progress: Type.Number(),
  eta_ms: NumberOrNull,
  /** Plain sentence of a run that failed. */
  error: TextOrNull,
  analysis: PipelineAnalysis,
  outputs: Type.Array(RunOutput),
  /** Of the file; null: there is none (yet). */
  file_name: TextOrNull,
  size_bytes: NumberOrNull,
  /** Plain sentence where the file is known to be lost and is not answered. */
  file_problem: TextOrNull,
  /** Windows can show its outputs as they are stored ("stored_run" of analysis.ts), as of this recording; null: the run is not done, or was made before that was kept. */
  stored: Type.Union([Type.Object({ data_object_id: RowKey, core: Type.String() }), Type.Null()]),
  /** Name of who started it; 'Unknown' when the account is gone. */
  started_by: Type.String(),
  is_own: Type.Boolean(),
  may_delete: Type.Boolean(),
  created_at: EpochMs,
  finished_at: EpochMsOrNull,
});
export type PipelineRun = Static<typeof PipelineRun>;

/** An output with its values: `values[k]` are those of `columns[k]`, null where there is none. */
export const RunValues = Type.Object({
  ...RunOutput.properties,
  times_ms: Type.Array(EpochMs),
  values: Type.Array(Type.Array(NumberOrNull)),
});
export type RunValues = Static<typeof RunValues>;

const call = { needs: ["visualize_data"], refusals: "errorMessage", maxBodyBytes: 256 * 1024 } as const;
const RunId = Type.Object({ run_id: RowKey });

export const getAnalyses = route("/v1/pipelines/get_analyses", {
  ...call,
  summary: "Analyses that the caller may see: the Standard ones, their own, and those shared in the workspace.",
  body: Type.Object({}),
  answer: Type.Object({ analyses: Type.Array(ListedAnalysis) }),
});

export const getAnalysis = route("/v1/pipelines/get_analysis", {
  ...call,
  summary: "One analysis by its id.",
  body: Type.Object({ id: Type.Integer() }),
  answer: ListedAnalysis,
});

export const checkAnalysis = route("/v1/pipelines/check_analysis", {
  ...call,
  summary: "What is wrong with the graph of an analysis, node by node, before it runs.",
  body: Type.Object({ analysis: PipelineAnalysis }),
  answer: Type.Object({ problems: Type.Array(PipelineProblem) }),
});

export const executePipeline = route("/v1/pipelines/execute", {
  ...call,
  summary: "Runs an analysis and answers its values, where they are few.",
  body: ExecutedAnalysis,
  answer: Type.Object({ outputs: Type.Array(RunValues) }),
});

export const executeAndWriteH5 = route("/v1/pipelines/execute-and-write-h5", {
  ...call,
  summary: "Runs an analysis in the background; its result is an HDF5 file of the patient.",
  body: ExecutedAnalysis,
  answer: PipelineRun,
});

export const getRuns = route("/v1/pipelines/get_runs", {
  ...call,
  summary: "Runs of analyses over recordings of a patient, the newest first.",
  body: Type.Object({ patient_key: RowKey }),
  answer: Type.Object({ runs: Type.Array(PipelineRun) }),
});

export const getRun = route("/v1/pipelines/get_run", {
  ...call,
  summary: "One run of an analysis.",
  body: RunId,
  answer: PipelineRun,
});

export const cancelRun = route("/v1/pipelines/cancel_run", {
  ...call,
  summary: "Ends a run that waits or runs.",
  body: RunId,
  answer: PipelineRun,
});

export const retryRun = route("/v1/pipelines/retry_run", {
  ...call,
  summary: "Runs an analysis again whose run failed or was canceled, or whose file is lost.",
  body: RunId,
  answer: PipelineRun,
});

export const deleteRun = route("/v1/pipelines/delete_run", {
  ...call,
  summary: "Deletes a run that has ended, and its file.",
  body: RunId,
  answer: Type.Object({}),
});

export const downloadRun = route("/v1/pipelines/download_run", {
  ...call,
  summary: "The HDF5 file of a run, once all of it was compared with what was written.",
  isBlob: true,
  body: RunId,
  answer: Type.Unknown(),
});
