/** What the EEG image service is to the server: the embedded one, which draws on compute threads, or one behind an address. */
import { groupFor, montagesOf, openingMontageId } from "../../domain/montage/montage.ts";
import type { Montage } from "../../domain/montage/standard-montages.ts";
import type {
  ImageSettings,
  LabelSettings,
  PersystMontage,
  TrendImageSettings,
  TrendLabelSettings,
} from "../../protocol/eeg-service.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";

export interface RecordingInfo {
  start_time_milliseconds: number;
  end_time_milliseconds: number;
}

/** A page of an EEG in a montage of the service. */
export interface ImageOrder extends ImageSettings {
  montage: string;
  /** Epoch milliseconds, [start, end). */
  start: number;
  end: number;
}

export interface LabelsOrder extends LabelSettings {
  montage: string;
}

/** A page of the panel of trends of that name. */
export interface TrendImageOrder extends TrendImageSettings {
  panel: string;
  /** Epoch milliseconds, [start, end). */
  start: number;
  end: number;
}

export interface TrendLabelsOrder extends TrendLabelSettings {
  panel: string;
}

/** GIFs of the height that was asked for. */
export interface TrendLabelImages {
  titles: Uint8Array;
  labels: Uint8Array;
}

/** What is known without drawing. */
export interface EegCatalogue {
  /** It is a service elsewhere. */
  readonly isExternal: boolean;
  /** Null: it knows nothing of the recording. */
  info(recording: RecordingDetail, signal: AbortSignal): Promise<RecordingInfo | null>;
  montages(recording: RecordingDetail, signal: AbortSignal): Promise<readonly PersystMontage[]>;
}

/** A service elsewhere. Its failures are EegServiceFailed. */
export interface RemoteEegService extends EegCatalogue {
  /** A GIF of the size that was asked for. */
  image(recording: RecordingDetail, order: ImageOrder, signal: AbortSignal): Promise<Uint8Array>;
  labels(recording: RecordingDetail, order: LabelsOrder, signal: AbortSignal): Promise<Uint8Array>;
  trendImage(recording: RecordingDetail, order: TrendImageOrder, signal: AbortSignal): Promise<Uint8Array>;
  trendLabels(recording: RecordingDetail, order: TrendLabelsOrder, signal: AbortSignal): Promise<TrendLabelImages>;
}

/** Why an external service gave nothing, as a code for the log; the sentence is for who asked. */
export class EegServiceFailed extends Error {
  override readonly name = "EegServiceFailed";
  constructor(
    readonly reason: "unreachable" | "timed_out" | "refused" | "too_large" | "not_understood" | "not_an_image",
    message: string,
  ) {
    super(message);
  }
}

/**
 * Montages of the embedded service: those that can be drawn of the recording, under names that differ. The first one, which a window has where none is set, is what
 * the recording opens with: no page of empty rows where it has none of the usual electrodes.
 */
export function embeddedMontages(recording: RecordingDetail): readonly Montage[] {
  const names = new Set<string>();
  const opening = openingMontageId(recording);
  const drawable = montagesOf(recording).filter((montage) => {
    if (names.has(montage.name) || groupFor(recording, montage) === null) return false;
    names.add(montage.name);
    return true;
  });
  return drawable.toSorted((a, b) => Number(b.id === opening) - Number(a.id === opening));
}

/** What the embedded service knows: any recording with an EEG. */
export const embeddedCatalogue: EegCatalogue = {
  isExternal: false,
  async info(recording) {
    if (recording.state !== "ready" || embeddedMontages(recording).length === 0) return null;
    return { start_time_milliseconds: recording.start_ms, end_time_milliseconds: recording.end_ms };
  },
  async montages(recording) {
    return recording.state === "ready" ? embeddedMontages(recording).map(({ name }) => ({ name })) : [];
  },
};
