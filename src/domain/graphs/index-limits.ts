/** Between which values PRx, COx, CPPOpt and MAPOpt count a sample (algorithms.md 8): the rest is a flush or a lost sensor. Pure. */
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { resolveSignal } from "./signal-names.ts";

/** What is counted lies between `low` and `high`, both left out. */
export interface IndexLimits {
  readonly low: number;
  readonly high: number;
}

/** The float32 value that follows 100, which is measured. */
const justAbove100 = 100 + 2 ** -17;

/** By the default modality that the indexes are made of. */
export const indexLimits = {
  ABP_na: { low: 0, high: 300 },
  ICP_na: { low: -50, high: 200 },
  stO2_na: { low: 0, high: justAbove100 },
} as const satisfies Record<string, IndexLimits>;
export type IndexSignal = keyof typeof indexLimits;

/** Which of the signals of the indexes a channel is, as windows of optima and graphs find them; null: none. */
export function indexSignalOf(
  recording: Pick<RecordingDetail, "groups">,
  { modality, channel }: { readonly modality: string; readonly channel: number },
): IndexSignal | null {
  const isIt = (dataKey: IndexSignal) => {
    const found = resolveSignal(recording, { dataSource: "current_patient", dataKey, rawDataKey: modality });
    return found.kind === "found" && found.place.modality === modality && found.place.channel === channel;
  };
  return (Object.keys(indexLimits) as IndexSignal[]).find(isIt) ?? null;
}

/** Whether the indexes leave out a sample of this value. */
export const isLeftOut = (signal: IndexSignal | null, value: number): boolean =>
  signal !== null && !(value > indexLimits[signal].low && value < indexLimits[signal].high);
