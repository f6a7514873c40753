/** What is said of a damaged recording over its picture. */
import { expect, it } from "vitest";
import { testRecording } from "../../feed/test-world.ts";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { damageInView, damageSentence } from "./damage.ts";

const span = (first: number, count: number) => {
  const recording = testRecording();
  const start_ms = recording.start_ms + (first * 1000) / 256;
  return { modality: "eeg", first, count, start_ms, end_ms: start_ms + (count * 1000) / 256 };
};

it("says nothing of a recording that is whole", () => {
  expect(damageSentence(testRecording())).toBeNull();
});

it("names the signals, from when to when", () => {
  const recording = { ...testRecording(), timezone: "UTC", is_damaged: true, damage: [span(256 * 3600, 256 * 60)] };
  expect(damageSentence(recording)).toContain("eeg from 11/14/2023 11:13:20 PM to 11/14/2023 11:14:20 PM");
});

it("names three parts and counts the others; a group that is gone and the annotations are said as such", () => {
  const damage = [1, 2, 3, 4, 5].map((k) => span(k * 100_000, 1024));
  expect(damageSentence({ ...testRecording(), is_damaged: true, damage })).toContain("2 more parts");
  const [group] = testRecording().groups;
  const gone = {
    ...testRecording(),
    is_damaged: true,
    groups: [{ ...group, segments: [] }],
    has_damaged_annotations: true,
  };
  const sentence = damageSentence({ ...gone, damage: [span(0, group.sample_count)] });
  expect(sentence).toContain("all of eeg, the annotations of the file.");
});

it("says which channels of a view are damaged in it", () => {
  const at = (modality: string, start_ms: number, end_ms: number) => ({
    ...{ modality, start_ms, end_ms, first: 0, count: 1 },
  });
  const group = (label: string) => ({ modality: `${label}_na`, channels: [{ label }] });
  const recording = {
    ...{ data_object_id: 7, damage: [at("ABP_na", 100, 200), at("ICP_na", 900, 1000)] },
    groups: [group("ABP"), group("ICP"), group("HR")],
  } as unknown as RecordingDetail;
  const inputs = ["ABP", "ICP", "ABP", "HR"].map((label) => ({ dataObjectId: 7, label }));
  expect(damageInView(inputs, [recording], { startMs: 0, endMs: 100 })).toBe("");
  expect(damageInView(inputs, [recording], { startMs: 150, endMs: 400 })).toBe(
    "Damaged in this view, and neither shown nor counted: ABP.",
  );
  expect(damageInView(inputs, [recording], { startMs: 150, endMs: 901 })).toContain(": ABP, ICP.");
  const ofOther = inputs.map((each) => ({ ...each, dataObjectId: 8 }));
  expect(damageInView(ofOther, [recording], { startMs: 150, endMs: 901 })).toBe("");
});
