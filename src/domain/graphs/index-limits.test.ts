import { expect, it } from "vitest";
import type { RecordingDetail } from "../../protocol/recordings.ts";
import { indexSignalOf, isLeftOut } from "./index-limits.ts";

const group = (modality: string, ...channels: [label: string, unit: string][]) => ({
  ...{ modality, kind: "numeric", sampling_hz: 1, sample_count: 0, sample_type: "float32", missing_code: null },
  ...{ segments: [], channels: channels.map(([label, unit]) => ({ label, unit })) },
});
const recording = {
  groups: [group("Numerics", ["ART", "mmHg"], ["HR", "1/min"]), group("ICP_na", ["ICP", "mmHg"], ["rSO2", "%"])],
} as unknown as RecordingDetail;

it("knows the pressures and the saturation by the names by which indexes find them", () => {
  const of = (modality: string, channel: number) => indexSignalOf(recording, { modality, channel });
  expect([of("Numerics", 0), of("Numerics", 1)]).toEqual(["ABP_na", null]);
  expect([of("ICP_na", 0), of("ICP_na", 1)]).toEqual(["ICP_na", "stO2_na"]);
});

it("leaves out what lies at or outside of the limits, and counts a saturation of 100 %", () => {
  const of = (signal: Parameters<typeof isLeftOut>[0], ...values: number[]) => values.map((v) => isLeftOut(signal, v));
  expect(of("ABP_na", 0, 0.5, 299.9, 300)).toEqual([true, false, false, true]);
  expect(of("ICP_na", -50, -49, 199, 200)).toEqual([true, false, false, true]);
  expect(of("stO2_na", 0, 100, 100.1)).toEqual([true, false, true]);
  expect(of(null, 1e6)).toEqual([false]);
});
