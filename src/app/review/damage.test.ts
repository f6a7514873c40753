/** What is said of a damaged recording over its picture. */
import { expect, it } from "vitest";
import { testRecording } from "../../feed/test-world.ts";
import { damageSentence } from "./damage.ts";

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
