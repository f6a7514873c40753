/** The one door to stored recordings. Nothing outside this folder knows tiles, levels or files (design.md 4). */
import type { FileAnnotation, RecordingDetail, RecordingSummary, SignalGroup } from "../../protocol/recordings.ts";
import type { Run } from "../../signal/types.ts";
import type { Scope } from "../patients/scope.ts";

/** Stored samples [channel][count] for grid indexes [first, first + count) and the runs that hold data in them. */
export interface StoredSamples {
  first: number;
  count: number;
  data: Int16Array | Float32Array;
  runs: Run[];
}

export interface Recordings {
  /** What the scope shows. */
  list(scope: Scope): Promise<RecordingSummary[]>;
  /** Null when there is no such recording in the scope. A user's scope is read from the database each time. */
  get(dataObjectId: number, scope: Scope): Promise<RecordingDetail | null>;
  /** Null when there is no such recording in the scope. */
  annotations(dataObjectId: number, scope: Scope): Promise<FileAnnotation[] | null>;
  /** One pread a chunk; clipped to the grid. */
  readSamples(recording: RecordingDetail, group: SignalGroup, first: number, count: number): Promise<StoredSamples>;
  /**
   * Exact min/max of each channel in physical units: `edges` (ascending grid indexes, columns + 1 of them) bound the
   * columns. [channel][column][min, max], NaN where empty. Costs O(columns), whatever the span: stored levels inside a
   * column, raw samples at its edges.
   */
  readColumns(recording: RecordingDetail, group: SignalGroup, edges: Float64Array): Promise<Float32Array>;
}

/** What a reader of a source format promises the importer (EDF now; CNS, Natus later). */
export interface SourceReader {
  /** Header facts; group channels in file order. Sample counts and segments are final only after `blocks` ended. */
  readonly head: SourceHead;
  /** Streams the file once. Memory stays bounded whatever the size. */
  blocks(): AsyncIterable<SourceBlock>;
  /** Valid after `blocks` ended. */
  finish(): { annotations: FileAnnotation[]; repairs: string[] };
}

export interface SourceHead {
  objType: RecordingSummary["obj_type"];
  startMs: number;
  isStartKnown: boolean;
  timezone: string;
  groups: Omit<SignalGroup, "sample_count" | "segments">[];
  /** Total bytes, for progress. */
  sizeBytes: number;
}

/** Consecutive samples of one group: data [channel][count]; `startMs` is the time of the first. */
export interface SourceBlock {
  group: number;
  startMs: number;
  /** True: data overlapped in time where this block begins; it does not continue the one before (algorithms.md 5). */
  isSeam?: boolean;
  count: number;
  data: Int16Array | Float32Array;
  /** Bytes of the source consumed so far, for progress. */
  bytesRead: number;
}
