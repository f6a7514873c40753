import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Domain,
  getDomainRestriction,
  getDomains,
  removeDomains,
  setRestrictEmailDomains,
} from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { defaultRowsPerPage } from "../../../protocol/tables.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { tableText } from "../../../protocol/text/table-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Dialog } from "../../../ui/dialogs/Dialog.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { toast } from "../../../ui/notices/toasts.ts";
import { type Column, ServerTable, stateOf } from "../../../ui/table/index.ts";
import { useTableColumns } from "../../documents/index.ts";
import { call, reasonOnce } from "../../session/index.ts";
import { Failed } from "../../shell/index.ts";
import { useTableQuery } from "../../tables/index.ts";
import css from "../parts/Admin.module.css";
import { DeleteRows } from "../parts/DeleteRows.tsx";
import { namesOf, useSelection } from "../parts/use-selection.ts";
import { AddDomain } from "./AddDomain.tsx";

const { domains: words, form } = adminLabels;
const columns: readonly Column<Domain>[] = [
  { id: "domain", title: words.domain, text: ({ domain }) => domain, isHeader: true, isFilter: true },
];

const restrictionKey = ["domain restriction"];

/** Allowed e-mail domains: the switch that makes them count, and the list, shown only when it does. */
export function DomainsDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const restriction = useQuery({
    queryKey: restrictionKey,
    queryFn: ({ signal }) => call(getDomainRestriction, {}, signal),
  });
  const isOn = restriction.data?.restrict_email_domains ?? false;
  const change = useMutation({
    mutationFn: (restrict_email_domains: boolean) => call(setRestrictEmailDomains, { restrict_email_domains }),
    // An answer that is still on its way was given before the change.
    onMutate: () => queries.cancelQueries({ queryKey: restrictionKey }),
    onSuccess: (answer) => queries.setQueryData(restrictionKey, answer),
    onError: (error) => toast.error(reasonOnce(error)),
  });
  return (
    <Dialog
      title={words.title}
      closeLabel={form.close}
      isOpen
      onClose={onClose}
      isSticky={change.isPending}
      actions={<Button onPress={onClose}>{form.close}</Button>}
    >
      {restriction.isError ? (
        <Failed error={restriction.error} onTryAgain={() => void restriction.refetch()} />
      ) : (
        <>
          <div className={css.restriction}>
            <div className={css.restrictionHead}>
              <Switch
                isSelected={isOn}
                isDisabled={restriction.data === undefined || change.isPending}
                onChange={(next) => change.mutate(next)}
              >
                {words.restrict}
              </Switch>
              <AddDomain />
            </div>
            <p className={css.hint}>{words.restrictHint}</p>
          </div>
          {isOn ? <DomainTable /> : null}
        </>
      )}
    </Dialog>
  );
}

function DomainTable() {
  const [state, setState] = useState(() => stateOf({}, columns));
  const choices = useTableColumns("domains");
  const answer = useTableQuery({ name: "domains", route: getDomains, state });
  const { ids, clear, ...selection } = useSelection(answer.data?.data);
  const removal = {
    label: words.remove,
    title: words.removeTitle,
    text: words.removeText(ids.length),
    names: namesOf(answer.data?.data, selection.selected, ({ domain }) => domain),
    confirmLabel: form.confirmRemove,
    onDelete: () => call(removeDomains, { domain_ids: ids }),
    done: adminText.done.domainsRemoved,
    onDeleted: clear,
  };
  return (
    <ServerTable
      label={words.title}
      words={tableText}
      columns={columns}
      rowId={({ id }) => String(id)}
      state={state}
      onStateChange={setState}
      answer={answer}
      rowsPerPage={defaultRowsPerPage}
      choices={choices}
      selection={{ ...selection, batch: <DeleteRows {...removal} /> }}
      actions={<DeleteRows {...removal} isDisabled />}
      emptyHint={<p>{words.empty}</p>}
      hasCount
    />
  );
}
