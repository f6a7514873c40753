/** What an analysis is to the server once its files are known: series that are read in pieces, and what is made of them. */
import type { MaskedSpan } from "../../domain/annotations/masks.ts";
import type { PipelineBins } from "../../domain/pipelines/bins.ts";
import type { Windows } from "../../domain/pipelines/windows.ts";
import type { RunOutput, RunValues } from "../../protocol/pipelines.ts";
import type { Filters } from "../../protocol/recipe.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import type { DerivedRecording } from "../analysis/index.ts";
import type { HomeSettings, StoredRecording } from "../recordings/index.ts";

/** A channel of a recorded group, and what of it is missing because it is masked. */
export interface PlannedChannel {
  recording: StoredRecording;
  modality: string;
  channel: number;
  masked: readonly MaskedSpan[];
}

export type PairHow = "add" | "subtract" | "multiply" | "divide";

/** How the values of a series are made. Numbers are positions in the plan. */
export type SeriesWork =
  | { kind: "channel"; channel: PlannedChannel }
  /** As the EEG window filters it, Off where a filter is null. */
  | { kind: "filtered"; channel: PlannedChannel; filters: Filters }
  | { kind: "derived"; recording: DerivedRecording }
  /** Index i of the first is index i + shift of the second. */
  | { kind: "pair"; how: PairHow; first: number; second: number; shift: number }
  | { kind: "scale"; of: number; factor: number; offset: number }
  | { kind: "range"; of: number; low: number; high: number }
  | { kind: "means"; of: number; periodMs: number }
  | { kind: "column"; of: number; column: number }
  | { kind: "optimum"; analytic: "cppopt" | "mapopt"; recording: DerivedRecording; windows: Windows }
  | { kind: "summary"; of: number; columns: readonly number[]; windows: Windows | null; bins?: PipelineBins };

/** Where samples lie in time; of computed ones on the epoch grid one segment. */
export type SeriesGrid = Pick<SignalGroup, "sampling_hz" | "segments">;

export interface PlannedSeries {
  /** Of the node, or of the signal that a source brings. */
  name: string;
  columns: readonly string[];
  units: readonly string[];
  /** One sentence: how a value is made. */
  definition: string;
  /** Arguments of its node. */
  parameters: Readonly<Record<string, unknown>>;
  work: SeriesWork;
  /** Whose indexes count together: series of one key share their grid, up to a shift. */
  gridKey: string;
  grid: SeriesGrid;
  /** Grid indexes [first, end) that the run asks for. */
  first: number;
  end: number;
  /** Epoch ms. */
  span: { startMs: number; endMs: number };
  /** What of the sources is masked, and which positions of the plan those are. */
  masked: readonly MaskedSpan[];
  sources: readonly number[];
}

export interface Plan {
  series: readonly PlannedSeries[];
  /** Positions in `series`, in the order of the outputs. */
  outputs: readonly number[];
  /** Of all outputs: values at most. */
  values: number;
  patientKey: number;
  /**
   * Each recording that is read: what the result depends on. One that grows keeps its version, and so does one of which a part is found
   * to be damaged: `end_ms` (epoch ms) and `samples`, those that there are, tell them apart.
   */
  recordings: readonly {
    data_object_id: number;
    data_version: number;
    end_ms: number;
    samples: number;
    mask_revision: number | null;
  }[];
}

/** Why an analysis cannot be made of these files, as one plain sentence. */
export class PlanRefused extends Error {
  override readonly name = "PlanRefused";
}

/** What a file says of itself besides its series. */
export interface ResultFacts {
  analysisName: string;
  /** Pipeline, windows and exports, as JSON. */
  pipeline: string;
  /** Digits of the hash of the core that computed it. */
  core: string;
  createdMs: number;
}

/** What the thread of a run is given: plain data. */
export interface PipelineOrder {
  plan: Plan;
  home: HomeSettings;
  /** Null: the values are answered. */
  file: { path: string; facts: ResultFacts } | null;
}

/** What a file holds of an output, so that it can be read like a recording (../analysis/stored-run.ts). */
export interface StoredSeries {
  /** Of the group in the file. */
  name: string;
  columns: readonly string[];
  /** "": none. */
  units: readonly string[];
  sampling_hz: number;
  /** [first, count, start_ms]: one row for each sample. Indexes count from the first one. */
  segments: readonly (readonly [first: number, count: number, startMs: number])[];
  definition: string;
  /** As JSON. */
  parameters: string;
  /** "ABP (mmHg)" */
  sources: readonly string[];
  missing_share: number;
  masked_share: number;
}

export interface RunResult {
  outputs: RunOutput[];
  values: RunValues[];
  stored: StoredSeries[];
}

export type PipelineReport =
  | { kind: "progress"; fraction: number }
  | ({ kind: "done" } & RunResult)
  | { kind: "failed"; name: string; message: string; code?: string; damage?: unknown };
