/** What a window draws for its present montage; resolved once per montage. */
import { chooseMontage, type DrawnMontage, groupFor, montagesOf, resolveMontage } from "../../../../domain/montage.ts";
import { placeRows, type RowPlace } from "../../../../domain/row-layout.ts";
import type { Montage } from "../../../../domain/standard-montages.ts";
import type { RecordingDetail, SignalGroup } from "../../../../protocol/recordings.ts";

export interface Drawn extends DrawnMontage {
  readonly montage: Montage;
  readonly group: SignalGroup;
  readonly places: readonly RowPlace[];
}

export interface MontageLibrary {
  readonly montages: readonly Montage[];
  /** Null when the recording holds no EEG group for it. */
  drawn(montageId: number): Drawn | null;
}

/** The montages of a recording, each resolved against it at most once. */
export function createMontageLibrary(recording: RecordingDetail): MontageLibrary {
  const montages = montagesOf(recording);
  const resolved = new Map<number, Drawn | null>();
  const resolve = (montageId: number): Drawn | null => {
    const montage = chooseMontage(montages, montageId);
    const group = montage && groupFor(recording, montage);
    if (!montage || !group) return null;
    const drawn = resolveMontage(group, montage);
    return { ...drawn, montage, group, places: placeRows(drawn.channels.map(({ chain }) => chain)) };
  };
  return {
    montages,
    drawn(montageId) {
      let found = resolved.get(montageId);
      if (found === undefined) {
        found = resolve(montageId);
        resolved.set(montageId, found);
      }
      return found;
    },
  };
}
