import { Plus } from "lucide-react";
import { useState } from "react";
import { withContent, withTrace } from "../../../../../domain/graphs/edit-traces.ts";
import type { Graph, HeatmapTrace, LineTrace } from "../../../../../domain/graphs/graph.ts";
import { graphsText } from "../../../../../protocol/text/graphs-text.ts";
import { Button } from "../../../../../ui/buttons/Button.tsx";
import { CalculationButton } from "./CalculationButton.tsx";
import { SourceButton } from "./SourceButton.tsx";
import { SourceDialog } from "./SourceDialog.tsx";
import { AddRow, TraceTable } from "./TraceTable.tsx";
import { useGraphsEdit } from "./use-graphs-edit.ts";

/** 'Source data': signals, perhaps after post processing. */
export function SourceTable({ graph, traces }: { graph: Graph; traces: readonly (LineTrace | HeatmapTrace)[] }) {
  const { edit } = useGraphsEdit();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TraceTable
        graph={graph}
        traces={traces}
        caption={graphsText.sources}
        empty={graphsText.noSources}
        first={[
          graphsText.source,
          ({ id, content }) =>
            content.signal === null ? null : (
              <SourceButton
                label={graphsText.source}
                name={content.signal}
                onChoose={(signal) => edit((now) => withContent(now, graph.id, id, { ...content, signal }))}
              />
            ),
        ]}
        last={[graphsText.postProcessing, (trace) => <CalculationButton graphId={graph.id} trace={trace} />]}
      />
      <AddRow words={graphsText.addSource}>
        <Button onPress={() => setOpen(true)}>
          <Plus size={15} aria-hidden />
          {graphsText.addSource}
        </Button>
      </AddRow>
      {isOpen ? (
        <SourceDialog
          title={graphsText.addSource}
          onChoose={(names) => {
            edit((now) =>
              names.reduce((draft, signal) => withTrace(draft, graph.id, { signal, onDemandAnalysis: null }), now),
            );
            setOpen(false);
          }}
          isMany
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
