import { ArrowDown, ArrowUp, ChartSpline, CircleAlert, Plus, Trash2 } from "lucide-react";
import { GridList, GridListItem } from "react-aria-components";
import {
  hasProblem,
  neighbourOf,
  withGraphMoved,
  withNewGraph,
  withoutGraph,
} from "../../../../../domain/graphs/edit-graphs.ts";
import { graphLimits } from "../../../../../domain/graphs/graph.ts";
import { graphsText } from "../../../../../protocol/text/graphs-text.ts";
import { Button } from "../../../../../ui/buttons/Button.tsx";
import { IconButton } from "../../../../../ui/buttons/IconButton.tsx";
import { RefusedButton } from "../../../../../ui/buttons/RefusedButton.tsx";
import css from "./ConfigureGraphs.module.css";
import { useGraphsEdit } from "./use-graphs-edit.ts";

export interface GraphListProps {
  selected: string | null;
  onSelect: (id: string | null) => void;
}

/** The graphs of the window from the top: one is chosen, added, moved or removed. */
export function GraphList({ selected, onSelect }: GraphListProps) {
  const { draft, problems, edit } = useGraphsEdit();
  const { graphs } = draft;
  const at = graphs.findIndex(({ id }) => id === selected);
  const name = graphs[at]?.name ?? "";
  const add = () => {
    const next = withNewGraph(draft);
    edit(() => next);
    onSelect(next.graphs.at(-1)?.id ?? null);
  };
  const remove = (id: string) => {
    edit((now) => withoutGraph(now, id));
    if (id === selected) onSelect(neighbourOf(graphs, id));
  };
  const addWords = (
    <>
      <Plus size={15} aria-hidden />
      {graphsText.addGraph}
    </>
  );
  return (
    <>
      <div className={css.listHead}>
        {graphs.length < graphLimits.graphs ? (
          <Button onPress={add}>{addWords}</Button>
        ) : (
          <RefusedButton hint={graphsText.mostGraphs(graphLimits.graphs)}>{addWords}</RefusedButton>
        )}
        {selected === null || at < 0 ? null : (
          <>
            <IconButton
              icon={ArrowUp}
              label={graphsText.moveUp(name)}
              isDisabled={at === 0}
              onPress={() => edit((now) => withGraphMoved(now, selected, -1))}
            />
            <IconButton
              icon={ArrowDown}
              label={graphsText.moveDown(name)}
              isDisabled={at === graphs.length - 1}
              onPress={() => edit((now) => withGraphMoved(now, selected, 1))}
            />
          </>
        )}
      </div>
      <GridList
        aria-label={graphsText.graphs}
        className={css.list}
        items={graphs.map((graph) => ({ ...graph, isWrong: hasProblem(problems, graph) }))}
        selectionMode="single"
        selectionBehavior="replace"
        selectedKeys={selected === null ? [] : [selected]}
        escapeKeyBehavior="none"
        disallowEmptySelection
        onSelectionChange={(keys) => {
          const [key] = keys;
          if (key !== undefined) onSelect(String(key));
        }}
        renderEmptyState={() => <p className={css.empty}>{graphsText.noGraphs}</p>}
      >
        {({ id, name: title, isWrong }) => {
          const said = title === "" ? graphsText.untitled : title;
          return (
            <GridListItem id={id} textValue={said} className={css.graph}>
              {isWrong ? (
                <CircleAlert size={15} role="img" aria-label={graphsText.hasProblem} className={css.wrong} />
              ) : (
                <ChartSpline size={15} aria-hidden />
              )}
              <span className={css.graphName}>{said}</span>
              <IconButton icon={Trash2} label={graphsText.remove(said)} onPress={() => remove(id)} />
            </GridListItem>
          );
        }}
      </GridList>
    </>
  );
}
