/** What a run of an analysis stored, as a derived group: told by its row, read from its file. It is the same for as long as the run has that file. */
import { endOf } from "../../domain/time/runs.ts";
import { timeInSegment } from "../../domain/time/sample-time.ts";
import { analysisKey, type StoredRunOf } from "../../protocol/analysis.ts";
import type { Segment, StoredFacts } from "../../protocol/recordings.ts";
import type { StoredRecording } from "../recordings/index.ts";
import { analysisId } from "./describe.ts";
import { type DerivedRecording, kindOf, partChannel } from "./types.ts";

/** One output of a run. */
export interface StoredOutput {
  patientKey: number;
  /** Those that the run read. */
  recordingIds: readonly number[];
  /** Raised by every file that the run is given. */
  version: number;
  /** Where its file is on this node once it was brought. */
  path: string;
  facts: StoredFacts;
  columns: readonly string[];
  units: readonly string[];
  sampling_hz: number;
  /** One row of the file for each of their samples. Indexes count from the first one. */
  segments: readonly Segment[];
}

/** What runs stored. Asks nobody's permission: that is decided by what `output` says of it. */
export interface StoredRuns {
  /** As its row has it; null: there is no such one. */
  output(wanted: StoredRunOf): Promise<StoredOutput | null>;
  /** Brings the file to this node, so that it can be read. */
  bring(wanted: StoredRunOf): Bringing;
}

/** A file that comes to this node. */
export interface Bringing {
  /** @throws AnalysisRefused with why it is not read, Refused while the store does not answer */
  result: Promise<void>;
  /** 0..1 */
  progress(): number;
}

/** For those who never ask for one. */
export const noStoredRuns: Pick<StoredRuns, "output"> = { output: async () => null };

/** Null where the run is not one of that recording, of its patient: whoever may see the recording may see what was computed of it. */
export function describeStored(
  analysis: StoredRunOf,
  recording: StoredRecording,
  output: StoredOutput,
): DerivedRecording | null {
  const { patientKey, recordingIds, version, path, facts, columns, units, sampling_hz, segments } = output;
  if (patientKey !== recording.patient_key || !recordingIds.includes(recording.data_object_id)) return null;
  const { anchors: _anchors, tail: _tail, ...of } = recording;
  const last = segments.at(-1);
  return {
    ...of,
    data_object_id: analysisId(analysis),
    data_version: version,
    start_ms: segments[0]?.start_ms ?? recording.start_ms,
    end_ms: last === undefined ? recording.start_ms : timeInSegment(last, sampling_hz, endOf(last)),
    ...{ size_bytes: 0, channel_count: columns.length, gap_count: Math.max(0, segments.length - 1) },
    ...{ annotation_count: 0, repair_count: 0, repairs: [], damage: [], is_damaged: false },
    ...{ has_damaged_annotations: false, is_unverified: false },
    groups: [
      {
        ...{ modality: analysisKey(analysis), kind: kindOf(sampling_hz), sampling_hz },
        ...{ sample_count: last === undefined ? 0 : endOf(last), sample_type: "float32", missing_code: null },
        channels: columns.map((column, k) => partChannel(column, units[k], k)),
        segments: [...segments],
      },
    ],
    stored: facts,
    ...{ analysis, sources: [recording], masked: [], file: { path, output: analysis.output } },
  };
}
