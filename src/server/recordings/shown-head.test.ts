import { expect, it } from "vitest";
import { shownHead } from "./shown-head.ts";
import type { SourceHead } from "./types.ts";

const headOf = (modality: string, label: string, unit: string): SourceHead => ({
  ...{ objType: "EDF", startMs: 0, isStartKnown: true, timezone: "UTC", sizeBytes: 1 },
  groups: [
    {
      ...{ modality, kind: "eeg", sampling_hz: 256, sample_type: "int16", missing_code: null },
      channels: [
        {
          ...{ source_index: 0, label, unit, gain: 1, offset: 0, is_uncalibrated: false },
          ...{ prefilter: "HP:0.1\u200eHz", transducer: "" },
        },
      ],
    },
  ],
});

it("names what is not seen of a signal's names, or turns direction, and leaves every other name as it is", () => {
  const plain = headOf("EEG", "מוח C3–Müller", "µV");
  expect(shownHead(plain).groups[0]).toMatchObject({
    modality: "EEG",
    channels: [{ label: "מוח C3–Müller", unit: "µV" }],
  });
  const { modality, channels } = shownHead(headOf("E\u200bEG", "C3\u202e4F", "u\u00adV")).groups[0];
  expect([modality, channels[0].label, channels[0].unit, channels[0].prefilter]).toEqual([
    "E[U+200B]EG",
    "C3[U+202E]4F",
    "u[U+00AD]V",
    "HP:0.1[U+200E]Hz",
  ]);
});
