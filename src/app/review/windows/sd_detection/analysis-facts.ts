/** What is said of the automatic detection of a window: the same beside its plot and in what is exported of it. */
import { percentText } from "../../../../protocol/text/percent-text.ts";
import type { AnalysisFacts } from "../../chart/fact-lines.ts";
import type { Detection } from "./detection.ts";
import type { SdWindow } from "./sd-window.ts";
import { searchedOf } from "./searched.ts";
import { words } from "./words.ts";

const percent = (part: number, whole: number) => percentText(whole === 0 ? 0 : part / whole);

/** Of the pages of a search that are here: that of the view, or the worksheet's. */
export function analysisFacts({ recording, drawn }: SdWindow, detection: Detection): AnalysisFacts {
  const now = drawn();
  const searched = now === null || detection.pages().length === 0 ? null : searchedOf(now);
  const { definition, parameters, source, left, nothing } = words.facts;
  if (now === null || searched === null)
    return { definition, parameters: nothing, source: nothing, left: nothing, core: null };
  const { tally, core } = detection.facts();
  const { expected, masked, present } = tally;
  return {
    definition,
    parameters: parameters(searched.thresholdUv, searched.rows.length),
    source: source(now.group.modality, recording.obj_name),
    left: left(percent(masked, expected), percent(Math.max(0, expected - masked - present), expected)),
    core,
  };
}
