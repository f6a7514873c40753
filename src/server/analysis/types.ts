/** What an analysis is to the server: a recording of one group that is computed from channels of others. */
import type { MaskedSpan, Masks } from "../../domain/annotations/masks.ts";
import type { Analysis } from "../../protocol/analysis.ts";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { StoredRecording } from "../recordings/index.ts";

/** A channel that is read. */
export interface SourceChannel {
  recording: StoredRecording;
  group: SignalGroup;
  /** Position in the group. */
  channel: number;
  /** What of it is missing because it is masked. */
  masked: readonly MaskedSpan[];
}

/** What is masked of a recording now. */
export interface SourceMasks extends Masks {
  /** Grows when one changes. */
  readonly revision: number;
}
/** Asks nobody's permission: the recording has been asked for. */
export type MasksOf = (recordingId: number) => Promise<SourceMasks>;

/** Described as a recording, with what it is computed from. */
export interface DerivedRecording extends RecordingDetail {
  analysis: Analysis;
  /** The recording of each source, in the order of `sourcesOf`. */
  sources: readonly StoredRecording[];
  /** What is masked of the channel that is read of each; empty where artifacts count. */
  masked: readonly (readonly MaskedSpan[])[];
  /** Of what a run stored: the file on this node, and the name in it. */
  file?: { readonly path: string; readonly output: string };
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

/** Most computed values are of one channel, in its unit. Of one that is not calibrated they are not either. */
export const derivedChannel = (label: string, unit: string, is_uncalibrated = false): SignalGroup["channels"] => [
  { ...partChannel(label, unit, 0), is_uncalibrated },
];

/** One channel of a composite, at its place. */
export const partChannel = (label: string, unit: string, source_index: number): SignalGroup["channels"][number] => ({
  ...{ source_index, label, unit, gain: 1, offset: 0, is_uncalibrated: false, prefilter: "", transducer: "" },
});

/** Slower groups are numerics (protocol/recordings.ts). */
const leastWaveformHz = 20;
export const kindOf = (samplingHz: number): SignalGroup["kind"] =>
  samplingHz >= leastWaveformHz ? "waveform" : "numeric";

/** Why an analysis cannot be made of what was asked for, as one plain sentence. */
export class AnalysisRefused extends Error {
  override readonly name: string = "AnalysisRefused";
}

/** A source is not there yet, or never will be. */
export class SourceNotReady extends AnalysisRefused {
  override readonly name = "SourceNotReady";
}

export const analysisRefusals = {
  unknownModality: "The recording has no such signals.",
  unknownChannel: "The recording has no such channel.",
  otherPatients: "An analysis cannot join recordings of different patients.",
  unknownStart: "A recording that does not say when it began cannot be joined with another one.",
  notPressure: "PRx and CPP need pressures in mmHg.",
  uncalibrated: "PRx and CPP need calibrated pressures.",
  oneUnit: "CPP needs both pressures in the same unit.",
  tooSlow: "PRx needs a sample at least every 20 s.",
  noPressureCox: "COx needs the arterial pressure in mmHg.",
  notSaturation: "COx needs the oxygen saturation of brain tissue in %.",
  uncalibratedCox: "COx needs calibrated signals.",
  tooSlowCox: "COx needs a sample at least every 20 s.",
  noEeg: "Trends need EEG signals.",
  noTrendElectrodes: "Trends need at least two of the electrode pairs of the double banana montage on one side.",
  trendRate: (least: number, most: number) => `Trends need EEG of ${least} to ${most} samples a second.`,
  badBaseline: "The end of the baseline must be after its start.",
  notPressureCppOpt: "CPPOpt needs pressures in mmHg.",
  uncalibratedCppOpt: "CPPOpt needs calibrated pressures.",
  tooSlowCppOpt: "CPPOpt needs a sample of both pressures at least every 20 s.",
  noPressureMapOpt: "MAPOpt needs the arterial pressure in mmHg.",
  notSaturationMapOpt: "MAPOpt needs the oxygen saturation of brain tissue in %.",
  uncalibratedMapOpt: "MAPOpt needs calibrated signals.",
  tooSlowMapOpt: "MAPOpt needs a sample of both signals at least every 20 s.",
  importing: "The recording is still being imported.",
  importFailed: "The recording could not be imported.",
} as const;
