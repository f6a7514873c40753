import { expect, it } from "vitest";
import type { RecordingDetail, SignalGroup } from "../../protocol/recordings.ts";
import type { SignalName } from "./graph.ts";
import { describeSignal, foundSources, offeredSources } from "./sources.ts";

const group = (modality: string, sampling_hz: number, channels: [label: string, unit: string][]) =>
  ({
    modality,
    sampling_hz,
    kind: "waveform",
    channels: channels.map(([label, unit]) => ({ label, unit })),
  }) as unknown as SignalGroup;
const recording = (data_object_id: number, obj_name: string, groups: SignalGroup[]) =>
  ({ data_object_id, obj_name, groups }) as unknown as RecordingDetail;
const review = recording(1, "night.edf", [
  group("ABP_na", 125, [["ABP", "mmHg"]]),
  group("Pressures", 50, [
    ["ICP1", "mmHg"],
    ["ICP2", "mmHg"],
  ]),
]);
const bedside = recording(2, "bedside.edf", [group("NIRS", 1 / 3, [["rSO2", "%"]])]);
const recordings = { review, others: [bedside], isWhole: true };
const named = (dataKey: string, dataSource: SignalName["dataSource"] = "current_patient", rawDataKey = "") => ({
  dataSource,
  dataKey,
  rawDataKey,
});

it("offers the default modalities and every channel of every group of every recording", () => {
  expect(offeredSources(recordings).map(({ title, detail, problem }) => [title, detail, problem])).toEqual([
    ["ABP", "ABP_na, 125 Hz, mmHg", null],
    ["ICP", "ICP1, ICP2", "Several signals fit; choose one"],
    ["StO2", "", "Not in this recording"],
    ["ABP", "ABP_na, 125 Hz, mmHg", null],
    ["ICP1", "Pressures, 50 Hz, mmHg", null],
    ["ICP2", "Pressures, 50 Hz, mmHg", null],
    ["rSO2", "bedside.edf: NIRS, 0.333333 Hz, %", null],
  ]);
  expect(offeredSources(recordings).at(-1)?.name).toEqual(named("rSO2", 2, "NIRS"));
});

it("says what a patient lacks, and nothing while that is not known", () => {
  expect(describeSignal(named("HR"), recordings).problem).toBe("Not in this recording");
  expect(describeSignal(named("HR", 2), recordings).problem).toBe("Not in bedside.edf");
  expect(describeSignal(named("HR", 9), recordings).problem).toBe("Not in this patient's recordings");
  expect(describeSignal(named("HR", 9), { review, others: [], isWhole: false }).problem).toBeNull();
  const percent = recording(1, "x.edf", [group("A", 1, [["ABP", "%"]])]);
  expect(describeSignal(named("ABP_na"), { review: percent, others: [], isWhole: true })).toEqual({
    title: "ABP",
    detail: "A, 1 Hz, %",
    problem: "In %, not in mmHg",
  });
});

it("finds a source by any words of its name, group and file, among 5000 as well", () => {
  const many = recording(3, "many.edf", [
    group(
      "Depth",
      512,
      Array.from({ length: 5000 }, (_, k): [string, string] => [`LA${k}`, "uV"]),
    ),
  ]);
  const all = offeredSources({ review: many, others: [bedside], isWhole: true });
  expect(all).toHaveLength(5004);
  expect(foundSources(all, "")).toBe(all);
  expect(foundSources(all, "depth la4999").map(({ title }) => title)).toEqual(["LA4999"]);
  expect(foundSources(all, "BEDSIDE rso").map(({ title }) => title)).toEqual(["rSO2"]);
  expect(foundSources(all, "nothing")).toEqual([]);
});
