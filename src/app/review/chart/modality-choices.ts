/** The modalities that a chart can be made of: each channel of the patient's file once. Pure. */
import type { ChartSource, SignalName } from "../../../domain/graphs/graph.ts";
import { defaultModalityNames, resolveSignal, titleOfSignal } from "../../../domain/graphs/signal-names.ts";
import { unitName } from "../../../domain/montage/display.ts";
import { bareLabel } from "../../../domain/montage/montage.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";

export interface ModalityChoice {
  readonly name: ChartSource;
  readonly title: string;
  readonly unit: string;
  /** The patient's file has it. */
  readonly isThere: boolean;
}

export const idOf = ({ dataSource, dataKey, rawDataKey, storedRun }: ChartSource) =>
  storedRun === undefined
    ? JSON.stringify([dataSource, dataKey, rawDataKey])
    : JSON.stringify([storedRun.run, storedRun.output, storedRun.column]);

/** The modalities that are no EEG: the usual ones, every other channel of the patient's file, what runs stored, and what is chosen now if it is none of these. */
export function modalityChoices(
  recording: Pick<RecordingDetail, "groups">,
  chosen: ChartSource,
  stored: readonly ModalityChoice[] = [],
): ModalityChoice[] {
  const found = (name: SignalName) => {
    const resolved = resolveSignal(recording, name);
    return resolved.kind === "found" ? resolved.place : null;
  };
  const placeId = (modality: string, channel: number) => JSON.stringify([modality, channel]);
  const usual = defaultModalityNames.map((dataKey) => {
    const name: SignalName = { dataSource: "current_patient", dataKey, rawDataKey: dataKey };
    const resolved = resolveSignal(recording, name);
    const place = found(name);
    return {
      ...{ name, title: titleOfSignal(name), unit: place === null ? "" : unitName(place.unit) },
      isThere: resolved.kind === "found" || resolved.kind === "several",
      place: place === null ? null : placeId(place.modality, place.channel),
    };
  });
  const own = recording.groups
    .filter(({ kind }) => kind !== "eeg")
    .flatMap(({ modality, channels }) =>
      channels.map(({ label, unit }, channel) => ({
        name: { dataSource: "current_patient", dataKey: label, rawDataKey: modality } as const,
        ...{ title: `${bareLabel(label)} (${modality})`, unit: unitName(unit), isThere: true },
        place: placeId(modality, channel),
      })),
    );
  const isChosen = ({ name }: { name: ChartSource }) => idOf(name) === idOf(chosen);
  // Of two names for one channel the one that is chosen stays, otherwise the usual one.
  const twin = own.find(isChosen);
  const left = usual.filter(({ place }) => twin === undefined || place !== twin.place);
  const taken = new Set(left.map(({ place }) => place));
  const all = [...left, ...own.filter(({ place }) => !taken.has(place))];
  const choices = [...all.map(({ place: _, ...choice }): ModalityChoice => choice), ...stored];
  if (choices.some(isChosen)) return choices;
  const title = chosen.storedRun === undefined ? titleOfSignal(chosen) : chosen.dataKey;
  return [...choices, { name: chosen, title, unit: "", isThere: false }];
}
