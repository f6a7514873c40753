/** What an annotation can be said to be of: labels of the file's signals, grouped by kind (spec 001 sections 2.21 and 3, "Modality entry"). */
import { electrodeKey, scalpElectrodes } from "../../../../domain/montage/electrodes.ts";
import { bareLabel } from "../../../../domain/montage/montage.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import type { ModalityGroup } from "../../../../protocol/text/annotation-edit-text.ts";

export interface ModalityEntry {
  /** As annotations keep it. */
  readonly label: string;
  /** Shown when the pointer rests on it. */
  readonly name: string;
  readonly type: ModalityGroup;
}

/** Signals slower than this are trends: a value a second or less. */
const trendHz = 2;

/** The recorded signals of a file. What is derived of them (Analytics, rows of a montage) is added by who draws it. */
export function entriesOf({ groups }: Pick<RecordingDetail, "groups">): ModalityEntry[] {
  const seen = new Set<string>();
  return groups.flatMap(({ modality, sampling_hz, channels }) =>
    channels.flatMap(({ label }): ModalityEntry[] => {
      const bare = nameOf(label);
      if (seen.has(bare)) return [];
      seen.add(bare);
      const type = modality === "EEG" ? "EEG" : sampling_hz < trendHz ? "Trends" : "Waveforms";
      return [{ label: bare, name: `${bare} (${modality}, ${Number(sampling_hz.toPrecision(4))} Hz)`, type }];
    }),
  );
}

/** An electrode by its own name, whatever the file calls it: the same annotation is then of the same electrodes in every file. */
const nameOf = (label: string): string =>
  scalpElectrodes.find((electrode) => electrode.toUpperCase() === electrodeKey(label)) ?? bareLabel(label);
