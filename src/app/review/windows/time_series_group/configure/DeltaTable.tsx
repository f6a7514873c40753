import { Plus } from "lucide-react";
import {
  deltasOf,
  hexOf,
  linesOf,
  mayHaveDelta,
  withColour,
  withDelta,
  withDeltaEnd,
} from "../../../../../domain/graphs/edit-traces.ts";
import type { LineGraph } from "../../../../../domain/graphs/graph.ts";
import { titleOfTrace } from "../../../../../domain/graphs/trace-title.ts";
import { graphsText } from "../../../../../protocol/text/graphs-text.ts";
import { Button } from "../../../../../ui/buttons/Button.tsx";
import { Select } from "../../../../../ui/fields/Select.tsx";
import css from "./ConfigureGraphs.module.css";
import { AddRow, Colour, DeleteCell, TableFrame } from "./TraceTable.tsx";
import { useGraphsEdit } from "./use-graphs-edit.ts";

/** 'Delta regions': areas between two lines of the graph. */
export function DeltaTable({ graph }: { graph: LineGraph }) {
  const { edit } = useGraphsEdit();
  if (!mayHaveDelta(graph)) return <p className={css.empty}>{graphsText.fewTraces}</p>;
  const lines = linesOf(graph).map((line) => ({ id: line.id, name: titleOfTrace(line) }));
  const nameOf = (id: string) => lines.find((line) => line.id === id)?.name ?? "";
  const deltas = deltasOf(graph);
  return (
    <>
      {deltas.length === 0 ? (
        <p className={css.empty}>{graphsText.noDeltas}</p>
      ) : (
        <TableFrame caption={graphsText.deltas} headings={[graphsText.first, graphsText.second, graphsText.color]}>
          {deltas.map(({ id, first, second, color }) => {
            const name = graphsText.deltaName(nameOf(first), nameOf(second));
            return (
              <tr key={id}>
                {(["first", "second"] as const).map((end) => (
                  <td key={end} className={css.endCell}>
                    <Select
                      label={graphsText.of(graphsText[end], name)}
                      isLabelHidden
                      options={lines}
                      selected={end === "first" ? first : second}
                      search={{ label: graphsText.searchSources, empty: graphsText.noSourceFound }}
                      onChoose={(line) => edit((now) => withDeltaEnd(now, graph.id, id, end, line))}
                    />
                  </td>
                ))}
                <td>
                  <Colour
                    label={graphsText.of(graphsText.color, name)}
                    value={hexOf(color)}
                    onChange={(hex) => edit((now) => withColour(now, graph.id, id, hex))}
                  />
                </td>
                <DeleteCell label={graphsText.of(graphsText.delete, name)} graphId={graph.id} id={id} />
              </tr>
            );
          })}
        </TableFrame>
      )}
      <AddRow words={graphsText.addDelta}>
        <Button onPress={() => edit((now) => withDelta(now, graph.id))}>
          <Plus size={15} aria-hidden />
          {graphsText.addDelta}
        </Button>
      </AddRow>
    </>
  );
}
