/** Settings of a histogram window in documents (spec 001 section 4, "Window props"). */
import type { ChartSource } from "../../../../domain/graphs/graph.ts";
import { readStoredColumn } from "../../../../domain/graphs/read-graphs.ts";
import { minSpanMs } from "../../../../domain/time/durations.ts";
import { playbackSpeeds } from "../../../../domain/time/playback.ts";
import { type ArtifactMode, readArtifactMode } from "../../plot/masked-rows.ts";
import { keptLength } from "../../time/timeline.ts";
import type { StoredProps, VersionedProps } from "../versioned-props.ts";
import { type BinsConfig, isUsable } from "./bins-config.ts";
import type { HistogramWindow } from "./histogram-window.ts";

export interface HistogramModality extends ChartSource {
  readonly id: string;
  readonly name: string;
  /** "#rrggbb" */
  readonly color: string;
  readonly units: string;
  readonly isCompositePart: boolean;
}

export interface HistogramProps extends BinsConfig {
  modalityConfigs: readonly HistogramModality[];
  binMinimum: number;
  binMaximum: number;
  binSize: number;
  countMax: number;
  artifacts: ArtifactMode;
}

export interface HistogramSettings extends HistogramProps {
  viewDuration: number;
  playbackSpeed: number;
}

/** Spec 001 sections 4 and 9. */
const defaults = { countMax: 100, binMinimum: 10, binMaximum: 25, binSize: 5, viewDuration: 60_000 } as const;
/** More are not told apart. */
export const mostModalities = 16;

/** What 'Add Modality' adds: an arterial blood pressure in mmHg, black. */
export const addedModality = (id: string): HistogramModality => ({
  ...{ id, name: "ABP", dataKey: "ABP_na", rawDataKey: "ABP_na", color: "#000000" },
  ...{ units: "mmHg", isCompositePart: false, dataSource: "current_patient" },
});

/** Whether what is counted was recorded, or stored by runs of analyses. */
export function countedOf(modalities: readonly Pick<HistogramModality, "storedRun">[]): "recorded" | "stored" | "both" {
  const stored = modalities.filter(({ storedRun }) => storedRun !== undefined).length;
  return stored === 0 ? "recorded" : stored === modalities.length ? "stored" : "both";
}

function readModality(stored: unknown, k: number): HistogramModality[] {
  if (typeof stored !== "object" || stored === null) return [];
  const { id, name, dataKey, rawDataKey, color, units, isCompositePart, dataSource, storedRun } = stored as StoredProps;
  const column = readStoredColumn(storedRun);
  if (typeof dataKey !== "string" || dataKey === "") return [];
  return [
    {
      id: typeof id === "string" && id !== "" ? id : `modality-${k + 1}`,
      name: typeof name === "string" ? name : "",
      dataKey,
      rawDataKey: typeof rawDataKey === "string" ? rawDataKey : dataKey,
      color: typeof color === "string" && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : "#000000",
      units: typeof units === "string" ? units : "",
      isCompositePart: isCompositePart === true,
      dataSource: typeof dataSource === "number" && Number.isSafeInteger(dataSource) ? dataSource : "current_patient",
      ...(column === null ? {} : { storedRun: column }),
    },
  ];
}

const number = (stored: unknown, otherwise: number): number =>
  typeof stored === "number" && Number.isFinite(stored) ? stored : otherwise;

export const histogramSettings: VersionedProps<HistogramSettings> = {
  version: 1,
  migrations: [],
  read(stored) {
    const bins: BinsConfig = {
      binMinimum: number(stored.binMinimum, defaults.binMinimum),
      binMaximum: number(stored.binMaximum, defaults.binMaximum),
      binSize: number(stored.binSize, defaults.binSize),
    };
    const { binMinimum, binMaximum, binSize } = isUsable(bins) ? bins : defaults;
    const list = Array.isArray(stored.modalityConfigs) ? stored.modalityConfigs.flatMap(readModality) : [];
    const countMax = number(stored.countMax, defaults.countMax);
    const viewDuration = number(stored.viewDuration, defaults.viewDuration);
    return {
      modalityConfigs: list.slice(0, mostModalities),
      ...{ binMinimum, binMaximum, binSize },
      countMax: countMax > 0 ? countMax : defaults.countMax,
      artifacts: readArtifactMode(stored.artifacts),
      viewDuration: viewDuration >= minSpanMs ? viewDuration : defaults.viewDuration,
      playbackSpeed: playbackSpeeds.find((speed) => speed === stored.playbackSpeed) ?? 1,
    };
  },
};

/** A window's settings as a document keeps them. */
export function storedHistogramSettings({ props, timeline }: HistogramWindow): StoredProps {
  const { modalityConfigs, binMinimum, binMaximum, binSize, countMax, artifacts } = props;
  return {
    modalityConfigs: modalityConfigs.map((each) => ({ ...each })),
    ...{ binMinimum, binMaximum, binSize, countMax, artifacts },
    viewDuration: keptLength(timeline),
    playbackSpeed: timeline.speed,
  };
}
