/** What an analysis is to the server: a recording of one group that is computed from channels of others. */
import type { Analysis } from "../../protocol/analysis.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { StoredRecording } from "../recordings/index.ts";

/** A channel that is read. */
export interface SourceChannel {
  recording: StoredRecording;
  group: SignalGroup;
  /** Position in the group. */
  channel: number;
}

/** Described as a recording, with what it is computed from. */
export interface DerivedRecording extends RecordingDetail {
  analysis: Analysis;
  /** The recording of each source, in the order of `sourcesOf`. */
  sources: readonly StoredRecording[];
}

export const isDerived = (recording: RecordingDetail): recording is DerivedRecording => "sources" in recording;

/** Where its samples are, and what they are called. */
export interface DerivedGrid {
  /** The recording whose patient, name and time zone it has. */
  of: StoredRecording;
  /** Time of grid index 0. */
  startMs: number;
  group: Omit<SignalGroup, "modality" | "sample_type" | "missing_code">;
}

/** Computed values are of one channel, in its unit. */
export const derivedChannel = (label: string, unit: string): SignalGroup["channels"] => [
  { source_index: 0, label, unit, gain: 1, offset: 0, is_uncalibrated: false, prefilter: "", transducer: "" },
];

/** Slower groups are numerics (protocol/recordings.ts). */
const leastWaveformHz = 20;
export const kindOf = (samplingHz: number): SignalGroup["kind"] =>
  samplingHz >= leastWaveformHz ? "waveform" : "numeric";

/** Why an analysis cannot be made of what was asked for, as one plain sentence. */
export class AnalysisRefused extends Error {
  override readonly name = "AnalysisRefused";
}

export const analysisRefusals = {
  unknownModality: "The recording has no such signals.",
  unknownChannel: "The recording has no such channel.",
  otherPatients: "An analysis cannot join recordings of different patients.",
  unknownStart: "A recording that does not say when it began cannot be joined with another one.",
  notPressure: "PRx and CPP need pressures in mmHg.",
} as const;
