import type { SignalName } from "../../../domain/graphs/graph.ts";
import { defaultModalityNames, resolveSignal, titleOfSignal } from "../../../domain/graphs/signal-names.ts";
import { unitName } from "../../../domain/montage/display.ts";
import { bareLabel } from "../../../domain/montage/montage.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { chartText } from "../../../protocol/text/chart-text.ts";
import { Select } from "../../../ui/fields/Select.tsx";

export interface ModalityChoice {
  readonly name: SignalName;
  readonly title: string;
  readonly unit: string;
  /** The patient's file has it. */
  readonly isThere: boolean;
}

export interface ModalitySelectProps {
  label: string;
  /** The file that the review was opened for. */
  recording: RecordingDetail;
  chosen: SignalName;
  onChoose: (choice: ModalityChoice) => void;
  isLabelHidden?: boolean;
}

const idOf = ({ dataSource, dataKey, rawDataKey }: SignalName) => JSON.stringify([dataSource, dataKey, rawDataKey]);

/** The modalities that are no EEG: the usual ones, and every channel of the patient's file. */
export function modalityChoices(recording: RecordingDetail): ModalityChoice[] {
  const usual = defaultModalityNames.map((dataKey): ModalityChoice => {
    const name: SignalName = { dataSource: "current_patient", dataKey, rawDataKey: dataKey };
    const found = resolveSignal(recording, name);
    const unit = found.kind === "found" ? unitName(found.place.unit) : "";
    return { name, title: titleOfSignal(name), unit, isThere: found.kind === "found" || found.kind === "several" };
  });
  const own = recording.groups
    .filter(({ kind }) => kind !== "eeg")
    .flatMap(({ modality, channels }) =>
      channels.map(({ label, unit }): ModalityChoice => {
        const name: SignalName = { dataSource: "current_patient", dataKey: label, rawDataKey: modality };
        return { name, title: `${bareLabel(label)} (${modality})`, unit: unitName(unit), isThere: true };
      }),
    );
  return [...usual, ...own];
}

/** A modality; those that the current patient has are highlighted (spec 2.13). */
export function ModalitySelect({ label, recording, chosen, onChoose, isLabelHidden = false }: ModalitySelectProps) {
  const choices = modalityChoices(recording);
  const isKnown = choices.some(({ name }) => idOf(name) === idOf(chosen));
  const all = isKnown
    ? choices
    : [...choices, { name: chosen, title: titleOfSignal(chosen), unit: "", isThere: false }];
  return (
    <Select
      label={label}
      isLabelHidden={isLabelHidden}
      options={all.map(({ name, title, unit, isThere }) => ({
        id: idOf(name),
        name: unit === "" ? title : `${title}, ${unit}`,
        isMarked: isThere,
      }))}
      selected={idOf(chosen)}
      search={{ label: chartText.searchModalities, empty: chartText.noModality }}
      onChoose={(id) => {
        const choice = all.find(({ name }) => idOf(name) === id);
        if (choice !== undefined) onChoose(choice);
      }}
    />
  );
}
