/** What the page service and its compute threads say to each other. What is done, and with what, is the table's business (tasks). */
import type { RecordingDetail } from "../../protocol/recordings.ts";
import type { FoundDamage, FoundLevel, HomeSettings } from "../recordings/index.ts";

export interface ComputeOrder {
  id: number;
  /** The description of a recording is sent once, and when it has grown; `isFirst`: forget those sent before. */
  recordingKey: string;
  recording: RecordingDetail | null;
  isFirst: boolean;
  modality: string;
  /** Name of a ThreadTask, and what it is given. */
  task: string;
  input: unknown;
  /** Shared: [0] is set to 1 to cancel, [1] is the progress in thousandths. */
  control: Int32Array;
}

export type ComputeReply =
  /** What the task gave, and how long it was at it. */
  | { id: number; result: unknown; ms: number }
  /** `damage`: stored samples were met that are not what was stored. */
  | { id: number; failure: { message: string; isCancelled: boolean; damage?: FoundDamage } }
  /** A level that is to be written again; the task goes on. */
  | { level: FoundLevel };

export interface ComputeWorkerData {
  dataDir: string;
  /** Where recordings are kept, when it is not the data folder. */
  home?: HomeSettings;
}
