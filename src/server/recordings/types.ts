/** The one door to stored recordings. Nothing outside this folder knows tiles, levels or files. */
import type { FileAnnotation, RecordingDetail, RecordingSummary, SignalGroup } from "../../protocol/recordings.ts";
import type { Run } from "../../signal/types.ts";
import type { Scope } from "../patients/scope.ts";

/** Digests by which the files of a recording are known, kept in its row. Sums of blocks lie in files of their own. */
export interface Anchors {
  /** Of groups, segments and times, as the row tells them (anchors.ts). */
  description: string;
  /** Of the sums file of each group. */
  groups: string[];
  /** Of the annotations; null when the file brought none. */
  annotations: string | null;
}

/** A part that is damaged, as the row tells it. */
export type DamagedPart =
  /** Samples [first, first + count) of the group at that position. */
  | { part: "samples"; group: number; first: number; count: number }
  | { part: "annotations" }
  /** What the row says of groups, channels and segments is not what was written: nothing can be placed. */
  | { part: "description" };

/** As readers of this folder are given it: segments without what is damaged, and the anchors. */
export type StoredRecording = RecordingDetail & {
  /** Null: imported before there were checksums, and not checked yet. */
  anchors?: Anchors | null;
};

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
  get(dataObjectId: number, scope: Scope): Promise<StoredRecording | null>;
  /** How far these have grown; null for those that are complete, nothing for those that are not there. In no scope. */
  revisions(dataObjectIds: readonly number[]): Promise<Map<number, number | null>>;
  /** Null when there is no such recording in the scope. */
  annotations(dataObjectId: number, scope: Scope): Promise<FileAnnotation[] | null>;
  /** The same as JSON, as it is stored: there may be half a million of them. */
  annotationsJson(dataObjectId: number, scope: Scope): Promise<string | null>;
  /** One pread a chunk; clipped to the grid. */
  readSamples(recording: StoredRecording, group: SignalGroup, first: number, count: number): Promise<StoredSamples>;
  /**
   * Exact min/max of each channel in physical units: `edges` (ascending grid indexes, columns + 1 of them) bound the
   * columns. [channel][column][min, max], NaN where empty. Costs O(columns), whatever the span: stored levels inside a
   * column, raw samples at its edges.
   */
  readColumns(recording: StoredRecording, group: SignalGroup, edges: Float64Array): Promise<Float32Array>;
}

/** What a reader of a source format promises the importer. */
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

/**
 * Consecutive samples of one group: data [channel][count]; `startMs` is the time of the first. The data are good until the
 * next block is asked for.
 */
export interface SourceBlock {
  group: number;
  startMs: number;
  /** True: data overlapped in time where this block begins; it does not continue the one before (algorithms.md 5). */
  isSeam?: boolean;
  /** True: something is missing before it, by times of the source that the grid of the group may not show. */
  isGap?: boolean;
  count: number;
  data: Int16Array | Float32Array;
  /** Bytes of the source consumed so far, for progress. */
  bytesRead: number;
}
