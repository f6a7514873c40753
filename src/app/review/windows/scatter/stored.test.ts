import { expect, it } from "vitest";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { readProps } from "../versioned-props.ts";
import { scatterSettings } from "./stored.ts";

const read = (props: Record<string, unknown>) =>
  readProps(scatterSettings, { version: 1, props }, { recording: {} as RecordingDetail });
const axis = (modality: string, maxValue: number) => ({
  ...{ modality, rawDataKey: modality, dataSource: "current_patient", minValue: 0, maxValue, stepSize: 20 },
});
const usual = {
  ...{ autoScale: true, xAxisConfig: axis("ABP_na", 300), yAxisConfig: axis("ICP_na", 200), color: "#000000" },
  ...{ shape: "circle", size: 10, resamplingPeriodSeconds: 60, artifacts: "show" },
  ...{ viewDuration: 60_000, playbackSpeed: 1 },
};

it("are the specification's in a new window", () => {
  expect(read({})).toEqual(usual);
});

it("are read back as they were kept, a plain modality too", () => {
  const kept = {
    ...usual,
    autoScale: false,
    shape: "wye",
    size: 3,
    resamplingPeriodSeconds: 5,
    xAxisConfig: axis("HR", 90),
  };
  expect(read(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  expect(read({ xAxisConfig: { modality: "HR", minValue: 0, maxValue: 90, stepSize: 20 } })?.xAxisConfig).toEqual(
    axis("HR", 90),
  );
});

it.each([
  { size: 21 },
  { size: 0 },
  { shape: "heart" },
  { color: "red" },
  { resamplingPeriodSeconds: 0.5 },
  { xAxisConfig: { minValue: 5, maxValue: 5 } },
  { yAxisConfig: 7 },
])("that are not usable are as a new window has them: %j", (props) => {
  expect(read(props)).toEqual(usual);
});

it("keep a column of a stored run as it is, and no run that is none", () => {
  const storedRun = { run: 12, output: "CPPOpt", column: "LLA" };
  const kept = { ...axis("CPPOpt LLA, stored run 12", 120), dataSource: 5, storedRun };
  expect(read({ yAxisConfig: kept })?.yAxisConfig).toEqual(kept);
  const wrong = { ...kept, storedRun: { ...storedRun, run: 1.5 } };
  expect(read({ yAxisConfig: wrong })?.yAxisConfig).not.toHaveProperty("storedRun");
});
