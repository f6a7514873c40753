import { describe, expect, it } from "vitest";
import type { RecordingDetail, SignalGroup } from "../../../../protocol/recordings.ts";
import { readProps } from "../versioned-props.ts";
import { seriesSettings, usualGroup } from "./stored.ts";

const group = (modality: string, kind: SignalGroup["kind"], sampling_hz: number) =>
  ({ modality, kind, sampling_hz }) as SignalGroup;
const recording = {
  data_object_id: 7,
  groups: [group("EEG", "eeg", 256), group("SpO2_na", "numeric", 1), group("ABP_na", "waveform", 125)],
} as RecordingDetail;
const usual = {
  source: { dataObjectId: 7, modality: "" },
  channels: null,
  viewDuration: 60_000,
  playbackSpeed: 1,
};
const read = (props: Record<string, unknown>, version = 1) =>
  readProps(seriesSettings, { version, props }, { recording });

describe("settings of a time series window", () => {
  it("open with the fastest signals beside the EEG, and with the EEG where there are no others", () => {
    expect(read({})).toEqual(usual);
    expect(usualGroup(recording)?.modality).toBe("ABP_na");
    expect(usualGroup({ ...recording, groups: recording.groups.slice(0, 1) })?.modality).toBe("EEG");
    expect(usualGroup({ ...recording, groups: [] })).toBeUndefined();
  });

  it("are read back as they were kept", () => {
    const kept = {
      source: { dataObjectId: 9, modality: "ICP_na" },
      channels: [2, 0],
      viewDuration: 3_600_000,
      playbackSpeed: 1000,
    };
    expect(read(kept)).toEqual(kept);
  });

  it.each([
    { source: { dataObjectId: "9", modality: "ICP_na" } },
    { source: "ICP_na" },
    { channels: [-1] },
    { channels: [] },
    { channels: Array.from({ length: 17 }, (_, k) => k) },
    { viewDuration: 999 },
    { playbackSpeed: 7 },
  ])("that are not usable are as a new window has them: %j", (props) => {
    expect(read(props)).toEqual(usual);
  });

  it("of a later version are left alone", () => {
    expect(read({}, 2)).toBeNull();
  });
});
