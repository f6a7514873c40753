import { expect, it } from "vitest";
import type { RecordingDetail } from "../../../../protocol/recordings.ts";
import { readProps } from "../versioned-props.ts";
import { optimumSettings } from "./stored.ts";

const read = (props: Record<string, unknown>, analytic: "cppopt" | "mapopt" = "cppopt") =>
  readProps(optimumSettings(analytic), { version: 1, props }, { recording: {} as RecordingDetail });

const hour = 3_600_000;

it("begins with the modalities and the eight hours of the specification", () => {
  const signal = (name: string) => ({ dataSource: "current_patient", dataKey: name, rawDataKey: name });
  const settings = { artifacts: expect.any(String), viewDuration: 8 * hour, playbackSpeed: 1 };
  expect(read({})).toEqual({ ...settings, abp: signal("ABP_na"), second: signal("ICP_na") });
  expect(read({}, "mapopt")?.second).toEqual(signal("stO2_na"));
});

it("reads what it can of what is stored, and takes the usual for the rest", () => {
  const stored = {
    ...{ abpModality: "ART", abpRawDataKey: "AO_na", abpDataSource: 7, icpModality: 5, icpDataSource: 1.5 },
    ...{ viewDuration: 2 * hour, playbackSpeed: 3.3 },
  };
  expect(read(stored)).toMatchObject({
    abp: { dataSource: 7, dataKey: "ART", rawDataKey: "AO_na" },
    second: { dataSource: "current_patient", dataKey: "ICP_na", rawDataKey: "ICP_na" },
    ...{ viewDuration: 2 * hour, playbackSpeed: 1 },
  });
  expect(read({ viewDuration: 10 })?.viewDuration).toBe(8 * hour);
});
