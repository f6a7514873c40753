import { expect, it } from "vitest";
import { checkAnalysis } from "./check.ts";
import { parametersOf, withParameters } from "./parameters.ts";
import { sampleAnalyses, sampleWindows } from "./samples.ts";

it("gives sources their signals, file, artifacts and times in microseconds, and windows theirs", () => {
  const [, , optimum] = sampleAnalyses;
  const first = parametersOf(optimum, 12);
  expect(first).toEqual({
    ...{ dataObjectId: 12, span: null, modalities: { 0: ["ABP_na", "ICP_na"] }, leavesOutArtifacts: false },
    windows: { sizeMs: 28_800_000, offsetMs: -21_600_000, deltaMs: 600_000 },
  });
  const same = withParameters(optimum, first);
  expect(same.multiprocess_epoching_args).toEqual(sampleWindows);
  expect([same.patient_file_uid, same.pipeline_json.nodes[0].args]).toEqual([
    ...[12, { modalities: ["ABP_na", "ICP_na"], patient_file_uids: [12] }],
  ]);
  const other = withParameters(optimum, {
    ...{ dataObjectId: 7, span: { startMs: 1000.5, endMs: 2000 }, modalities: { 0: ["A", "B"] } },
    ...{ leavesOutArtifacts: true, windows: { sizeMs: 3_600_000, offsetMs: 0, deltaMs: 60_000 } },
  });
  expect(other.pipeline_json.nodes[0].args).toEqual({
    ...{ modalities: ["A", "B"], patient_file_uids: [7], leaves_out_artifacts: true },
    ...{ start_time: 1_000_500, end_time: 2_000_000 },
  });
  expect(checkAnalysis(other).problems).toEqual([]);
  expect(parametersOf(other, 7).windows).toEqual({ sizeMs: 3_600_000, offsetMs: 0, deltaMs: 60_000 });
  expect(withParameters(sampleAnalyses[0], parametersOf(sampleAnalyses[0], 3))).not.toHaveProperty(
    "multiprocess_epoching_args",
  );
});
