/**
 * The EEG image service (spec 001 sections 2.14 and 7, "Analysis-service"): pictures of pages of an EEG that are made where the data
 * are. Calls and socket events have the specification's field names; members that are ours are optional and named as such.
 */
import Type, { type Static } from "typebox";
import type { PageFailure } from "./pages.ts";
import { route } from "./route.ts";
import { NumberOrNull, PatientName } from "./scalars.ts";

/** Limits of what is drawn, and of what an external service may answer. */
export const imageLimits = {
  /** Device pixels. */
  leastSide: 2,
  mostSide: 8192,
  mostPixels: 16_000_000,
  /** Longer pages are refused in a sentence. ms */
  mostSpanMs: 3_600_000,
  /** The same of trends. ms */
  mostTrendSpanMs: 31 * 86_400_000,
  /** Bytes of one image. */
  mostBytes: 8 * 1024 * 1024,
  /** Of a page of an image window (spec 001 section 8). */
  timeoutMs: 5000,
  /** Pages that a window keeps (spec 001 section 9). */
  cachedPages: 200,
  montageName: 200,
  montages: 500,
} as const;

/** The panel of the trends (spec 001 section 2.14), and the width of its titles and labels (section 9). */
export const trendPanel = "VsBaseline Comprehensive";
export const labelWidthPx = 50;
/** Around the pictures of its windows, up to the window's edge: axis and timeline bar are in the lower one (section 9). */
export const imageMargins = { top: 30, bottom: 90 } as const;

const DataObjectId = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const call = { needs: ["visualize_data"] } as const;

export const getRecordingInfo = route("/v1/eeg_service/get_recording_info", {
  ...call,
  summary: "What the EEG image service knows of a recording; both times are null where it knows nothing of it.",
  body: Type.Object({
    workspaceName: Type.Optional(Type.String({ maxLength: 200 })),
    data_object_id: DataObjectId,
  }),
  answer: Type.Object({
    start_time_milliseconds: NumberOrNull,
    end_time_milliseconds: NumberOrNull,
    /** Ours: a service elsewhere draws, and what it draws has no values. */
    is_external: Type.Boolean(),
  }),
});

export const PersystMontage = Type.Object({
  name: Type.String({ minLength: 1, maxLength: imageLimits.montageName }),
});
export type PersystMontage = Static<typeof PersystMontage>;

export const getPersystEegMontages = route("/v1/eeg_service/get_persyst_eeg_montages", {
  ...call,
  summary: "Montages in which the EEG image service draws a recording, the first one where none is set.",
  body: Type.Object({ data_object_id: DataObjectId }),
  answer: Type.Object({ montages: Type.Array(PersystMontage, { maxItems: imageLimits.montages }) }),
  hasGet: true,
});

const HzOrNull = Type.Union([Type.Number({ minimum: 0.001, maximum: 10_000 }), Type.Null()]);
const Side = Type.Integer({ minimum: imageLimits.leastSide, maximum: imageLimits.mostSide });
const Scale = Type.Object({
  /** Device pixels of the picture for each CSS pixel; absent: 1. */
  ratio: Type.Optional(Type.Number({ minimum: 0.25, maximum: 8 })),
  theme: Type.Optional(Type.Union([Type.Literal("light"), Type.Literal("dark")])),
});

/** What an EEG image shows; `null` of a filter is Off. */
export const ImageSettings = Type.Object({
  /** uV for each mm of the screen. */
  sensitivity: Type.Number({ minimum: 0.01, maximum: 100_000 }),
  notch: HzOrNull,
  HFF: HzOrNull,
  LFF: HzOrNull,
  isArtifactReductionEnabled: Type.Boolean(),
  width: Side,
  height: Side,
  /** CSS pixels of a mm of the reader's screen; absent: those of a usual one. */
  pixelsPerMm: Type.Optional(Type.Number({ minimum: 0.5, maximum: 50 })),
  ...Scale.properties,
});
export type ImageSettings = Static<typeof ImageSettings>;

/** What a labels image shows: the names of the rows, each at the height at which the EEG image of that height has it. */
export const LabelSettings = Type.Object({ width: Side, height: Side, ...Scale.properties });
export type LabelSettings = Static<typeof LabelSettings>;

/** As an event says them: Off also as 0 or its word, and the flag also under the name that the other event has it by. */
const HzSent = Type.Union([HzOrNull, Type.Literal(0), Type.Literal("Off")]);
const flagSent = {
  isArtifactReductionEnabled: Type.Optional(Type.Boolean()),
  artifactReductionEnabled: Type.Optional(Type.Boolean()),
};
/** Made by the client; comes back in the answer. */
const SettingsHash = Type.Union([Type.String({ maxLength: 200 }), Type.Number()]);
/** Seconds from the beginning of the recording to `start`, which says the same. */
const OffsetSeconds = Type.Optional(Type.Number());

/** Whose data, under the names that the events give them. */
const Asked = {
  /** What the site calls the patient, or its key. */
  patientId: PatientName,
  data_object_id: Type.Integer(),
  page_id: Type.Integer(),
};

/** `modality_source` names the montage (getPersystEegMontages) and the recording. */
export const RenderEegImage = Type.Object({
  ...Asked,
  modality_source: Type.Object({
    modality: Type.String({ minLength: 1, maxLength: imageLimits.montageName }),
    data_object_id: Type.Integer(),
  }),
  ...ImageSettings.properties,
  ...{ notch: HzSent, HFF: HzSent, LFF: HzSent, ...flagSent },
  /** Epoch milliseconds, [start, end). */
  start: Type.Number(),
  end: Type.Number(),
  offset_seconds: OffsetSeconds,
  settings_hash: SettingsHash,
});
export type RenderEegImage = Static<typeof RenderEegImage>;

export const RenderEegLabels = Type.Object({
  patientId: Asked.patientId,
  data_object_id: Asked.data_object_id,
  /** The specification sends 1. */
  page_id: Type.Optional(Asked.page_id),
  montage_name: Type.String({ minLength: 1, maxLength: imageLimits.montageName }),
  ...LabelSettings.properties,
});
export type RenderEegLabels = Static<typeof RenderEegLabels>;

/** What an image of the trends shows: the panel in its height, from the top. */
export const TrendImageSettings = Type.Object({
  artifactReductionEnabled: Type.Boolean(),
  width: Side,
  height: Side,
  ...Scale.properties,
});
export type TrendImageSettings = Static<typeof TrendImageSettings>;

/** What stands beside an image of the trends of that height: titles of rows, and the labels of their axes. */
export const TrendLabelSettings = Type.Object({
  /** Of the titles. */
  width: Side,
  /** Of the labels; the specification sends 50. */
  label_width: Side,
  height: Side,
  ...Scale.properties,
});
export type TrendLabelSettings = Static<typeof TrendLabelSettings>;

const PanelName = Type.String({ minLength: 1, maxLength: imageLimits.montageName });

/** `modality` names the panel (`trendPanel`). */
export const RenderTrendImage = Type.Object({
  ...Asked,
  modality: PanelName,
  /** Epoch milliseconds, [start, end). */
  start: Type.Number(),
  end: Type.Number(),
  ...TrendImageSettings.properties,
  ...flagSent,
  offset_seconds: OffsetSeconds,
  settings_hash: SettingsHash,
});
export type RenderTrendImage = Static<typeof RenderTrendImage>;

export const RenderTrendLabels = Type.Object({
  patientId: Asked.patientId,
  data_object_id: Asked.data_object_id,
  /** Ours: to cancel it by. */
  page_id: Type.Optional(Asked.page_id),
  panel_name: PanelName,
  ...TrendLabelSettings.properties,
  label_width: Type.Optional(TrendLabelSettings.properties.label_width),
});
export type RenderTrendLabels = Static<typeof RenderTrendLabels>;

export interface EegImageAnswer {
  page_id: number;
  settings_hash: string | number;
  data_object_id: number;
  /** A GIF. */
  image: Uint8Array;
}

export interface EegLabelsAnswer {
  height: number;
  width: number;
  image: Uint8Array;
}

export interface TrendLabelsAnswer {
  height: number;
  /** Of the titles. */
  width: number;
  /** GIFs. */
  titles: Uint8Array;
  labels: Uint8Array;
}

/** Refused as pages are, with a code and a sentence (pages.ts). */
export type EegImageAcknowledgement = EegImageAnswer | PageFailure;
export type EegLabelsAcknowledgement = EegLabelsAnswer | PageFailure;
export type TrendLabelsAcknowledgement = TrendLabelsAnswer | PageFailure;
