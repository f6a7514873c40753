/** What tests and benches ask of an SD detection window on `window.connect`. */
import { setMontage } from "../../rows/montage-props.ts";
import type { FoundEvent } from "./detection.ts";
import { setConfig, type TraceConfig, type TraceSet } from "./props.ts";
import type { SdWindow } from "./sd-window.ts";

export interface SdTestMembers {
  setMontage(id: number): void;
  setConfig(set: TraceSet, change: Partial<TraceConfig>): void;
  events(): Pick<FoundEvent, "channel" | "onset_ms" | "is_provisional">[];
  setAutoDetection(isOn: boolean): void;
  /** Both trace sets of the view are exact and here, whatever is known of events. */
  isTraced(): boolean;
  pages(): { start: number; kind: string }[];
}

export const sdTestMembers = ({ props, detection, feedWindows }: SdWindow): SdTestMembers => ({
  setMontage: (id) => setMontage(props, id),
  setConfig: (set, change) => setConfig(props, set, change),
  events: () =>
    detection.events().map(({ channel, onset_ms, is_provisional }) => ({ channel, onset_ms, is_provisional })),
  setAutoDetection(isOn) {
    props.autoDetectionEnabled = isOn;
  },
  isTraced: () => feedWindows.every((feedWindow) => feedWindow.isComplete()),
  pages: () => detection.pages().map(({ span, state }) => ({ start: span.startMs, kind: state.kind })),
});
