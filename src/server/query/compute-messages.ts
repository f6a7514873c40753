/** What the page service and its compute threads say to each other. */
import type { ValuesShape } from "../../protocol/page-codec.ts";
import type { Recipe } from "../../protocol/recipe.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import type { GridColumns } from "../../signal/levels.ts";
import type { ColumnGrid, ColumnResult } from "../../signal/types.ts";
import type { FoundDamage, FoundLevel, HomeSettings } from "../recordings/index.ts";

export type ComputeTask =
  /** Exact min/max of the stored channels between edges (Recordings.readColumns). */
  | { kind: "stored-columns"; edges: Float64Array }
  /** Derived, filtered and decimated columns. */
  | { kind: "recipe-columns"; recipe: Recipe; grid: ColumnGrid }
  /** The levels of one piece of a derived pyramid: columns [firstColumn, firstColumn + columns) of the finest one. */
  | { kind: "piece"; recipe: Recipe; firstColumn: number; columns: number }
  /** Values in fewer bytes. The values are handed over, and come back when they are not worth it. */
  | { kind: "code"; data: Int16Array | Float32Array; shape: ValuesShape };

export type ComputeResult =
  | { kind: "stored-columns"; data: Float32Array }
  | { kind: "recipe-columns"; columns: ColumnResult }
  /** Finest first. */
  | { kind: "piece"; levels: GridColumns[] }
  | { kind: "code"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "code"; bytes: null; data: Int16Array | Float32Array };

export interface ComputeOrder {
  id: number;
  /** The description of a recording is sent once; `isFirst`: forget those sent before. */
  recordingKey: string;
  recording: RecordingDetail | null;
  isFirst: boolean;
  modality: string;
  task: ComputeTask;
  /** Shared: [0] is set to 1 to cancel, [1] is the progress in thousandths. */
  control: Int32Array;
}

export type ComputeReply =
  | { id: number; result: ComputeResult }
  /** `damage`: stored samples were met that are not what was stored. */
  | { id: number; failure: { message: string; isCancelled: boolean; damage?: FoundDamage } }
  /** A level that is to be written again; the task goes on. */
  | { level: FoundLevel };

export interface ComputeWorkerData {
  dataDir: string;
  /** Where recordings are kept, when it is not the data folder. */
  home?: HomeSettings;
}
