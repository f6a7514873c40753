/** Settings of the windows of optimal pressures in documents (spec 001 section 4, "Window props"). */
import type { SignalName } from "../../../../domain/graphs/graph.ts";
import { minSpanMs } from "../../../../domain/time/durations.ts";
import { playbackSpeeds } from "../../../../domain/time/playback.ts";
import type { OptimumAnalytic } from "../../../../protocol/composites.ts";
import { type ArtifactMode, readArtifactMode } from "../../plot/masked-rows.ts";
import { keptLength } from "../../time/timeline.ts";
import type { StoredProps, VersionedProps } from "../versioned-props.ts";
import type { OptimumWindow } from "./optimum-window.ts";

export interface OptimumProps {
  abp: SignalName;
  /** ICP, or the oxygen saturation of brain tissue. */
  second: SignalName;
  artifacts: ArtifactMode;
}

export interface OptimumSettings extends OptimumProps {
  viewDuration: number;
  playbackSpeed: number;
}

/** Spec 001 section 9. */
const viewMs = 8 * 3_600_000;
const seconds = {
  cppopt: { member: "icp", name: "ICP_na" },
  mapopt: { member: "stO2", name: "stO2_na" },
} as const;

/** Members of a signal: its name is that of the specification, group and source are ours. */
const members = (prefix: string) =>
  ({ name: `${prefix}Modality`, group: `${prefix}RawDataKey`, source: `${prefix}DataSource` }) as const;

function readSignal(stored: StoredProps, prefix: string, otherwise: string): SignalName {
  const { name, group, source } = members(prefix);
  const [modality, rawDataKey, dataSource] = [stored[name], stored[group], stored[source]];
  const dataKey = typeof modality === "string" && modality !== "" ? modality : otherwise;
  return {
    dataSource: typeof dataSource === "number" && Number.isSafeInteger(dataSource) ? dataSource : "current_patient",
    dataKey,
    rawDataKey: typeof rawDataKey === "string" ? rawDataKey : dataKey,
  };
}

const writtenSignal = (prefix: string, { dataKey, rawDataKey, dataSource }: SignalName): StoredProps => {
  const { name, group, source } = members(prefix);
  return { [name]: dataKey, [group]: rawDataKey, [source]: dataSource };
};

export const optimumSettings = (analytic: OptimumAnalytic): VersionedProps<OptimumSettings> => ({
  version: 1,
  migrations: [],
  read(stored) {
    const { viewDuration } = stored;
    const { member, name } = seconds[analytic];
    const isLength = typeof viewDuration === "number" && Number.isFinite(viewDuration) && viewDuration >= minSpanMs;
    return {
      abp: readSignal(stored, "abp", "ABP_na"),
      second: readSignal(stored, member, name),
      artifacts: readArtifactMode(stored.artifacts),
      viewDuration: isLength ? viewDuration : viewMs,
      playbackSpeed: playbackSpeeds.find((speed) => speed === stored.playbackSpeed) ?? 1,
    };
  },
});

/** A window's settings as a document keeps them. */
export function storedOptimumSettings({ analytic, props, timeline }: OptimumWindow): StoredProps {
  return {
    ...writtenSignal("abp", props.abp),
    ...writtenSignal(seconds[analytic].member, props.second),
    artifacts: props.artifacts,
    viewDuration: keptLength(timeline),
    playbackSpeed: timeline.speed,
  };
}
