/** Which signals of a recording count as reviewed when they are on the screen: pure. */
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";

/**
 * The EEG, where a recording holds any: a pressure or a rate that stands beside it does not stand for it, and 'Go to next not reviewed' would
 * pass by EEG that nobody saw. Else all of them.
 */
export const isReadSignal = (
  recording: Pick<RecordingDetail, "groups">,
  { kind }: Pick<SignalGroup, "kind">,
): boolean => kind === "eeg" || !recording.groups.some((group) => group.kind === "eeg");
