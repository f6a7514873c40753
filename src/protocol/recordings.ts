/** What a recording (data object) is, as both sides see it. Times are epoch milliseconds, spans are [start, end). */
import Type, { type Static } from "typebox";
import { EpochMs, IntegerOrNull, NumberOrNull, TextOrNull } from "./scalars.ts";

/**
 * One gap-free stretch of a signal group. `first` and `count` are grid indexes: sample i of the stretch sits at
 * `start_ms + (i - first) * 1000 / sampling_hz` (algorithms.md 0 and 5). Between stretches there is no data; where two
 * touch, data overlapped in time, and filters start again.
 */
export const Segment = Type.Object({ first: Type.Integer(), count: Type.Integer(), start_ms: EpochMs });
export type Segment = Static<typeof Segment>;

export const Channel = Type.Object({
  /** Position in the source file's header: channels are keyed by index, labels may repeat (formats.md 1.5). */
  source_index: Type.Integer(),
  label: Type.String(),
  unit: Type.String(),
  /** physical = stored * gain + offset, in `unit`; computed in float64. Voltages are stored with `unit` "uV". */
  gain: Type.Number(),
  offset: Type.Number(),
  /** Digital or physical limits are unusable: values are shown as stored, marked uncalibrated. */
  is_uncalibrated: Type.Boolean(),
  prefilter: Type.String(),
  transducer: Type.String(),
});
export type Channel = Static<typeof Channel>;

/** Signals of one source and one rate, stored side by side. `modality` is its key in page requests. */
export const SignalGroup = Type.Object({
  modality: Type.String(),
  /** "eeg": voltages, usable as montage inputs; "waveform": other signals at >= 20 Hz; "numeric": slower. */
  kind: Type.Union([Type.Literal("eeg"), Type.Literal("waveform"), Type.Literal("numeric")]),
  sampling_hz: Type.Number(),
  /** Length of the time grid in samples, gaps included. Grid index 0 is the recording start. */
  sample_count: Type.Integer(),
  sample_type: Type.Union([Type.Literal("int16"), Type.Literal("float32")]),
  /** Stored code that means "no sample" inside a segment, or null when every code is a sample (EDF, BDF). */
  missing_code: IntegerOrNull,
  channels: Type.Array(Channel),
  segments: Type.Array(Segment),
  /** Made by this software and recorded of nobody. */
  is_synthesised: Type.Optional(Type.Boolean()),
});
export type SignalGroup = Static<typeof SignalGroup>;

export const FileAnnotation = Type.Object({
  start_time: EpochMs,
  end_time: EpochMs,
  text: Type.String(),
});
export type FileAnnotation = Static<typeof FileAnnotation>;

export const RecordingState = Type.Union([Type.Literal("importing"), Type.Literal("ready"), Type.Literal("failed")]);
export type RecordingState = Static<typeof RecordingState>;

export const RecordingSummary = Type.Object({
  data_object_id: Type.Integer(),
  patient_id: Type.String(),
  /** The patient's key, and the identifiers of the place it belongs to (spec 000 section 3). */
  patient_key: Type.Integer(),
  project_identifier: Type.String(),
  site_identifier: Type.String(),
  site_name: Type.String(),
  obj_name: Type.String(),
  obj_type: Type.Union([Type.Literal("EDF"), Type.Literal("CNS"), Type.Literal("Natus")]),
  state: RecordingState,
  /** 0..1 while importing, and the estimated milliseconds left (null until it can be told). */
  progress: Type.Number(),
  eta_ms: NumberOrNull,
  /** Plain sentence when state is "failed". */
  error: TextOrNull,
  start_ms: EpochMs,
  end_ms: EpochMs,
  /** False when the file does not say when it began: clock times are then unknown and shown as elapsed time from 0. */
  is_start_known: Type.Boolean(),
  timezone: Type.String(),
  channel_count: Type.Integer(),
  gap_count: Type.Integer(),
  annotation_count: Type.Integer(),
  repair_count: Type.Integer(),
  size_bytes: Type.Number(),
  /** A part of what is stored is lost or changed, as far as is known: it is shown to nobody (RecordingDetail says which). */
  is_damaged: Type.Boolean(),
});
export type RecordingSummary = Static<typeof RecordingSummary>;

/** Samples [first, first + count) of a group that are not what was stored. They lie outside its segments. */
export const DamagedSpan = Type.Object({
  modality: Type.String(),
  first: Type.Integer(),
  count: Type.Integer(),
  /** From the first to behind the last sample that is missing. */
  start_ms: EpochMs,
  end_ms: EpochMs,
});
export type DamagedSpan = Static<typeof DamagedSpan>;

/** The end of a group that grows. Samples that are there never change: where they end is the revision of the group. */
export const TailGroup = Type.Object({
  /** Samples [0, sealed_count) have checksums. */
  sealed_count: Type.Integer(),
  sample_count: Type.Integer(),
  /** The segments that reach beyond the sealed part, whole. */
  segments: Type.Array(Segment),
});
export type TailGroup = Static<typeof TailGroup>;

/** The end of a recording that grows. With the sealed part it is the whole description, and short. */
export const RecordingTail = Type.Object({
  /** Raised by every growth. */
  revision: Type.Integer(),
  end_ms: EpochMs,
  /** As `groups` of the recording. */
  groups: Type.Array(TailGroup),
});
export type RecordingTail = Static<typeof RecordingTail>;

/** What a run of an analysis stored, and what its file says of it. */
export const StoredFacts = Type.Object({
  run_id: Type.Integer(),
  /** Of the analysis. */
  name: Type.String(),
  finished_at: EpochMs,
  /** Digits of the hash of the core that computed it. */
  core: Type.String(),
  definition: Type.String(),
  /** As JSON. */
  parameters: Type.String(),
  /** The recorded channels that it was made of. */
  sources: Type.Array(Type.String()),
  /** Of the span of the run, 0..1. */
  missing_share: Type.Number(),
  masked_share: Type.Number(),
});
export type StoredFacts = Static<typeof StoredFacts>;

export const RecordingDetail = Type.Object({
  ...RecordingSummary.properties,
  /** Raised whenever the stored samples change; part of every cache key. */
  data_version: Type.Integer(),
  groups: Type.Array(SignalGroup),
  /** What was wrong with the source and how it was read all the same, one plain sentence each. */
  repairs: Type.Array(Type.String()),
  /** By group, ascending and disjoint in each. */
  damage: Type.Array(DamagedSpan),
  /** The annotations of the file are damaged, and none are shown. */
  has_damaged_annotations: Type.Boolean(),
  /** Imported before there were checksums, and not checked against any yet. */
  is_unverified: Type.Boolean(),
  /** The recording still grows: `groups` and `end_ms` are as of this tail, and what lies before never changes. */
  tail: Type.Optional(RecordingTail),
  /** Of what a run stored alone. */
  stored: Type.Optional(StoredFacts),
});
export type RecordingDetail = Static<typeof RecordingDetail>;

/** The recording of the calibration signal (domain/calibration-signal.ts): nobody's, and of whoever may open reviews. */
export const calibrationRecordingId = 2_147_483_647;

export const defaultTimezone = "America/New_York";
