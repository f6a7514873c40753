import { describe, expect, it } from "vitest";
import { scalpElectrodes } from "../../../../domain/montage/electrodes.ts";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { readProps } from "../versioned-props.ts";
import { usualSdProps } from "./props.ts";
import { openingSdMontageId, sdSettings } from "./stored.ts";

const recordingOf = (labels: readonly string[]) =>
  ({
    groups: [
      {
        ...{ modality: "EEG", kind: "eeg", sampling_hz: 256 },
        channels: labels.map((label) => ({ label, unit: "uV", is_uncalibrated: false, prefilter: "" })),
      },
    ],
  }) as unknown as RecordingDetail;
const recording = recordingOf(scalpElectrodes);
const usual = { ...usualSdProps(6), viewDuration: 3_600_000, playbackSpeed: 1 };
const read = (props: Record<string, unknown>) => readProps(sdSettings, { version: 1, props }, { recording });

describe("settings of an SD detection window in a document", () => {
  it("are those of the specification where nothing is said: an hour of the SD montage, 1 to 30 Hz under 0.005 to 0.5 Hz", () => {
    expect(read({})).toEqual(usual);
    expect(usual).toMatchObject({
      eegConfig: { LFF: 1, HFF: 30, notch: 60, sensitivityMicroVolts: 50 },
      overlayEEGConfig: { LFF: 0.005, HFF: 0.5, sensitivityMicroVolts: 440 },
    });
  });

  it("open with a strip as it was recorded, of which the SD montage holds nothing", () => {
    expect(openingSdMontageId(recording)).toBe(6);
    expect(openingSdMontageId(recordingOf(["D1", "D2", "D3"]))).toBe(-1);
  });

  it("are read back as they were kept", () => {
    const kept = {
      ...usual,
      montage: 4,
      eegConfig: { LFF: null, HFF: 70, notch: null, sensitivityMicroVolts: 5 },
      overlayEEGConfig: { LFF: null, HFF: 2, notch: 50, sensitivityMicroVolts: 1000 },
      ...{ autoDetectionEnabled: false, artifacts: "out", viewDuration: 900_000, playbackSpeed: 100 },
    };
    expect(read(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  it.each([
    { montage: 77 },
    { eegConfig: 3 },
    { eegConfig: null },
    { eegConfig: { LFF: 0.005, HFF: 7, notch: "off", sensitivityMicroVolts: 440 } },
    { overlayEEGConfig: { LFF: 1, HFF: 30, notch: 55, sensitivityMicroVolts: 5 } },
    { autoDetectionEnabled: "On" },
    { viewDuration: 10 },
    { playbackSpeed: 3 },
  ])("that are not usable are as a new window has them: %j", (props) => {
    expect(read(props)).toEqual(usual);
  });
});
