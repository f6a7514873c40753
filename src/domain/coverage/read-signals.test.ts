import { expect, it } from "vitest";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import { isReadSignal } from "./read-signals.ts";

it("is the EEG of a recording that holds any, else every signal", () => {
  const [eeg, pressure, rate] = (["eeg", "waveform", "numeric"] as const).map((kind) => ({ kind }) as SignalGroup);
  const of = (...groups: SignalGroup[]) => ({ groups }) as Pick<RecordingDetail, "groups">;
  const all = of(pressure, eeg, rate);
  expect([eeg, pressure, rate].map((group) => isReadSignal(all, group))).toEqual([true, false, false]);
  expect([pressure, rate].map((group) => isReadSignal(of(pressure, rate), group))).toEqual([true, true]);
});
