/** What is said of the analytics of a window: how they are defined, of what they are made, and what of that is masked or missing. */

import { durationsOf, type Graph, isComposite, signalsOf, type TraceContent } from "../../../../domain/graphs/graph.ts";
import { titleOfTrace } from "../../../../domain/graphs/trace-title.ts";
import { durationName } from "../../../../domain/time/durations.ts";
import type { Span } from "../../../../domain/time/view-span.ts";
import type { WantedPage } from "../../../../feed/types.ts";
import type { Page, SampleTally } from "../../../../protocol/page-codec.ts";
import type { StoredFacts } from "../../../../protocol/recordings.ts";
import { apart } from "../../../../protocol/text/apart.ts";
import { chartText } from "../../../../protocol/text/chart-text.ts";
import { graphsText } from "../../../../protocol/text/graphs-text.ts";
import { pageOf } from "../../chart/view-pages.ts";
import { channelOf, type Located, periodIn, type Sources, sourceOf } from "./shown.ts";

type At = Extract<Located, { kind: "at" }>;

export interface ShownAnalytic {
  /** Of its trace, unique in the window. */
  readonly id: string;
  readonly title: string;
  readonly definition: string;
  readonly parameters: string;
  readonly source: string;
  /** The recorded channels that it is made of; empty where one of them is not there. */
  readonly channels: readonly At[];
  /** What the file of a run says of what it stored; null: it is computed, or not known yet. */
  readonly stored: StoredFacts | null;
}

/** Analytics and post processing of the graphs, in their order. `viewMs`: length of the view. */
export function analyticsOf(graphs: readonly Graph[], sources: Sources, viewMs: number): ShownAnalytic[] {
  return graphs.flatMap(({ traces }) =>
    traces.flatMap((trace) => {
      if (trace.renderStrategy === "delta" || trace.content.onDemandAnalysis === null) return [];
      const { content } = trace;
      const { onDemandAnalysis: analysis } = content;
      if (content.signal === null && analysis?.analytic === "stored_run")
        return storedOf(trace.id, titleOfTrace(trace), content, sources, viewMs);
      const names =
        content.signal === null ? signalsOf(content.onDemandAnalysis).map(([, name]) => name) : [content.signal];
      const found = names.map((name) => channelOf(name, sources)).filter((at): at is At => at.kind === "at");
      return {
        id: trace.id,
        title: titleOfTrace(trace),
        definition: graphsText.definitions[trace.content.onDemandAnalysis.analytic],
        parameters: parametersOf(content, viewMs),
        source: found.map(({ label, recording }) => `${apart(label)} (${apart(recording.obj_name)})`).join("; "),
        channels: found.length === names.length ? found : [],
        stored: null,
      };
    }),
  );
}

/** Of what a run stored: how it was made stands in its file. */
function storedOf(id: string, title: string, content: TraceContent, sources: Sources, viewMs: number): ShownAnalytic {
  const at = sourceOf(content, sources, viewMs);
  const stored = at.kind === "at" ? (at.recording.stored ?? null) : null;
  return {
    ...{ id, title, channels: [], stored },
    definition: stored?.definition ?? graphsText.definitions.stored_run,
    parameters: graphsText.none, // as the file says, by the clock of the window: stored-parameters.ts
    source: stored?.sources.join("; ") ?? "",
  };
}

function parametersOf({ signal, onDemandAnalysis }: TraceContent, viewMs: number): string {
  if (onDemandAnalysis === null) return graphsText.none;
  if (signal !== null) return graphsText.averageSummary(durationName(onDemandAnalysis.calculationWindowMs));
  const durations = durationsOf(onDemandAnalysis);
  if (durations === null) return graphsText.none;
  // As it is computed in this view, not as it is set.
  if (!("calculationPeriodMs" in onDemandAnalysis)) return graphsText.none;
  const names = [durationName(durations.windowMs), durationName(periodIn(onDemandAnalysis, viewMs))] as const;
  return isComposite(onDemandAnalysis) ? graphsText.optimumParameters(...names) : graphsText.prxSummary(...names);
}

/** What is asked for to count the samples of a channel in a span; `masks`: the revision of what is masked of its recording. */
export const tallyPage = ({ recording, group, channel }: At, span: Span, masks: number | null): WantedPage =>
  pageOf(
    { recording, group },
    span,
    { kind: "bins", channel, min: 0, max: 1, size: 1, leaves_out_artifacts: true },
    masks,
  );

/** "ABP: 0.0 % masked, 1.2 % missing"; null: its page is not here. */
export function shareOf({ label }: At, page: Page | undefined): string | null {
  const tally = page?.blocks.flatMap((block): SampleTally[] => ("tally" in block ? [block.tally] : []))[0];
  if (tally === undefined) return null;
  const { expected, masked, present } = tally;
  if (expected === 0) return `${label}: ${chartText.facts.nothing}`;
  return chartText.facts.share(label, masked / expected, (expected - masked - present) / expected);
}
