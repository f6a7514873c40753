/** Which channel of a recording a chart's signal is, or why there is none. Pure. */
import type { ChartSource, StoredColumn } from "../../../domain/graphs/graph.ts";
import { resolveSignal, titleOfSignal } from "../../../domain/graphs/signal-names.ts";
import { unitName } from "../../../domain/montage/display.ts";
import { bareLabel } from "../../../domain/montage/montage.ts";
import type { RecordingDetail, SignalGroup } from "../../../protocol/recordings.ts";
import { chartText } from "../../../protocol/text/chart-text.ts";
import type { RowInputs } from "../plot/masked-rows.ts";
import type { RecordingState, SeriesRecordings } from "../sources/recordings.ts";
import { labelOfStored } from "./stored-columns.ts";

export interface FoundSignal {
  readonly kind: "found";
  readonly recording: RecordingDetail;
  readonly group: SignalGroup;
  readonly channel: number;
  readonly label: string;
  /** "" where it is not known. */
  readonly unit: string;
  /** The recorded channel that it is; none of what is stored. */
  readonly inputs: RowInputs;
}

export type ChartSignal =
  | FoundSignal
  | { readonly kind: "loading"; readonly label: string }
  /** `said`: why nothing of it is shown. `hasFailed`: it may be there another time. */
  | { readonly kind: "lost"; readonly label: string; readonly said: string; readonly hasFailed: boolean };

/** Recordings, and analyses described as such. */
export type ChartSources = Pick<SeriesRecordings, "of" | "derived">;

export function findSignal(name: ChartSource, sources: ChartSources): ChartSignal {
  const { storedRun } = name;
  const label = storedRun === undefined ? titleOfSignal(name) : labelOfStored(storedRun);
  const lost = (said: string, hasFailed = false): ChartSignal => ({ kind: "lost", label, said, hasFailed });
  const own = sources.of(name.dataSource);
  const state = storedRun !== undefined && "recording" in own ? storedOf(own.recording, storedRun, sources) : own;
  if ("refused" in state) return lost(state.refused, true);
  if ("problem" in state)
    return state.problem === "loading"
      ? { kind: "loading", label }
      : lost(chartText.problems[state.problem], state.problem === "not-fetched");
  const { recording } = state;
  if (storedRun !== undefined) {
    const [group] = recording.groups;
    const channel = group.channels.findIndex((each) => each.label === storedRun.column);
    if (channel < 0) return lost(chartText.problems.noColumn);
    return {
      kind: "found",
      recording,
      group,
      channel,
      label,
      unit: unitName(group.channels[channel].unit),
      inputs: [],
    };
  }
  const found = resolveSignal(recording, name);
  if (found.kind === "lacking") return lost(chartText.problems.lacking);
  if (found.kind === "several") return lost(chartText.problems.several);
  if (found.kind === "unit")
    return lost(chartText.otherUnit(bareLabel(found.place.label), unitName(found.place.unit), found.expected));
  const group = recording.groups.find(({ modality }) => modality === found.place.modality) as SignalGroup;
  const { label: recorded, unit } = group.channels[found.place.channel];
  return {
    ...{ kind: "found", recording, group, channel: found.place.channel },
    ...{
      label: bareLabel(recorded),
      unit: unitName(unit),
      inputs: [{ dataObjectId: recording.data_object_id, label: recorded }],
    },
  };
}

/** The recording that the run read says whether that is of this patient, and on this clock. */
const storedOf = (
  { data_object_id }: RecordingDetail,
  { run, output }: StoredColumn,
  sources: ChartSources,
): RecordingState => sources.derived({ analytic: "stored_run", data_object_id, run_id: run, output });
