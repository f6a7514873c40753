/** Settings of an SD detection window in documents, under the names of the specification (spec 001 section 3, "Window props"). */
import { sensitivities } from "../../../../domain/montage/display.ts";
import { filterOptions } from "../../../../domain/montage/filter-options.ts";
import { montagesOf, openingMontageId } from "../../../../domain/montage/montage.ts";
import { overlayFilterOptions, overlaySensitivities } from "../../../../domain/montage/sd-options.ts";
import { defaultMontageId } from "../../../../domain/montage/standard-montages.ts";
import { minSpanMs } from "../../../../domain/time/durations.ts";
import { playbackSpeeds } from "../../../../domain/time/playback.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { readArtifactMode } from "../../plot/masked-rows.ts";
import { isMontageId, keptMontageProps, montageIdIn, readRows, readSentMontage } from "../../rows/montage-props.ts";
import { keptLength } from "../../time/timeline.ts";
import type { StoredProps, VersionedProps } from "../versioned-props.ts";
import { type SdProps, type TraceConfig, type TraceSet, usualSdProps } from "./props.ts";
import type { SdWindow } from "./sd-window.ts";

export interface SdSettings extends SdProps {
  /** Length of the view in ms, and the speed of playback. */
  viewDuration: number;
  playbackSpeed: number;
}

/** An hour (spec 001 section 9, "Default view durations"). ms */
const usualViewMs = 3_600_000;

/** What each trace set may be set to. */
export const choicesOf = {
  eegConfig: { filters: filterOptions, sensitivities },
  overlayEEGConfig: { filters: overlayFilterOptions, sensitivities: overlaySensitivities },
} as const satisfies Record<TraceSet, unknown>;

/**
 * What a new window shows: the montage for SD detection, or the recording as it is where that would be mostly empty rows, as of strips and
 * grids.
 */
export function openingSdMontageId(recording: RecordingDetail): number {
  const opening = openingMontageId(recording);
  return montagesOf(recording).find(({ id }) => id === opening)?.type === "Standard" ? defaultMontageId.sd : opening;
}

/** The first version: there is none to come from. */
export const sdSettings: VersionedProps<SdSettings> = {
  version: 1,
  migrations: [],
  read(stored, { recording }) {
    const usual = usualSdProps(openingSdMontageId(recording));
    const { viewDuration, autoDetectionEnabled } = stored;
    const montage = montageIdIn(stored.montage);
    return {
      montage: isMontageId(montage, recording) ? montage : usual.montage,
      eegConfig: readConfig(stored.eegConfig, "eegConfig", usual.eegConfig),
      overlayEEGConfig: readConfig(stored.overlayEEGConfig, "overlayEEGConfig", usual.overlayEEGConfig),
      autoDetectionEnabled: typeof autoDetectionEnabled === "boolean" ? autoDetectionEnabled : true,
      artifacts: readArtifactMode(stored.artifacts),
      rows: readRows(stored.rows) ?? usual.rows,
      sentMontage: readSentMontage(stored.sentMontage),
      viewDuration: isLength(viewDuration) ? viewDuration : usualViewMs,
      playbackSpeed: playbackSpeeds.find((speed) => speed === stored.playbackSpeed) ?? 1,
    };
  },
};

const isLength = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= minSpanMs;

/** What is absent or none of the choices is as usual. */
function readConfig(value: unknown, set: TraceSet, usual: TraceConfig): TraceConfig {
  const stored = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const { filters, sensitivities: amounts } = choicesOf[set];
  const hz = (member: "LFF" | "HFF" | "notch", name: keyof Filters) => {
    const found = filters[name].find((choice) => choice === stored[member]);
    return found === undefined ? usual[member] : found;
  };
  return {
    LFF: hz("LFF", "lff"),
    HFF: hz("HFF", "hff"),
    notch: hz("notch", "notch"),
    sensitivityMicroVolts:
      amounts.find((choice) => choice === stored.sensitivityMicroVolts) ?? usual.sensitivityMicroVolts,
  };
}
type Filters = typeof filterOptions;

/** A window's settings as a document keeps them; of a montage that a link brought, as long as it is the one that is drawn. */
export const storedSdSettings = ({ props, timeline }: Pick<SdWindow, "props" | "timeline">): StoredProps => ({
  ...keptMontageProps(props),
  viewDuration: keptLength(timeline),
  playbackSpeed: timeline.speed,
});
