import { useState } from "react";
import type { SignalName } from "../../../../../domain/graphs/graph.ts";
import { foundSources } from "../../../../../domain/graphs/sources.ts";
import { graphsText } from "../../../../../protocol/text/graphs-text.ts";
import { Button } from "../../../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../../../ui/dialogs/Dialog.tsx";
import { MultiSelect } from "../../../../../ui/fields/MultiSelect.tsx";
import { endForm } from "../../../../shell/index.ts";
import { useGraphsEdit } from "./use-graphs-edit.ts";

export interface SourceDialogProps {
  title: string;
  /** Several may be picked, and are added by a button; else the first one that is pressed is chosen. */
  isMany?: boolean;
  onChoose: (names: readonly SignalName[]) => void;
  onClose: () => void;
}

const listPx = 384;

/** All signals of the patient, found by any part of their name, group or file. */
export function SourceDialog({ title, isMany = false, onChoose, onClose }: SourceDialogProps) {
  const { offered, state } = useGraphsEdit().sources;
  const [search, setSearch] = useState("");
  /** Positions among all. */
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const positions = new Map(offered.map((source, k) => [source, k]));
  const found = foundSources(offered, search);
  const items = found.map((source) => ({
    id: positions.get(source) ?? -1,
    name: source.title,
    detail: source.problem ?? source.detail,
  }));
  const namesOf = (ids: ReadonlySet<number>) => [...ids].sort((a, b) => a - b).map((k) => offered[k].name);
  return (
    <Dialog
      title={title}
      closeLabel={graphsText.close}
      width={560}
      isOpen
      onClose={() => endForm(picked.size > 0, onClose)}
      footNote={
        state === "loading" ? (
          <span role="status">{graphsText.othersLoading}</span>
        ) : state === "failed" ? (
          <span role="alert">{graphsText.othersFailed}</span>
        ) : undefined
      }
      actions={
        <>
          <Button onPress={onClose}>{graphsText.cancel}</Button>
          {isMany ? (
            <Button tone="primary" isDisabled={picked.size === 0} onPress={() => onChoose(namesOf(picked))}>
              {graphsText.add}
            </Button>
          ) : null}
        </>
      }
    >
      <MultiSelect
        label={graphsText.source}
        items={items}
        selected={picked}
        autoFocus
        isSingle={!isMany}
        onChange={(next) => (isMany ? setPicked(next) : onChoose(namesOf(next)))}
        countText={
          isMany && picked.size > 0 ? graphsText.sourcesPicked(picked.size) : graphsText.sourcesFound(items.length)
        }
        searchLabel={graphsText.searchSources}
        search={search}
        onSearch={setSearch}
        emptyText={graphsText.noSourceFound}
        height={listPx}
      />
    </Dialog>
  );
}
