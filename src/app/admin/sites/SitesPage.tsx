import { Eye, Pencil, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { deleteSites, getSites, type Site } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/admin-text.ts";
import { tableText } from "../../../protocol/table-text.ts";
import { defaultRowsPerPage } from "../../../protocol/tables.ts";
import { Button } from "../../../ui/Button.tsx";
import { TextButton } from "../../../ui/TextButton.tsx";
import { type Column, ServerTable } from "../../../ui/table/index.ts";
import { call } from "../../session/index.ts";
import { useTableAddress, useTableQuery } from "../../tables/index.ts";
import { AdminPage } from "../parts/AdminPage.tsx";
import { DeleteRows } from "../parts/DeleteRows.tsx";
import { namesOf, useSelection } from "../parts/use-selection.ts";
import { siteColumns } from "./columns.ts";
import { SiteDialog } from "./SiteDialog.tsx";

const { sites: words, form } = adminLabels;

type Open = { kind: "create"; site: null } | { kind: "view" | "edit"; site: Site };

/** Sites: where patients are. */
export function SitesPage() {
  const [state, setState] = useTableAddress(siteColumns);
  const answer = useTableQuery({ name: "sites", route: getSites, state, body: { return_all_sites: true } });
  const { ids, clear, ...selection } = useSelection();
  const [open, setOpen] = useState<Open | null>(null);
  const columns = useMemo(
    () =>
      siteColumns.map(
        (column): Column<Site> =>
          column.id === "identifier"
            ? {
                ...column,
                render: (site) => (
                  <TextButton onPress={() => setOpen({ kind: "view", site })}>{site.identifier}</TextButton>
                ),
              }
            : column,
      ),
    [],
  );
  const deletion = {
    title: words.deleteTitle,
    text: words.deleteText(ids.length),
    names: namesOf(answer.data?.data, selection.selected, ({ identifier }) => identifier),
    onDelete: () => call(deleteSites, { site_ids: ids }),
    done: adminText.done.sitesDeleted,
    onDeleted: clear,
  };
  return (
    <AdminPage
      title={words.title}
      total={answer.data?.total}
      primary={
        <Button tone="primary" onPress={() => setOpen({ kind: "create", site: null })}>
          <Plus size={15} aria-hidden />
          {words.create}
        </Button>
      }
    >
      <ServerTable
        label={words.title}
        words={tableText}
        columns={columns}
        rowId={({ id }) => String(id)}
        state={state}
        onStateChange={setState}
        answer={answer}
        rowsPerPage={defaultRowsPerPage}
        selection={{ ...selection, batch: <DeleteRows {...deletion} /> }}
        rowActions={(site) => [
          { id: "view", name: form.view, icon: Eye, onAction: () => setOpen({ kind: "view", site }) },
          { id: "edit", name: form.edit, icon: Pencil, onAction: () => setOpen({ kind: "edit", site }) },
        ]}
        actions={<DeleteRows {...deletion} isDisabled />}
        emptyHint={<p>{words.empty}</p>}
      />
      {open === null ? null : (
        <SiteDialog
          key={open.kind}
          site={open.site}
          isReadOnly={open.kind === "view"}
          onEdit={() => setOpen(open.site === null ? null : { kind: "edit", site: open.site })}
          onClose={() => setOpen(null)}
        />
      )}
    </AdminPage>
  );
}
