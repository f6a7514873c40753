/**
 * Recordings that a bedside gateway sends while they are made (src/server/live/README.md). People make gateways and say whose
 * patients they send for; a gateway has a credential of its own and makes the calls below `/v1/live/` with it, and no others.
 */
import Type, { type Static } from "typebox";
import { RecordingSummary, SignalGroup } from "./recordings.ts";
import { route } from "./route.ts";
import { EpochMs, EpochMsOrNull, IntegerOrNull, RequestKey, RowKey, TextOrNull, Timezone } from "./scalars.ts";

/** What a gateway may be asked to hold, and send at once. */
export const liveLimits = {
  /** Not revoked, of a workspace. */
  gateways: 500,
  /** Of those, made by one person. */
  gatewaysOfMaker: 50,
  patientsOfGateway: 200,
  /** Made by one person: a ward's worth at once, and not one after the other without end. */
  makes: { perSecond: 0.05, burst: 60 },
  /** Of one gateway, at a time. */
  openStreams: 32,
  /** Of all open streams of one gateway. */
  openGroups: 128,
  groups: 64,
  /** Of all groups. */
  channels: 512,
  samplingHz: { least: 1 / 3600, most: 50_000 },
  /** Groups from here on are `eeg` or `waveform`, those below `numeric`. */
  slowestWaveformHz: 20,
  /** Of one block of samples of each group: what a stream holds in memory some times. */
  blockBytes: 32 * 1024 * 1024,
  /** Values a second of all groups. */
  valuesPerSecond: 4_000_000,
  appendBytes: 4 * 1024 * 1024,
  /** Bodies of appends of one gateway that are on their way at once. */
  openBodies: 32,
  /** Appends of one gateway. */
  appends: { perSecond: 50, burst: 200 },
  /** Other calls of one gateway. */
  calls: { perSecond: 10, burst: 200 },
  /** New streams of one gateway. */
  creates: { perSecond: 0.2, burst: 40 },
  /** Bytes of one gateway. */
  bytes: { perSecond: 8 * 1024 * 1024, burst: 32 * 1024 * 1024 },
  /** Earliest start: that of the EDF format. */
  earliestMs: Date.UTC(1985, 0, 1),
  /** So far ahead of the server's clock times may lie: clocks are off a little. */
  aheadMs: 2 * 60_000,
} as const;

export const Gateway = Type.Object({
  gateway_id: RowKey,
  name: Type.String(),
  made_at: EpochMs,
  /** Who made it; null when the account is no more. */
  made_by: TextOrNull,
  /** Its last call, to the minute. */
  used_at: EpochMsOrNull,
  /** Recordings that it has open for patients the caller sees. */
  open_streams: Type.Integer(),
  /** It may send for the patient that was asked about. */
  is_allowed: Type.Boolean(),
  /** The caller made it, or sees all patients that it sends for. */
  may_revoke: Type.Boolean(),
});
export type Gateway = Static<typeof Gateway>;

export const listGateways = route("/v1/gateways/get_gateways", {
  needs: ["upload_data"],
  summary: "Gateways that the caller made, or that send for patients the caller sees, seen from one patient.",
  body: Type.Object({ patient_id: RowKey }),
  answer: Type.Object({ gateways: Type.Array(Gateway) }),
});

export const createGateway = route("/v1/gateways/create_gateway", {
  needs: ["upload_data"],
  summary:
    "Makes a gateway for some patients, given by their keys, and its credential, which is shown this once. The same `request_key` again, while nothing has used the credential, gives that gateway a new one.",
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    patient_ids: Type.Array(RowKey, { minItems: 1, maxItems: liveLimits.patientsOfGateway }),
    request_key: Type.Optional(RequestKey),
  }),
  answer: Type.Object({ gateway_id: RowKey, credential: Type.String() }),
  hasSecrets: true,
});

export const setGatewayPatient = route("/v1/gateways/set_patient", {
  needs: ["upload_data"],
  summary: "Says whether a gateway may send for a patient, given by its key.",
  body: Type.Object({ gateway_id: RowKey, patient_id: RowKey, is_allowed: Type.Boolean() }),
  answer: Type.Object({}),
});

export const revokeGateway = route("/v1/gateways/revoke_gateway", {
  needs: ["upload_data"],
  summary: "Ends the credential of a gateway, for good: its next call is refused.",
  body: Type.Object({ gateway_id: RowKey }),
  answer: Type.Object({}),
});

export const LivePatient = Type.Object({
  /** The patient's key. */
  patient_id: RowKey,
  patient_identifier: Type.String(),
  project_identifier: Type.String(),
  site_identifier: Type.String(),
});
export type LivePatient = Static<typeof LivePatient>;

export const getLivePatients = route("/v1/live/get_patients", {
  needs: "gateway",
  summary: "Patients that the gateway may send for.",
  refusals: "errorMessage",
  body: Type.Object({}),
  answer: Type.Object({ patients: Type.Array(LivePatient) }),
});

/** Where a stream stands. */
export const LiveStream = Type.Object({
  stream_id: RowKey,
  /** Number of the append that comes next; null once the stream is closed. */
  next_sequence: IntegerOrNull,
  /** The start that it was made with. */
  start_ms: EpochMs,
  /** Where the newest sample ends, of all groups. */
  end_ms: EpochMs,
  is_closed: Type.Boolean(),
});
export type LiveStream = Static<typeof LiveStream>;

const { channels: _channels, kind, sample_type } = SignalGroup.properties;
const label = Type.String({ maxLength: 80 });

export const LiveChannel = Type.Object({
  label,
  unit: Type.String({ maxLength: 32 }),
  /** physical = stored * gain + offset, in `unit`. */
  gain: Type.Number(),
  offset: Type.Number(),
  prefilter: Type.Optional(label),
  transducer: Type.Optional(label),
});
export type LiveChannel = Static<typeof LiveChannel>;

export const LiveGroup = Type.Object({
  /** Key of the group, each once: "EEG", "ABP_na". */
  modality: Type.String({ minLength: 1, maxLength: 80 }),
  kind,
  sampling_hz: Type.Number(),
  sample_type,
  channels: Type.Array(LiveChannel, { minItems: 1, maxItems: liveLimits.channels }),
});
export type LiveGroup = Static<typeof LiveGroup>;

/** The same again is the same stream, however often: who lost the answer, or was started anew, is told where to go on. */
export const createStream = route("/v1/live/create_stream", {
  needs: "gateway",
  summary: "Begins a recording of a patient, given by its key, or tells where the stream of this key stands.",
  refusals: "errorMessage",
  body: Type.Object({
    patient_id: RowKey,
    /** Chosen by the gateway, for one recording. */
    stream_key: Type.String({ pattern: "^[A-Za-z0-9._:-]{1,128}$" }),
    /** As the list of files shows it. */
    name: Type.String({ minLength: 1, maxLength: 256 }),
    obj_type: RecordingSummary.properties.obj_type,
    /** Time of the first sample, or before it. Of a stream that is there its own start counts, and this one is not looked at. */
    start_ms: EpochMs,
    timezone: Timezone,
    groups: Type.Array(LiveGroup, { minItems: 1, maxItems: liveLimits.groups }),
  }),
  answer: LiveStream,
});

export const getStream = route("/v1/live/get_stream", {
  needs: "gateway",
  summary: "Where a stream stands.",
  refusals: "errorMessage",
  body: Type.Object({ stream_id: RowKey }),
  answer: LiveStream,
});

/** An acknowledgement: everything up to `next_sequence` is on the disk. */
export const appendBlocks = route("/v1/live/append", {
  needs: "gateway",
  summary: "Appends blocks of samples (src/server/live/README.md tells their form) under the number that is next.",
  refusals: "errorMessage",
  body: Type.Object({ stream_id: RowKey, sequence: Type.Integer({ minimum: 0, maximum: 2 ** 48 }) }),
  answer: Type.Object({
    stream_id: RowKey,
    next_sequence: Type.Integer(),
    end_ms: EpochMs,
    /** This was written before, and its answer was lost: nothing was written now. */
    is_repeated: Type.Boolean(),
  }),
  hasBytes: true,
  maxBodyBytes: liveLimits.appendBytes,
});

export const closeStream = route("/v1/live/close_stream", {
  needs: "gateway",
  summary: "Completes a recording: from then on it is one like any other. Closing it again changes nothing.",
  refusals: "errorMessage",
  body: Type.Object({ stream_id: RowKey }),
  answer: LiveStream,
});

/** Codes of refusals that a gateway goes by (`refusalHeader`). */
export const liveRefusals = ["wrong_sequence", "closed", "damaged", "elsewhere", "too_fast", "no_room"] as const;
export type LiveRefusal = (typeof liveRefusals)[number];
