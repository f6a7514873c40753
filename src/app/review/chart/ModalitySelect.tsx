import type { ChartSource } from "../../../domain/graphs/graph.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { chartText } from "../../../protocol/text/chart-text.ts";
import { Select } from "../../../ui/fields/Select.tsx";
import { idOf, type ModalityChoice, modalityChoices } from "./modality-choices.ts";

export interface ModalitySelectProps {
  label: string;
  /** The file that the review was opened for. */
  recording: RecordingDetail;
  chosen: ChartSource;
  /** What runs stored, where that may be chosen too. */
  stored?: readonly ModalityChoice[];
  onChoose: (choice: ModalityChoice) => void;
  isLabelHidden?: boolean;
}

/** A modality; those that the current patient has are highlighted (spec 2.13). */
export function ModalitySelect(props: ModalitySelectProps) {
  const { label, recording, chosen, stored, onChoose, isLabelHidden = false } = props;
  const all = modalityChoices(recording, chosen, stored);
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
