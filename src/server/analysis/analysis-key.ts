/** What a page request's `modality` says of an analysis. */
import { Compile } from "typebox/compile";
import { Analysis, analysisKey } from "../../protocol/analysis.ts";

const shape = Compile(Analysis);

/** The analysis of such a text; null for any other text. */
export function readAnalysisKey(key: string): Analysis | null {
  try {
    const [analytic, sources, calculationWindowMs, calculationPeriodMs] = JSON.parse(key);
    const [first, second] = sources.map(([data_object_id, modality, channel]: readonly unknown[]) => ({
      data_object_id,
      modality,
      channel,
    }));
    const analysis =
      analytic === "rolling_average"
        ? { analytic, source: first, calculationWindowMs }
        : analytic === "prx"
          ? { analytic, ABP: first, ICP: second, calculationWindowMs, calculationPeriodMs }
          : { analytic, ABP: first, ICP: second };
    return shape.Check(analysis) && analysisKey(analysis) === key ? analysis : null;
  } catch {
    return null;
  }
}
