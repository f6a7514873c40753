/** The data query socket: requests, answers, failure codes (spec 001 section 7, "Real-time data sockets"). */
import Type, { type Static } from "typebox";
import {
  type EegImageAcknowledgement,
  type EegLabelsAcknowledgement,
  ImageSettings,
  LabelSettings,
  TrendImageSettings,
  TrendLabelSettings,
  type TrendLabelsAcknowledgement,
} from "./eeg-service.ts";
import { Derivation, Recipe } from "./recipe.ts";
import type { RecordingTail } from "./recordings.ts";
import { PatientName } from "./scalars.ts";
import { mostEpochsPerColumn } from "./trends.ts";

/** socket.io path and namespace of the data query endpoint. Websocket transport only. */
export const socketPath = "/rt";
export const dataQueryNamespace = "/data_query";

/**
 * Lossless codes of a page's values (src/signal/codec.ts) that this version knows, the best one first. A changed code gets
 * another name.
 */
export const pageCodes = ["rice-1"] as const;
export type PageCode = (typeof pageCodes)[number];
/** The code of a connection, from what the client offers; null: values are sent as they are. */
export const chooseCode = (offered: readonly string[] | undefined): PageCode | null =>
  pageCodes.find((code) => offered?.includes(code)) ?? null;

/** What a client says in the handshake (`auth` of socket.io). The workspace, if named, must be the token's. */
export const SocketAuth = Type.Object({
  token: Type.String({ maxLength: 512 }),
  parent_study_id: Type.Optional(Type.Integer()),
  /** Made by the client: whoever connects with the same one again takes the place of what is left of the connection before. */
  client: Type.Optional(Type.String({ maxLength: 64 })),
  /** Codes of pages that the client reads; the server takes the best one it knows, for requests that are `is_coded`. */
  codes: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 })),
  /** The version of these messages that the client speaks; a client that says none keeps to the specification's. */
  protocol: Type.Optional(Type.Integer()),
});
export type SocketAuth = Static<typeof SocketAuth>;

/** Message of the connect_error when a handshake is refused: it needs another token, trying again does not help. */
export const socketRefusals = ["no_token", "bad_handshake", "bad_token", "no_permission", "other_workspace"] as const;
export type SocketRefusal = (typeof socketRefusals)[number];
/** Message of the connect_error when the user has as many sockets as one may have: trying again helps once another one ends. */
export const tooManySockets = "too_many_sockets";
/** Raised whenever messages change so that a page loaded before would read them wrongly. */
export const socketProtocol = 1;
/** Message of the connect_error when the client speaks another version: its page must be loaded anew. */
export const otherProtocol = "other_protocol";
/** Message of the connect_error when the server could not tell: trying again may help. */
export const socketUnavailable = "unavailable";

export const pageLimits = {
  minPixelCount: 2,
  maxPixelCount: 16_384,
  /** Raw views above this travel as columns (src/README.md 2). */
  maxSampleBytes: 4 * 1024 * 1024,
  maxInFlight: 8,
  timeoutMs: 3000,
  reconnectMs: 1000,
  /** After a refusal for want of a place, or of another version: another node of the server may have it. */
  crowdedRetryMs: 5000,
} as const;

/** Window and period of SD detection (spec 001 section 7), and the modality that its events have there. */
export const sdPageMs = 1_800_000;
export const sdEventsModality = "EEG Composite SampleSeries";
/** uV; taken where a request says none, and what suits scalps (algorithms.md 11.2). */
export const sdThresholds = { usual: 500, scalp: 100 } as const;

/** Position of a channel in its group. */
const Channel = Type.Integer({ minimum: 0, maximum: 4095 });
/** What artifacts mask of a recorded channel is missing. An analysis says so itself (analysis.ts). */
const leaves_out_artifacts = Type.Optional(Type.Literal(true));

/**
 * How the answer is made, by kind: what the page service does for it stands in src/server/query/tasks, one file a kind.
 * "samples": the stored samples of every channel of the group in [start, end).
 * "columns": exact min/max of each channel, `pixel_count` columns over [start, end) (algorithms.md 4).
 * "recipe_columns": derived, filtered, then decimated on the grid anchored at the recording start: column k holds the
 * grid samples [k * samples_per_column, (k + 1) * samples_per_column); `pixel_count` columns from `first_column`.
 * "bins": how many samples of one channel in [start, end) lie in each bin of a histogram (algorithms.md 6); no bins where min, max
 * and size are none of a histogram. `pixel_count` says nothing.
 * "resampled": means of one channel over whole periods of the epoch grid, of every period that [start, end) touches
 * (algorithms.md 7). `pixel_count` says nothing.
 * "events": spreading depolarisations that begin in [start, end), found in derived channels (algorithms.md 11.2). Pages are of half an hour where
 * a window asks for them; any other span gives the same events. `pixel_count` says nothing.
 * "optimum": the optimal pressure of the window [start, end) (algorithms.md 9.1 and 10), asked of an analysis: CPPOpt of a PRx, MAPOpt of a COx, of windows of
 * 5 minutes. `pixel_count` says nothing.
 * "trend": columns of an EEG trend (analysis.ts), each of so many epochs of the epoch grid: column j holds the epochs [j * k, (j + 1) * k). All columns that
 * [start, end) touches; `pixel_count` says nothing. With `columns_per_block`, blocks of so many columns each, the last one of what is left, those of a source one behind the
 * other: what pages of that many would bring.
 * "eeg_image", "eeg_labels": GIFs of the EEG image service (eeg-service.ts). The modality of a source is a montage by its name there. Of labels `start` and
 * `end` say nothing, and `pixel_count` of either.
 * "trend_image", "trend_labels": the same of the panel of trends; the modality is the panel's name.
 */
export const pageForms = {
  samples: Type.Object({ kind: Type.Literal("samples") }),
  columns: Type.Object({ kind: Type.Literal("columns") }),
  recipe_columns: Type.Object({
    kind: Type.Literal("recipe_columns"),
    recipe: Recipe,
    first_column: Type.Integer({ minimum: 0 }),
    samples_per_column: Type.Integer({ minimum: 1 }),
  }),
  bins: Type.Object({
    kind: Type.Literal("bins"),
    channel: Channel,
    min: Type.Number(),
    max: Type.Number(),
    size: Type.Number(),
    leaves_out_artifacts,
  }),
  resampled: Type.Object({
    kind: Type.Literal("resampled"),
    /** Absent: that of a group of one. */
    channel: Type.Optional(Channel),
    period_ms: Type.Integer({ minimum: 1, maximum: 86_400_000 }),
    leaves_out_artifacts,
  }),
  events: Type.Object({
    kind: Type.Literal("events"),
    analytic: Type.Literal("auto_sd_detection"),
    calculationWindowMs: Type.Literal(sdPageMs),
    calculationPeriodMs: Type.Literal(sdPageMs),
    /** "first-second", one a derivation: the names in the answer. */
    channels: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 512 }),
    /** Unfiltered; filters of their own are not looked at. Absent: what `channels` name, by labels of channels or by electrodes. */
    derivations: Type.Optional(Type.Array(Derivation, { minItems: 1, maxItems: 512 })),
    /** Least excursion, uV: `sdThresholds`. */
    threshold_uv: Type.Optional(Type.Number({ minimum: 1, maximum: 1_000_000 })),
    leaves_out_artifacts,
  }),
  optimum: Type.Object({
    kind: Type.Literal("optimum"),
    analytic: Type.Union([Type.Literal("cppopt"), Type.Literal("mapopt")]),
  }),
  trend: Type.Object({
    kind: Type.Literal("trend"),
    epochs_per_column: Type.Integer({ minimum: 1, maximum: mostEpochsPerColumn }),
    columns_per_block: Type.Optional(Type.Integer({ minimum: 16, maximum: 65_536 })),
  }),
  eeg_image: Type.Object({ kind: Type.Literal("eeg_image"), ...ImageSettings.properties }),
  eeg_labels: Type.Object({ kind: Type.Literal("eeg_labels"), ...LabelSettings.properties }),
  trend_image: Type.Object({ kind: Type.Literal("trend_image"), ...TrendImageSettings.properties }),
  trend_labels: Type.Object({ kind: Type.Literal("trend_labels"), ...TrendLabelSettings.properties }),
};
export type PageKind = keyof typeof pageForms;
export type PageFormOf<Kind extends PageKind> = Static<(typeof pageForms)[Kind]>;
export type PageForm = { [Kind in PageKind]: PageFormOf<Kind> }[PageKind];
export const PageForm = Type.Unsafe<PageForm>(Type.Union(Object.values(pageForms)));

export const ModalitySource = Type.Object({
  /** Key of a group of the recording; of an analysis the text that its description has there (analysis.ts), which may be long. */
  modality: Type.String({ minLength: 1, maxLength: 1000 }),
  data_object_id: Type.Integer(),
  /** As the client knows it. Where it is another one by now, `recording_changed` says so. */
  data_version: Type.Optional(Type.Integer()),
});
export type ModalitySource = Static<typeof ModalitySource>;

export const RenderModalities = Type.Object({
  patient_id: PatientName,
  data_object_id: Type.Integer(),
  page_id: Type.Integer(),
  modality_sources: Type.Array(ModalitySource, { minItems: 1, maxItems: 64 }),
  /** Epoch milliseconds, [start, end). */
  start: Type.Number(),
  end: Type.Number(),
  pixel_count: Type.Integer(),
  /** Says nothing that is believed. */
  patient_is_admitted: Type.Optional(Type.Boolean()),
  /** A small page that is waited for: it is sent before others of the connection that are made already. */
  is_urgent: Type.Optional(Type.Boolean()),
  /** Values may come in the code of the handshake: worth it where the link is slower than the code. */
  is_coded: Type.Optional(Type.Boolean()),
  /** Values may come in pieces (page-pieces.ts). */
  in_pieces: Type.Optional(Type.Boolean()),
  /** Absent means "columns", the form of the specification. */
  form: Type.Optional(PageForm),
});
export type RenderModalities = Static<typeof RenderModalities>;

/**
 * `render_modalities_with_sampling`, with the names that the specification gives its members: means of signals over periods, as the form
 * "resampled" of each source. The period is of whole milliseconds, a day at most.
 */
export const RenderWithSampling = Type.Object({
  ...Type.Omit(RenderModalities, ["pixel_count", "form", "patient_id", "patient_is_admitted"]).properties,
  patientId: RenderModalities.properties.patient_id,
  patientIsAdmitted: RenderModalities.properties.patient_is_admitted,
  resamplingPeriodSeconds: Type.Number({ minimum: 0.001, maximum: 86_400 }),
});
export type RenderWithSampling = Static<typeof RenderWithSampling>;

export type PageFailureCode =
  | "bad_request"
  | "end_not_after_start"
  | "bad_pixel_count"
  | "too_large"
  | "unknown_recording"
  | "unknown_modality"
  | "not_ready"
  | "cancelled"
  | "too_many_requests"
  /** It cannot be checked now whether the user may have it. */
  | "unavailable"
  /** The EEG image service gave nothing. */
  | "image_service"
  | "internal";

export interface PageAnswer {
  page_id: number;
  data_object_id: number;
  /** Encoded by page-codec.ts. */
  pixels: ArrayBuffer;
  /** Decoded values times this are in the unit of their channel; 1 unless a source says otherwise. */
  conversion_factor: number;
  /** ms that the server took to make it, without what it waited for the link: tells a busy server from a slow link. */
  made_ms: number;
}

export interface PageFailure {
  page_id: number;
  error: { code: PageFailureCode; message: string };
}

export type PageAcknowledgement = PageAnswer | PageFailure;
export const isPageFailure = (answer: PageAcknowledgement): answer is PageFailure => "error" in answer;

/** Sent while a long page is being built, so that a slow page is not taken for a lost one. fraction 0..1 */
export interface PageProgress {
  page_id: number;
  fraction: number;
}

export interface RecordingGrowth {
  data_object_id: number;
  tail: RecordingTail;
}

export const mostFollowed = 64;

export interface ClientToServerEvents {
  render_modalities: (request: unknown, acknowledge: (answer: PageAcknowledgement) => void) => void;
  render_modalities_with_sampling: (request: unknown, acknowledge: (answer: PageAcknowledgement) => void) => void;
  render_eeg_image: (request: unknown, acknowledge: (answer: EegImageAcknowledgement) => void) => void;
  render_eeg_labels: (request: unknown, acknowledge: (answer: EegLabelsAcknowledgement) => void) => void;
  render_trend_image: (request: unknown, acknowledge: (answer: EegImageAcknowledgement) => void) => void;
  render_trend_labels: (request: unknown, acknowledge: (answer: TrendLabelsAcknowledgement) => void) => void;
  cancel_page: (request: { page_id: number }) => void;
  /** Recordings that grow, of which this connection wants to be told though it may ask for no page of them; at most `mostFollowed` at once. */
  follow_recordings: (request: { data_object_ids: readonly number[] }) => void;
  /** Answered at once: tells the delay of the link. */
  echo: (acknowledge: () => void) => void;
}
export interface ServerToClientEvents {
  /** Of every page that takes long, in one message. */
  page_progress: (pages: PageProgress[]) => void;
  /** The database is away: what was opened goes on until then at most (epoch ms). Null: all is well again. */
  grace: (until: number | null) => void;
  /** The server's clock in epoch milliseconds, each second. */
  sync_time: (ms: number) => void;
  /** What is known of a recording that this connection reads has changed: it is to be described anew. */
  recording_changed: (change: { data_object_id: number }) => void;
  /** A recording that this connection reads has grown, once a second at most. Complete ones are described anew instead. */
  recording_grown: (growth: RecordingGrowth) => void;
}
