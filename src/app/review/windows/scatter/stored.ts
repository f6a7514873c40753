/** Settings of a scatter window in documents (spec 001 section 4, "Window props"). */
import type { ChartSource, SignalName, StoredColumn } from "../../../../domain/graphs/graph.ts";
import { readStoredColumn } from "../../../../domain/graphs/read-graphs.ts";
import { minSpanMs } from "../../../../domain/time/durations.ts";
import { playbackSpeeds } from "../../../../domain/time/playback.ts";
import type { MarkShape } from "../../../../render/index.ts";
import { type ArtifactMode, readArtifactMode } from "../../plot/masked-rows.ts";
import { keptLength } from "../../time/timeline.ts";
import type { StoredProps, VersionedProps } from "../versioned-props.ts";
import type { ScatterWindow } from "./scatter-window.ts";

export interface ScatterAxis {
  /** A channel's label, or one of the default modalities. */
  readonly modality: string;
  /** The group it was chosen from; "": whichever has it. */
  readonly rawDataKey: string;
  readonly dataSource: SignalName["dataSource"];
  /** What a run stored, in place of a channel. */
  readonly storedRun?: StoredColumn | undefined;
  readonly minValue: number;
  readonly maxValue: number;
  /** Between ticks. */
  readonly stepSize: number;
}

export interface ScatterProps {
  autoScale: boolean;
  xAxisConfig: ScatterAxis;
  yAxisConfig: ScatterAxis;
  /** "#rrggbb" */
  color: string;
  shape: MarkShape;
  /** CSS px. */
  size: number;
  resamplingPeriodSeconds: number;
  artifacts: ArtifactMode;
}

export interface ScatterSettings extends ScatterProps {
  viewDuration: number;
  playbackSpeed: number;
}

/** In the order of the specification. */
export const shapes = [
  "circle",
  "cross",
  "diamond",
  "square",
  "star",
  "triangle",
  "wye",
] as const satisfies MarkShape[];
export const sizeLimits = { least: 1, most: 20 } as const;
/** Seconds; ours, as the specification shows none but its default. */
export const resamplePeriods = [1, 5, 10, 30, 60, 120, 300, 600, 1800, 3600] as const;

const axisOf = (modality: string, maxValue: number): ScatterAxis => ({
  ...{ modality, rawDataKey: modality, dataSource: "current_patient", minValue: 0, maxValue, stepSize: 20 },
});
/** Spec 001 sections 4 and 9. */
const defaults = {
  ...{ xAxisConfig: axisOf("ABP_na", 300), yAxisConfig: axisOf("ICP_na", 200) },
  ...{ color: "#000000", size: 10, resamplingPeriodSeconds: 60, viewDuration: 60_000 },
} as const;

export const nameOf = ({ modality, rawDataKey, dataSource, storedRun }: ScatterAxis): ChartSource => ({
  ...{ dataSource, dataKey: modality, rawDataKey },
  ...(storedRun === undefined ? {} : { storedRun }),
});

const isNumber = (stored: unknown): stored is number => typeof stored === "number" && Number.isFinite(stored);

function readAxis(stored: unknown, otherwise: ScatterAxis): ScatterAxis {
  if (typeof stored !== "object" || stored === null) return otherwise;
  const { modality, rawDataKey, dataSource, storedRun, minValue, maxValue, stepSize } = stored as StoredProps;
  const column = readStoredColumn(storedRun);
  const isRange = isNumber(minValue) && isNumber(maxValue) && maxValue > minValue;
  const named = typeof modality === "string" && modality !== "" ? modality : otherwise.modality;
  return {
    modality: named,
    rawDataKey: typeof rawDataKey === "string" ? rawDataKey : named,
    dataSource: isNumber(dataSource) && Number.isSafeInteger(dataSource) ? dataSource : "current_patient",
    ...(column === null ? {} : { storedRun: column }),
    minValue: isRange ? minValue : otherwise.minValue,
    maxValue: isRange ? maxValue : otherwise.maxValue,
    stepSize: isNumber(stepSize) && stepSize > 0 ? stepSize : otherwise.stepSize,
  };
}

export const scatterSettings: VersionedProps<ScatterSettings> = {
  version: 1,
  migrations: [],
  read(stored) {
    const { color, size, resamplingPeriodSeconds: seconds, viewDuration } = stored;
    return {
      autoScale: stored.autoScale !== false,
      xAxisConfig: readAxis(stored.xAxisConfig, defaults.xAxisConfig),
      yAxisConfig: readAxis(stored.yAxisConfig, defaults.yAxisConfig),
      color: typeof color === "string" && /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : defaults.color,
      shape: shapes.find((shape) => shape === stored.shape) ?? "circle",
      size: isNumber(size) && size >= sizeLimits.least && size <= sizeLimits.most ? size : defaults.size,
      resamplingPeriodSeconds:
        isNumber(seconds) && Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400
          ? seconds
          : defaults.resamplingPeriodSeconds,
      artifacts: readArtifactMode(stored.artifacts),
      viewDuration: isNumber(viewDuration) && viewDuration >= minSpanMs ? viewDuration : defaults.viewDuration,
      playbackSpeed: playbackSpeeds.find((speed) => speed === stored.playbackSpeed) ?? 1,
    };
  },
};

/** A window's settings as a document keeps them. */
export function storedScatterSettings({ props, timeline }: ScatterWindow): StoredProps {
  return {
    ...props,
    xAxisConfig: { ...props.xAxisConfig },
    yAxisConfig: { ...props.yAxisConfig },
    viewDuration: keptLength(timeline),
    playbackSpeed: timeline.speed,
  };
}
