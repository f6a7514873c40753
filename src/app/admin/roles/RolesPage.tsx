import { Eye, Pencil, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { deleteRoles, getRoles, type Role } from "../../../protocol/admin.ts";
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
import { roleColumns } from "./columns.ts";
import { RoleDialog } from "./RoleDialog.tsx";

const { roles: words, form } = adminLabels;

type Open = { kind: "create"; role: null } | { kind: "view" | "edit"; role: Role };

/** What people may do, in bundles. */
export function RolesPage() {
  const [state, setState] = useTableAddress(roleColumns);
  const answer = useTableQuery({ name: "roles", route: getRoles, state });
  const { ids, clear, ...selection } = useSelection();
  const [open, setOpen] = useState<Open | null>(null);
  const columns = useMemo(
    () =>
      roleColumns.map(
        (column): Column<Role> =>
          column.id === "name"
            ? {
                ...column,
                render: (role) => <TextButton onPress={() => setOpen({ kind: "view", role })}>{role.name}</TextButton>,
              }
            : column,
      ),
    [],
  );
  const deletion = {
    title: words.deleteTitle,
    text: words.deleteText(ids.length),
    names: namesOf(answer.data?.data, selection.selected, ({ name }) => name),
    onDelete: () => call(deleteRoles, { role_ids: ids }),
    done: adminText.done.rolesDeleted,
    onDeleted: clear,
  };
  return (
    <AdminPage
      title={words.title}
      total={answer.data?.total}
      primary={
        <Button tone="primary" onPress={() => setOpen({ kind: "create", role: null })}>
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
        rowActions={(role) => [
          { id: "view", name: form.view, icon: Eye, onAction: () => setOpen({ kind: "view", role }) },
          { id: "edit", name: form.edit, icon: Pencil, onAction: () => setOpen({ kind: "edit", role }) },
        ]}
        actions={<DeleteRows {...deletion} isDisabled />}
        emptyHint={<p>{words.empty}</p>}
      />
      {open === null ? null : (
        <RoleDialog
          key={open.kind}
          role={open.role}
          isReadOnly={open.kind === "view"}
          onEdit={() => setOpen(open.role === null ? null : { kind: "edit", role: open.role })}
          onClose={() => setOpen(null)}
        />
      )}
    </AdminPage>
  );
}
