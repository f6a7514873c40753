/** What a page request's `modality` says of an analysis. */
import { Compile } from "typebox/compile";
import { Analysis, analysisKey, withoutArtifacts } from "../../protocol/analysis.ts";
import { compositeNames } from "../../protocol/composites.ts";
import { sides } from "../../protocol/trends.ts";

const shape = Compile(Analysis);

/** What the second source of an analytic is called, by the name in the text; of two sources alone. */
const pairs: Readonly<Record<string, { analytic: string; second: "ICP" | "StO2" }>> = {
  prx: { analytic: "prx", second: "ICP" },
  cox: { analytic: "cox", second: "StO2" },
  [compositeNames.cppopt]: { analytic: "cppopt", second: "ICP" },
  [compositeNames.mapopt]: { analytic: "mapopt", second: "StO2" },
};

/** The analysis of such a text; null for any other text. */
export function readAnalysisKey(key: string): Analysis | null {
  try {
    const said = JSON.parse(key);
    const last = said.at(-1) === withoutArtifacts ? { leavesOutArtifacts: true } : {};
    if (said[0] === "eeg_trend") return checked(trendOf(said, last), key);
    if (said[0] === "stored_run") {
      const [analytic, data_object_id, run_id, output] = said;
      return checked({ analytic, data_object_id, run_id, output }, key);
    }
    const [name, sources, calculationWindowMs, calculationPeriodMs] = said;
    const [first, second] = sources.map(([data_object_id, modality, channel]: readonly unknown[]) => ({
      data_object_id,
      modality,
      channel,
    }));
    const durations = { calculationWindowMs, calculationPeriodMs };
    const pair = Object.hasOwn(pairs, name) ? pairs[name] : undefined;
    const analysis =
      pair !== undefined
        ? { analytic: pair.analytic, ABP: first, [pair.second]: second, ...durations, ...last }
        : name === "rolling_average"
          ? { analytic: name, source: first, calculationWindowMs, ...last }
          : { analytic: name, ABP: first, ICP: second, ...last };
    return checked(analysis, key);
  } catch {
    return null;
  }
}

const checked = (analysis: unknown, key: string): Analysis | null =>
  shape.Check(analysis) && analysisKey(analysis) === key ? analysis : null;

function trendOf(said: readonly unknown[], last: object): unknown {
  const [analytic, of, trend, isArtifactReduced, notch, ...others] = said;
  const [data_object_id, modality] = of as readonly unknown[];
  const side = others.find((one) => sides.some((name) => name === one));
  const span = others.find(Array.isArray);
  return {
    ...{ analytic, source: { data_object_id, modality }, trend, isArtifactReduced, notch },
    ...(side === undefined ? {} : { side }),
    ...(span === undefined ? {} : { baseline: { start_ms: span[0], end_ms: span[1] } }),
    ...last,
  };
}
