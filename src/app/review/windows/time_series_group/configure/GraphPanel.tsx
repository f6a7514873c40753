import { fieldOf, withAutoScale, withAxisEnd, withTitle, withType } from "../../../../../domain/graphs/edit-graphs.ts";
import { type Graph, graphLimits } from "../../../../../domain/graphs/graph.ts";
import { graphsText } from "../../../../../protocol/text/graphs-text.ts";
import { Select } from "../../../../../ui/fields/Select.tsx";
import { Switch } from "../../../../../ui/fields/Switch.tsx";
import { TextInput } from "../../../../../ui/fields/TextInput.tsx";
import css from "./ConfigureGraphs.module.css";
import { NumberEntry } from "./NumberEntry.tsx";
import { TraceTabs } from "./TraceTabs.tsx";
import { useGraphsEdit } from "./use-graphs-edit.ts";

const types = [
  { id: "line", name: graphsText.types.line },
  { id: "heatmap", name: graphsText.types.heatmap },
] as const;

/** 'Graph properties' of one graph, and its traces. The y axis is a line graph's. */
export function GraphPanel({ graph }: { graph: Graph }) {
  const { edit } = useGraphsEdit();
  const { id, name, renderStrategy } = graph;
  return (
    <div className={css.panel}>
      <section aria-labelledby="graph-properties">
        <h3 id="graph-properties" className={css.heading}>
          {graphsText.properties}
        </h3>
        <div className={css.properties}>
          <div className={css.wide}>
            <TextInput
              label={graphsText.graphTitle}
              value={name}
              maxLength={graphLimits.title}
              onChange={(title) => edit((now) => withTitle(now, id, title))}
            />
          </div>
          <Select
            label={graphsText.type}
            options={types}
            selected={renderStrategy}
            onChoose={(type) => edit((now) => withType(now, id, type === "heatmap" ? "heatmap" : "line"))}
          />
          {graph.renderStrategy === "line" ? (
            <>
              {(["min", "max"] as const).map((end) => (
                <NumberEntry
                  key={end}
                  label={end === "min" ? graphsText.yMin : graphsText.yMax}
                  field={fieldOf(id, end)}
                  value={graph[end]}
                  isDisabled={graph.autoScale}
                  onEnter={(typed) => edit((now) => withAxisEnd(now, id, end, typed))}
                />
              ))}
              <div className={css.switch}>
                <Switch isSelected={graph.autoScale} onChange={(isOn) => edit((now) => withAutoScale(now, id, isOn))}>
                  {graphsText.autoScale}
                </Switch>
              </div>
            </>
          ) : null}
        </div>
      </section>
      <TraceTabs graph={graph} />
    </div>
  );
}
