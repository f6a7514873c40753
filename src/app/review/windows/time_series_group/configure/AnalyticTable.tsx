import { Plus } from "lucide-react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { withTrace } from "../../../../../domain/graphs/edit-traces.ts";
import {
  type Graph,
  graphDefaults,
  type HeatmapTrace,
  type LineTrace,
  type SignalName,
  type TraceAnalytic,
} from "../../../../../domain/graphs/graph.ts";
import { titleOfContent } from "../../../../../domain/graphs/trace-title.ts";
import { graphsText } from "../../../../../protocol/text/graphs-text.ts";
import buttonCss from "../../../../../ui/buttons/Button.module.css";
import menuCss from "../../../../../ui/buttons/Menu.module.css";
import { CalculationButton } from "./CalculationButton.tsx";
import css from "./ConfigureGraphs.module.css";
import { AddRow, TraceTable } from "./TraceTable.tsx";
import { useGraphsEdit } from "./use-graphs-edit.ts";

const usual = (dataKey: string): SignalName => ({ dataSource: "current_patient", dataKey, rawDataKey: "" });
const pressures = { ABP: usual("ABP_na"), ICP: usual("ICP_na") } as const;
const durations = {
  calculationWindowMs: graphDefaults.prxWindowMs,
  calculationPeriodMs: graphDefaults.prxPeriodMs,
} as const;

const composite = {
  calculationWindowMs: graphDefaults.compositeMs,
  calculationPeriodMs: graphDefaults.compositeMs,
  // In a heatmap the bins; a line shows the optimum.
  ...{ isCompositePart: false, compositeIndex: 0 },
} as const;

/** What can be added, as it begins. */
const analytics: readonly TraceAnalytic[] = [
  { analytic: "prx", ...pressures, ...durations },
  { analytic: "cox", ABP: pressures.ABP, StO2: usual("stO2_na"), ...durations },
  { analytic: "cpp", ...pressures },
  { analytic: "cppopt", ...pressures, ...composite },
  { analytic: "mapopt", ABP: pressures.ABP, StO2: usual("stO2_na"), ...composite },
];

/** 'Analytics': what is computed of several signals. */
export function AnalyticTable({ graph, traces }: { graph: Graph; traces: readonly (LineTrace | HeatmapTrace)[] }) {
  const { edit } = useGraphsEdit();
  return (
    <>
      <TraceTable
        graph={graph}
        traces={traces}
        caption={graphsText.analytics}
        empty={graphsText.noAnalytics}
        first={[graphsText.analytic, ({ content }) => <span className={css.plain}>{titleOfContent(content)}</span>]}
        last={[graphsText.calculation, (trace) => <CalculationButton graphId={graph.id} trace={trace} />]}
      />
      <AddRow words={graphsText.addAnalytic}>
        <MenuTrigger>
          <AriaButton className={buttonCss.button} data-tone="plain" data-size="medium">
            <Plus size={15} aria-hidden />
            {graphsText.addAnalytic}
          </AriaButton>
          <Popover className={menuCss.popover} placement="top start" offset={4}>
            <Menu className={menuCss.menu} aria-label={graphsText.addAnalytic}>
              {analytics.map((onDemandAnalysis) => (
                <MenuItem
                  key={onDemandAnalysis.analytic}
                  id={onDemandAnalysis.analytic}
                  textValue={graphsText.analyticNames[onDemandAnalysis.analytic]}
                  className={menuCss.item}
                  onAction={() => edit((now) => withTrace(now, graph.id, { signal: null, onDemandAnalysis }))}
                >
                  {graphsText.analyticNames[onDemandAnalysis.analytic]}
                </MenuItem>
              ))}
            </Menu>
          </Popover>
        </MenuTrigger>
      </AddRow>
    </>
  );
}
