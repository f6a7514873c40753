import { expect, it } from "vitest";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { readProps } from "../versioned-props.ts";
import { addedModality, countedOf, histogramSettings } from "./stored.ts";
import { words } from "./words.ts";

const read = (props: Record<string, unknown>) =>
  readProps(histogramSettings, { version: 1, props }, { recording: {} as RecordingDetail });
const usual = {
  ...{ modalityConfigs: [], binMinimum: 10, binMaximum: 25, binSize: 5, countMax: 100 },
  ...{ artifacts: "show", viewDuration: 60_000, playbackSpeed: 1 },
};

it("are the specification's in a new window", () => {
  expect(read({})).toEqual(usual);
  expect(addedModality("a")).toMatchObject({ dataKey: "ABP_na", units: "mmHg", color: "#000000" });
});

it("are read back as they were kept", () => {
  const kept = {
    ...{ modalityConfigs: [{ ...addedModality("a"), dataSource: 12, color: "#ad241d" }] },
    ...{ binMinimum: 0, binMaximum: 100, binSize: 10, countMax: 5000 },
    ...{ artifacts: "out", viewDuration: 3_600_000, playbackSpeed: 100 },
  };
  expect(read(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
});

it.each([
  { modalityConfigs: "ABP" },
  { modalityConfigs: [null, 3, { dataKey: "" }] },
  { binMinimum: 30 },
  { binSize: 0 },
  { binMaximum: Number.NaN },
  { countMax: 0 },
  { viewDuration: 10 },
])("that are not usable are as a new window has them: %j", (props) => {
  expect(read(props)).toEqual(usual);
});

it("keep columns of stored runs as they are, and no run that is none", () => {
  const storedRun = { run: 12, output: "CPPOpt", column: "LLA" };
  const of = (stored: unknown) => ({ modalityConfigs: [{ ...addedModality("a"), dataSource: 5, storedRun: stored }] });
  expect(read(of(storedRun))?.modalityConfigs).toEqual(of(storedRun).modalityConfigs);
  for (const wrong of [null, "12", { ...storedRun, run: 0 }, { ...storedRun, column: 3 }, { run: 12 }])
    expect(read(of(wrong))?.modalityConfigs[0]).not.toHaveProperty("storedRun");
});

it("say of what is counted whether it was recorded or stored by a run", () => {
  const [recorded, stored] = [{}, { storedRun: { run: 12, output: "PRx", column: "PRx" } }];
  const said = (...modalities: object[]) => words.definition(countedOf(modalities)).split(" of each whole page")[0];
  expect([said(recorded), said(stored), said(recorded, stored)]).toEqual([
    "Recorded samples",
    "Values that a run stored",
    "Recorded samples, or values that a run stored,",
  ]);
});
