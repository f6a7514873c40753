/** Settings of a time series window in documents. */
import { minSpanMs } from "../../../../domain/time/durations.ts";
import { playbackSpeeds } from "../../../../domain/time/playback.ts";
import { lengthOf } from "../../../../domain/time/view-span.ts";
import type { RecordingDetail, SignalGroup } from "../../../../protocol/recordings.ts";
import { spanOf } from "../../time/timeline.ts";
import type { StoredProps, VersionedProps } from "../versioned-props.ts";
import type { SeriesWindow } from "./series-window.ts";

/** Which signals: a group of a recording of the patient; of no or an unknown modality: the usual one (`usualGroup`). */
export interface SeriesSource {
  readonly dataObjectId: number;
  readonly modality: string;
}

export interface SeriesSettings {
  source: SeriesSource;
  /** Positions of the channels in their group; null: the first ones. */
  channels: readonly number[] | null;
  /** Length of the view in ms, and the speed of playback. */
  viewDuration: number;
  playbackSpeed: number;
}

/** Time series open with 60 s (spec 001 section 9). */
const defaultSpanMs = 60_000;
/** More graphs than this cannot be read. */
export const mostChannels = 16;
/** So many are drawn before somebody chooses. */
export const firstChannels = 8;

/** What a window over a recording opens with: what lies beside the EEG, the fastest first; the EEG where there is nothing else. */
export function usualGroup({ groups }: RecordingDetail): SignalGroup | undefined {
  const others = groups.filter(({ kind }) => kind !== "eeg").toSorted((a, b) => b.sampling_hz - a.sampling_hz);
  return others[0] ?? groups[0];
}

/** The first version: there is none to come from. */
export const seriesSettings: VersionedProps<SeriesSettings> = {
  version: 1,
  migrations: [],
  read({ source, channels, viewDuration, playbackSpeed }, { recording }) {
    return {
      source: sourceIn(source) ?? {
        dataObjectId: recording.data_object_id,
        modality: "",
      },
      channels: channelsIn(channels),
      viewDuration:
        typeof viewDuration === "number" && Number.isFinite(viewDuration) && viewDuration >= minSpanMs
          ? viewDuration
          : defaultSpanMs,
      playbackSpeed: playbackSpeeds.find((speed) => speed === playbackSpeed) ?? 1,
    };
  },
};

function sourceIn(value: unknown): SeriesSource | null {
  if (typeof value !== "object" || value === null) return null;
  const { dataObjectId, modality } = value as Record<string, unknown>;
  return Number.isSafeInteger(dataObjectId) && typeof modality === "string"
    ? { dataObjectId: dataObjectId as number, modality }
    : null;
}

function channelsIn(value: unknown): readonly number[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostChannels) return null;
  const isPosition = (each: unknown): each is number => Number.isInteger(each) && (each as number) >= 0;
  return value.every(isPosition) ? [...new Set(value)] : null;
}

/** A window's settings as a document keeps them. */
export function storedSeriesSettings({ props, timeline }: SeriesWindow): StoredProps {
  return {
    source: { ...props.source },
    channels: props.channels === null ? null : [...props.channels],
    viewDuration: lengthOf(spanOf(timeline)),
    playbackSpeed: timeline.speed,
  };
}
