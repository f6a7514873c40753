/** What an annotation can be said to be of: labels of the file's signals, grouped by kind (spec 001 sections 2.21 and 3, "Modality entry"). */
import { channelName } from "../../../../domain/annotations/channel-name.ts";
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
      const bare = channelName(label);
      if (seen.has(bare)) return [];
      seen.add(bare);
      const type = modality === "EEG" ? "EEG" : sampling_hz < trendHz ? "Trends" : "Waveforms";
      return [{ label: bare, name: `${bare} (${modality}, ${Number(sampling_hz.toPrecision(4))} Hz)`, type }];
    }),
  );
}
