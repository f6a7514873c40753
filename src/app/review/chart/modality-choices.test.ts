import { expect, it } from "vitest";
import type { SignalName } from "../../../domain/graphs/graph.ts";
import type { RecordingDetail, SignalGroup } from "../../../protocol/recordings.ts";
import { modalityChoices } from "./modality-choices.ts";

const group = (modality: string, ...channels: (readonly [label: string, unit: string])[]) => ({
  ...{ modality, kind: modality === "EEG" ? "eeg" : "waveform" },
  channels: channels.map(([label, unit]) => ({ label, unit })),
});
const file = {
  groups: [
    group("EEG", ["Fp1", "uV"]),
    group("Press", ["ART", "mmHg"], ["HR", "bpm"]),
    group("ICP_na", ["ICP", "mmHg"]),
  ] as unknown as SignalGroup[],
} as Pick<RecordingDetail, "groups">;
const name = (dataKey: string, rawDataKey = dataKey): SignalName => ({
  ...{ dataSource: "current_patient", dataKey, rawDataKey },
});
const said = (chosen: SignalName) =>
  modalityChoices(file, chosen).map(({ title, unit, isThere }) => `${title}, ${unit}${isThere ? "" : ", not here"}`);

it("has each channel of the file once, without EEG", () => {
  expect(said(name("ABP_na"))).toEqual(["ABP, mmHg", "ICP, mmHg", "StO2, , not here", "HR (Press), bpm"]);
});

it("has a channel under the name that was chosen for it", () => {
  expect(said(name("ART", "Press"))).toEqual(["ICP, mmHg", "StO2, , not here", "ART (Press), mmHg", "HR (Press), bpm"]);
  const chosen = modalityChoices(file, name("ART", "Press")).filter(({ name: { dataKey } }) => dataKey === "ART");
  expect(chosen).toHaveLength(1);
});

it("has what was chosen though this file lacks it", () => {
  expect(said(name("SpO2")).at(-1)).toBe("SpO2, , not here");
});
