/** What a page request's `modality` says of an analysis. */
import { Compile } from "typebox/compile";
import { Analysis, analysisKey, withoutArtifacts } from "../../protocol/analysis.ts";

const shape = Compile(Analysis);

/** The analysis of such a text; null for any other text. */
export function readAnalysisKey(key: string): Analysis | null {
  try {
    const said = JSON.parse(key);
    const last = said.at(-1) === withoutArtifacts ? { leavesOutArtifacts: true } : {};
    const [analytic, sources, calculationWindowMs, calculationPeriodMs] = said;
    const [first, second] = sources.map(([data_object_id, modality, channel]: readonly unknown[]) => ({
      data_object_id,
      modality,
      channel,
    }));
    const analysis =
      analytic === "rolling_average"
        ? { analytic, source: first, calculationWindowMs, ...last }
        : analytic === "prx"
          ? { analytic, ABP: first, ICP: second, calculationWindowMs, calculationPeriodMs, ...last }
          : analytic === "cox"
            ? { analytic, ABP: first, StO2: second, calculationWindowMs, calculationPeriodMs, ...last }
            : { analytic, ABP: first, ICP: second, ...last };
    return shape.Check(analysis) && analysisKey(analysis) === key ? analysis : null;
  } catch {
    return null;
  }
}
