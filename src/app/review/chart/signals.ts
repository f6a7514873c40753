/** Which channel of a recording a chart's signal is, or why there is none. Pure. */
import type { SignalName } from "../../../domain/graphs/graph.ts";
import { resolveSignal, titleOfSignal } from "../../../domain/graphs/signal-names.ts";
import { unitName } from "../../../domain/montage/display.ts";
import { bareLabel } from "../../../domain/montage/montage.ts";
import type { RecordingDetail, SignalGroup } from "../../../protocol/recordings.ts";
import { chartText } from "../../../protocol/text/chart-text.ts";
import type { RowInputs } from "../plot/masked-rows.ts";
import type { RecordingState } from "../sources/recordings.ts";

export interface FoundSignal {
  readonly kind: "found";
  readonly recording: RecordingDetail;
  readonly group: SignalGroup;
  readonly channel: number;
  readonly label: string;
  /** "" where it is not known. */
  readonly unit: string;
  /** The recorded channel that it is. */
  readonly inputs: RowInputs;
}

export type ChartSignal =
  | FoundSignal
  | { readonly kind: "loading"; readonly label: string }
  /** `said`: why nothing of it is shown. `hasFailed`: it may be there another time. */
  | { readonly kind: "lost"; readonly label: string; readonly said: string; readonly hasFailed: boolean };

export function findSignal(name: SignalName, of: (source: SignalName["dataSource"]) => RecordingState): ChartSignal {
  const label = titleOfSignal(name);
  const lost = (said: string, hasFailed = false): ChartSignal => ({ kind: "lost", label, said, hasFailed });
  const state = of(name.dataSource);
  if ("refused" in state) return lost(state.refused, true);
  if ("problem" in state)
    return state.problem === "loading"
      ? { kind: "loading", label }
      : lost(chartText.problems[state.problem], state.problem === "not-fetched");
  const { recording } = state;
  const found = resolveSignal(recording, name);
  if (found.kind === "lacking") return lost(chartText.problems.lacking);
  if (found.kind === "several") return lost(chartText.problems.several);
  if (found.kind === "unit")
    return lost(chartText.otherUnit(bareLabel(found.place.label), unitName(found.place.unit), found.expected));
  const group = recording.groups.find(({ modality }) => modality === found.place.modality) as SignalGroup;
  const { label: own, unit } = group.channels[found.place.channel];
  return {
    ...{ kind: "found", recording, group, channel: found.place.channel },
    ...{
      label: bareLabel(own),
      unit: unitName(unit),
      inputs: [{ dataObjectId: recording.data_object_id, label: own }],
    },
  };
}
