import { expect, it } from "vitest";
import { madeRecording } from "../../../tests/fixtures/analysis-sources.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import { flagBlockMs } from "../../signal/artifact-flags.ts";
import { firstSampleFrom } from "../analysis/index.ts";
import { planPage } from "./page-plan.ts";
import { embeddedMontages } from "./service.ts";

it("judges the blocks that trends judge, of segments whose clocks are off the grid too", () => {
  const hz = 64;
  const startMs = 5000;
  const segments = [
    { first: 0, count: 20 * hz, start_ms: startMs },
    // A period is 15.6 ms: this one and the last are half of it early and late.
    { first: 20 * hz, count: 10 * hz, start_ms: startMs + 20_000 - 7 },
    { first: 50 * hz, count: 10 * hz, start_ms: startMs + 50_000 + 7 },
  ];
  const names = ["Fp1", "F7", "T7", "P7", "O1"];
  const rows = names.map(() => new Float32Array(60 * hz));
  const made = madeRecording([{ modality: "EEG", samplingHz: hz, unit: "uV", segments, rows }], { start_ms: startMs });
  const [{ channels, ...rest }] = made.recording.groups;
  const labelled = channels.map((channel, k) => ({ ...channel, label: names[k] }));
  const group: SignalGroup = { ...rest, kind: "eeg", channels: labelled };
  const recording = { ...made.recording, groups: [group] };
  const order = {
    ...{ montage: embeddedMontages(recording)[0].name, sensitivity: 10, LFF: 1, HFF: 30, notch: 60, ratio: 1 },
    ...{ isArtifactReductionEnabled: true, start: startMs, end: startMs + 60_000, width: 1600, height: 900 },
    pixelsPerMm: 4,
  };
  const edges = planPage(recording, order)?.flags?.edges ?? [];
  const blocks = Array.from({ length: 31 }, (_, k) => 4000 + k * flagBlockMs);
  const within = blocks.filter((ms) =>
    segments.some((one) => ms > one.start_ms && ms < one.start_ms + (one.count * 1000) / hz),
  );
  expect(within).toHaveLength(20);
  for (const ms of within) expect(edges, `${ms}`).toContain(firstSampleFrom(group, ms));
  // What lies between segments is cut into blocks as well: a page is not read at once.
  const longest = edges.slice(1).reduce((most, edge, k) => Math.max(most, edge - edges[k]), 0);
  expect(longest).toBeLessThanOrEqual(2 * hz + 1);
  expect(edges.slice(1).every((edge, k) => edge > edges[k])).toBe(true);
});
