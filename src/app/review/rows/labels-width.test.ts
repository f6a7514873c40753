import { expect, it } from "vitest";
import type { Drawn } from "../../../domain/montage/drawn-rows.ts";
import { asInMontage } from "../../../domain/montage/row-arrangement.ts";
import type { RecordingDetail } from "../../../protocol/recordings.ts";
import { createMontageLibrary } from "./drawn.ts";
import { labelsWidth } from "./labels-width.ts";

const labels = [
  "Fp1",
  "Fp2",
  "F7",
  "F3",
  "Fz",
  "F4",
  "F8",
  "T7",
  "C3",
  "Cz",
  "C4",
  "T8",
  "P7",
  "P3",
  "Pz",
  "P4",
  "P8",
  "O1",
  "O2",
];
const channels = labels.map((label) => ({ label, unit: "uV", is_uncalibrated: false, prefilter: "" }));
const recording = {
  ...{ data_object_id: 1, obj_name: "x.edf", start_ms: 0, end_ms: 3_600_000, is_start_known: true, timezone: "UTC" },
  groups: [{ modality: "EEG", kind: "eeg", sampling_hz: 256, channels }],
} as unknown as RecordingDetail;

it("gives both columns of names room where rows are low, and one what is specified", () => {
  const drawn = createMontageLibrary(recording).drawn(1, asInMontage) as Drawn;
  const rowsPx = (px: number) => px * drawn.layout.inView;
  expect(labelsWidth(drawn, rowsPx(20))).toBe(75);
  const longest = Math.max(...drawn.channels.map(({ name }) => name.length));
  // 8 px a row: names of 9 px side by side, each whole.
  expect(labelsWidth(drawn, rowsPx(8))).toBeGreaterThanOrEqual(2 * longest * 5.4 + 8);
});
