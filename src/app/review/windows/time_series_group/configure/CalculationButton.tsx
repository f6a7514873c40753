import { Pencil } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { withContent } from "../../../../../domain/graphs/edit-traces.ts";
import type { HeatmapTrace, LineTrace, TraceContent } from "../../../../../domain/graphs/graph.ts";
import { titleOfContent, titleOfTrace } from "../../../../../domain/graphs/trace-title.ts";
import { durationName } from "../../../../../domain/time/durations.ts";
import { graphsText } from "../../../../../protocol/text/graphs-text.ts";
import { CalculationDialog } from "./CalculationDialog.tsx";
import css from "./ConfigureGraphs.module.css";
import { useGraphsEdit } from "./use-graphs-edit.ts";

/** How a trace is computed; a press edits it. */
export function CalculationButton({ graphId, trace }: { graphId: string; trace: LineTrace | HeatmapTrace }) {
  const { edit } = useGraphsEdit();
  const [isOpen, setOpen] = useState(false);
  const { id, content } = trace;
  const said = summary(content);
  // What is stored has nothing to set.
  if (content.onDemandAnalysis?.analytic === "stored_run") return <span className={css.plain}>{said}</span>;
  const what = content.signal === null ? graphsText.calculation : graphsText.postProcessing;
  return (
    <>
      <AriaButton
        className={css.calculation}
        aria-label={`${graphsText.of(what, titleOfTrace(trace))}: ${said}`}
        onPress={() => setOpen(true)}
      >
        <span>{said}</span>
        <Pencil size={13} aria-hidden />
      </AriaButton>
      {isOpen ? (
        <CalculationDialog
          content={content}
          type={trace.renderStrategy}
          onDone={(next) => {
            edit((now) => withContent(now, graphId, id, next));
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function summary({ onDemandAnalysis }: TraceContent): string {
  if (onDemandAnalysis === null) return graphsText.none;
  switch (onDemandAnalysis.analytic) {
    case "rolling_average":
      return graphsText.averageSummary(durationName(onDemandAnalysis.calculationWindowMs));
    case "prx":
    case "cox":
      return graphsText.prxSummary(
        durationName(onDemandAnalysis.calculationWindowMs),
        durationName(onDemandAnalysis.calculationPeriodMs),
      );
    case "cpp":
      return graphsText.cppSummary;
    case "stored_run":
      return graphsText.stored.summary(onDemandAnalysis.run);
    case "cppopt":
    case "mapopt":
      return graphsText.optimumSummary(
        titleOfContent({ signal: null, onDemandAnalysis }),
        durationName(onDemandAnalysis.calculationWindowMs),
        durationName(onDemandAnalysis.calculationPeriodMs),
      );
  }
}
