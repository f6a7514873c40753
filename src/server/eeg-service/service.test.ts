import { expect, it } from "vitest";
import { madeRecording } from "../../../tests/fixtures/analysis-sources.ts";
import type { SignalGroup } from "../../protocol/recordings.ts";
import { embeddedMontages } from "./service.ts";

function firstOf(labels: readonly string[]): string | undefined {
  const segments = [{ first: 0, count: 10, start_ms: 0 }];
  const rows = labels.map(() => new Int16Array(10));
  const { recording } = madeRecording([{ modality: "EEG", samplingHz: 200, unit: "uV", segments, rows }]);
  const groups = recording.groups.map(
    (group): SignalGroup => ({
      ...{ ...group, kind: "eeg" },
      channels: group.channels.map((channel, k) => ({ ...channel, label: labels[k] })),
    }),
  );
  const names = embeddedMontages({ ...recording, groups }).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  return names[0];
}

it("has first what a recording opens with: a montage whose rows it has", () => {
  const scalp = ["Fp1", "F7", "T7", "P7", "O1", "F3", "C3", "P3", "Fp2", "F8", "T8", "P8", "O2", "F4", "C4", "P4"];
  expect(firstOf(scalp)).toBe("Longitudinal bipolar (double banana)");
  expect(firstOf(["GRID1", "GRID2", "GRID3"])).toBe("As recorded (all channels)");
  expect(firstOf(["Fp1", "F7", "C3"])).toBe("As recorded (all channels)");
});
