import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { draftOf, type GraphsDraft, problemsIn } from "../../../../../domain/graphs/edit-graphs.ts";
import type { Graph } from "../../../../../domain/graphs/graph.ts";
import { describeSignal } from "../../../../../domain/graphs/sources.ts";
import type { RecordingDetail } from "../../../../../protocol/recordings.ts";
import { graphsText } from "../../../../../protocol/text/graphs-text.ts";
import { PopoverButton } from "../../../../../ui/buttons/PopoverButton.tsx";
import { Checkbox } from "../../../../../ui/fields/Checkbox.tsx";
import { ConfigureDialog } from "../../../configure/ConfigureDialog.tsx";
import { asItIs, PageSizeField } from "../../../configure/PageSizeField.tsx";
import type { WindowSaving } from "../../../configure/window-saving.ts";
import css from "./ConfigureGraphs.module.css";
import { GraphList } from "./GraphList.tsx";
import { GraphPanel } from "./GraphPanel.tsx";
import { type GraphsEdit, GraphsEditContext } from "./use-graphs-edit.ts";
import { usePatientSources } from "./use-sources.ts";

/** What the dialog sets. */
export interface GraphsSettings {
  readonly graphs: readonly Graph[];
  readonly hideEmptyGraphs: boolean;
  /** Page length the window opens with, ms; `asItIs`. */
  readonly pageMs: number;
}

export interface ConfigureGraphsProps {
  /** Of the file that the review was opened for. */
  review: RecordingDetail;
  /** As the window has them now. */
  now: GraphsSettings;
  choicesMs: readonly number[];
  saving: WindowSaving;
  boundsInView: GraphsEdit["boundsInView"];
  /** Gives the window what was changed; returns what takes it back. */
  onApply: (changed: Partial<GraphsSettings>) => () => void;
  onClose: () => void;
}

/** 'Configure Graphs' (spec 2.10). */
export function ConfigureGraphs({
  review,
  now,
  choicesMs,
  saving,
  boundsInView,
  onApply,
  onClose,
}: ConfigureGraphsProps) {
  const [before] = useState(now);
  const [draft, setDraft] = useState<GraphsDraft>(() => draftOf(before.graphs));
  const [hideEmptyGraphs, setHideEmpty] = useState(before.hideEmptyGraphs);
  const [pageMs, setPageMs] = useState(before.pageMs);
  const [selected, setSelected] = useState<string | null>(before.graphs[0]?.id ?? null);
  const sources = usePatientSources(review);
  const problems = problemsIn(draft);
  const changed: Partial<GraphsSettings> = {
    ...(isSame(draft.graphs, before.graphs) ? {} : { graphs: draft.graphs }),
    ...(hideEmptyGraphs === before.hideEmptyGraphs ? {} : { hideEmptyGraphs }),
    ...(pageMs === before.pageMs || pageMs === asItIs ? {} : { pageMs }),
  };
  const graph = draft.graphs.find(({ id }) => id === selected);
  return (
    <GraphsEditContext
      value={{
        draft,
        problems,
        edit: setDraft,
        sources,
        boundsInView,
        describe: (name) => describeSignal(name, sources.recordings),
      }}
    >
      <ConfigureDialog
        title={graphsText.title}
        width={1080}
        isChanged={Object.keys(changed).length > 0 || Object.keys(draft.wrong).length > 0}
        problem={Object.keys(problems).length > 0 ? graphsText.fixFirst : null}
        saving={saving}
        onApply={() => onApply(changed)}
        onClose={onClose}
      >
        <div className={css.columns}>
          <div className={css.side}>
            <GraphList selected={selected} onSelect={setSelected} />
            <PopoverButton
              label={graphsText.windowSettings}
              content={() => (
                <div className={css.settings}>
                  <PageSizeField choicesMs={choicesMs} chosen={pageMs} onChoose={setPageMs} />
                  <Checkbox isSelected={hideEmptyGraphs} onChange={setHideEmpty}>
                    {graphsText.hideEmpty}
                  </Checkbox>
                </div>
              )}
            >
              <SlidersHorizontal size={15} aria-hidden />
              {graphsText.windowSettings}
            </PopoverButton>
          </div>
          {graph === undefined ? (
            <p className={css.none}>{graphsText.selectGraph}</p>
          ) : (
            <GraphPanel key={graph.id} graph={graph} />
          )}
        </div>
      </ConfigureDialog>
    </GraphsEditContext>
  );
}

/** Documents carry JSON. */
const isSame = (a: readonly Graph[], b: readonly Graph[]): boolean => JSON.stringify(a) === JSON.stringify(b);
