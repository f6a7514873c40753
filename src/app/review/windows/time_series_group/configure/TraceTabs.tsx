import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { deltasOf, valueTracesOf } from "../../../../../domain/graphs/edit-traces.ts";
import type { Graph } from "../../../../../domain/graphs/graph.ts";
import { graphsText } from "../../../../../protocol/text/graphs-text.ts";
import { AnalyticTable } from "./AnalyticTable.tsx";
import css from "./ConfigureGraphs.module.css";
import { DeltaTable } from "./DeltaTable.tsx";
import { SourceTable } from "./SourceTable.tsx";

/** The traces of a graph by kind, each tab with its count. Delta regions are a line graph's. */
export function TraceTabs({ graph }: { graph: Graph }) {
  const traces = valueTracesOf(graph);
  const sources = traces.filter(({ content }) => content.signal !== null);
  const analytics = traces.filter(({ content }) => content.signal === null);
  const tab = (id: string, name: string, count: number) => (
    <Tab id={id} className={css.tab}>
      {name}
      <span className={css.count}>{count}</span>
    </Tab>
  );
  return (
    // Another type begins at its first tab: the delta regions are gone.
    <Tabs key={graph.renderStrategy} className={css.tabs}>
      <TabList aria-label={graphsText.tabs} className={css.tabList}>
        {tab("sources", graphsText.sources, sources.length)}
        {tab("analytics", graphsText.analytics, analytics.length)}
        {graph.renderStrategy === "line" ? tab("deltas", graphsText.deltas, deltasOf(graph).length) : null}
      </TabList>
      <TabPanel id="sources" className={css.tabPanel}>
        <SourceTable graph={graph} traces={sources} />
      </TabPanel>
      <TabPanel id="analytics" className={css.tabPanel}>
        <AnalyticTable graph={graph} traces={analytics} />
      </TabPanel>
      {graph.renderStrategy === "line" ? (
        <TabPanel id="deltas" className={css.tabPanel}>
          <DeltaTable graph={graph} />
        </TabPanel>
      ) : null}
    </Tabs>
  );
}
