/** Settings of the window in documents, under the names of the specification (spec 001 section 3, "Window props"). */
import { sensitivityChoices } from "../../../../domain/montage/display.ts";
import { type FilterName, filterOptions } from "../../../../domain/montage/filter-options.ts";
import { defaultEegSpanMs, minSpanMs } from "../../../../domain/time/durations.ts";
import { playbackSpeeds } from "../../../../domain/time/playback.ts";
import { imageLimits } from "../../../../protocol/eeg-service.ts";
import type { ArtifactMode } from "../../plot/masked-rows.ts";
import { keptLength } from "../../time/timeline.ts";
import type { StoredProps, VersionedProps } from "../versioned-props.ts";
import type { PersystEegWindow } from "./persyst-window.ts";

export interface PersystProps {
  /** Name of a montage of the service; null: none is set, and its first one is drawn. */
  montage: string | null;
  sensitivityMicroVolts: number;
  LFF: number | null;
  HFF: number | null;
  notch: number | null;
  isArtifactReductionEnabled: boolean;
  /** A picture holds what it holds. Not kept. */
  artifacts: ArtifactMode;
}

export interface PersystSettings extends PersystProps {
  viewDuration: number;
  playbackSpeed: number;
}

/** Spec 001 section 9. */
const defaults = { sensitivityMicroVolts: 10, LFF: 1, HFF: 30, notch: 60 } as const;
const filters = { LFF: "lff", HFF: "hff", notch: "notch" } as const satisfies Record<string, FilterName>;
type Filter = keyof typeof filters;

function montageOf(stored: unknown): string | null {
  const name = typeof stored === "object" && stored !== null && "name" in stored ? stored.name : null;
  return typeof name === "string" && name !== "" && name.length <= imageLimits.montageName ? name : null;
}

export const persystSettings: VersionedProps<PersystSettings> = {
  version: 1,
  migrations: [],
  read(stored) {
    const { viewDuration, sensitivityMicroVolts: sensitivity } = stored;
    const hz = (name: Filter): number | null =>
      filterOptions[filters[name]].some((choice) => choice === stored[name])
        ? (stored[name] as number | null)
        : defaults[name];
    return {
      montage: montageOf(stored.montage),
      sensitivityMicroVolts:
        sensitivityChoices("eeg").find((choice) => choice === sensitivity) ?? defaults.sensitivityMicroVolts,
      ...{ LFF: hz("LFF"), HFF: hz("HFF"), notch: hz("notch") },
      isArtifactReductionEnabled: stored.isArtifactReductionEnabled !== false,
      artifacts: "hide",
      viewDuration:
        typeof viewDuration === "number" && Number.isFinite(viewDuration) && viewDuration >= minSpanMs
          ? viewDuration
          : defaultEegSpanMs,
      playbackSpeed: playbackSpeeds.find((speed) => speed === stored.playbackSpeed) ?? 1,
    };
  },
};

/** A window's settings as a document keeps them. */
export function storedPersystSettings({ props, timeline }: Pick<PersystEegWindow, "props" | "timeline">): StoredProps {
  const { artifacts: _artifacts, montage, ...kept } = props;
  return {
    ...kept,
    montage: montage === null ? null : { name: montage },
    viewDuration: keptLength(timeline),
    playbackSpeed: timeline.speed,
  };
}
