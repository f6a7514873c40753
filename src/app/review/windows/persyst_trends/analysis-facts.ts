/** What is said of the trends of a window beside its plot ('About this analysis'). */
import { percentText } from "../../../../protocol/text/percent-text.ts";
import { trendNotchHz } from "../../../../protocol/trends.ts";
import type { AnalysisFacts } from "../../chart/Facts.tsx";
import { baselineName } from "./baseline-choices.ts";
import type { TrendsWindow } from "./trends-window.ts";
import { words } from "./words.ts";

const percent = (part: number, whole: number) => percentText(whole === 0 ? 0 : part / whole);

export function analysisFacts(window: TrendsWindow): AnalysisFacts {
  const { data, group, recording, props } = window;
  const { definition, parameters, source, left, nothing } = words.facts;
  const { tally, pairs, core } = data.facts();
  const { expected, masked, present } = tally;
  return {
    definition,
    parameters: parameters(
      props.artifactReductionEnabled ? words.reduction.on : words.reduction.off,
      trendNotchHz,
      baselineName(window),
    ),
    source: group === null ? nothing : source(group.modality, recording.obj_name, pairs),
    left:
      expected === 0
        ? nothing
        : left(percent(masked, expected), percent(Math.max(0, expected - masked - present), expected)),
    core,
  };
}
