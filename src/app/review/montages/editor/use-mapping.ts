import { useQuery } from "@tanstack/react-query";
import { type Amplifier, electrodeMap, lacksInput } from "../../../../domain/montage/electrode-map.ts";
import { groupFor, resolveMontage } from "../../../../domain/montage/montage.ts";
import { montageOf } from "../../../../domain/montage/own-montage.ts";
import { getEegMontageMapping, type MontageChannel } from "../../../../protocol/montages.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { call, reasonOf } from "../../../session/index.ts";

/** Which channel of the recording each input is. */
export interface Mapping {
  /** Null until it is known. */
  readonly found: Readonly<Record<string, string>> | null;
  /** Why it is not known. */
  readonly failure: string | null;
  /** Inputs of an amplifier that the recording does not have. */
  lacksAny(amplifier: Amplifier): boolean;
}

export function useMapping({ data_object_id }: RecordingDetail): Mapping {
  const { data, error } = useQuery({
    queryKey: ["eeg-montage-mapping", data_object_id],
    queryFn: ({ signal }) => call(getEegMontageMapping, { data_object_id }, signal),
  });
  const found = data?.eeg_montage_mapping ?? null;
  return {
    found,
    failure: found === null && error !== null ? reasonOf(error) : null,
    lacksAny: (amplifier) => found !== null && electrodeMap(amplifier).some(({ id }) => lacksInput(found, id)),
  };
}

/** Inputs of a channel that the recording lacks, as its row will say: by the rule by which it is drawn. */
export function lackingIn(recording: RecordingDetail, channel: MontageChannel): readonly string[] {
  const montage = montageOf({ id: 0, name: "", channels: [channel] }, "Personal");
  const group = groupFor(recording, montage);
  return group === null ? [] : resolveMontage(group, montage).channels[0].missing;
}
