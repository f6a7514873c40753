import { expect, it } from "vitest";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { readProps } from "../versioned-props.ts";
import { trendsSettings } from "./stored.ts";

const recording = {} as RecordingDetail;
const usual = {
  ...{ artifactReductionEnabled: false, baseline: null, artifacts: "show" },
  ...{ viewDuration: 1_800_000, playbackSpeed: 1 },
};
const read = (props: Record<string, unknown>) => readProps(trendsSettings, { version: 1, props }, { recording });

it("opens with half an hour, without artifact reduction, against the first valid hour", () => {
  expect(read({})).toEqual(usual);
});

it("reads back what was kept", () => {
  const kept = {
    ...{ artifactReductionEnabled: true, artifacts: "out", viewDuration: 21_600_000, playbackSpeed: 100 },
    baseline: { startMs: 1_583_162_430_000, endMs: 1_583_163_430_000, dataObjectId: 7 },
  };
  expect(read(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
});

it.each([
  { artifactReductionEnabled: "On" },
  { viewDuration: 10 },
  { playbackSpeed: 3 },
  { baseline: 5 },
  { baseline: { startMs: 0, endMs: 599_999, dataObjectId: 7 } },
  { baseline: { startMs: 0.5, endMs: 700_000, dataObjectId: 7 } },
  { baseline: { startMs: -1, endMs: 700_000, dataObjectId: 7 } },
  { baseline: { startMs: 0, endMs: 700_000 } },
  { baseline: null },
])("takes what is usual where it cannot be used: %j", (props) => {
  expect(read(props)).toEqual(usual);
});
