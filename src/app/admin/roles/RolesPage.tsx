import { Plus } from "lucide-react";
import { useState } from "react";
import { deleteRoles, getRoles, type Role } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { Button } from "../../../ui/Button.tsx";
import { call } from "../../session/index.ts";
import { useTableAddress, useTableQuery } from "../../tables/index.ts";
import { AdminPage } from "../parts/AdminPage.tsx";
import { AdminTable } from "../parts/AdminTable.tsx";
import { roleColumns } from "./columns.ts";
import { RoleDialog } from "./RoleDialog.tsx";

const { roles: words } = adminLabels;

type Open = { kind: "create"; role: null } | { kind: "view" | "edit"; role: Role };

/** What people may do, in bundles. */
export function RolesPage() {
  const [state, setState] = useTableAddress(roleColumns);
  const answer = useTableQuery({ name: "roles", route: getRoles, state });
  const [open, setOpen] = useState<Open | null>(null);
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
      <AdminTable
        name="roles"
        label={words.title}
        columns={roleColumns}
        linked="name"
        nameOf={({ name }) => name}
        state={state}
        onStateChange={setState}
        answer={answer}
        onView={(role) => setOpen({ kind: "view", role })}
        onEdit={(role) => setOpen({ kind: "edit", role })}
        deletion={{
          title: words.deleteTitle,
          text: words.deleteText,
          onDelete: (ids) => call(deleteRoles, { role_ids: ids }),
          done: adminText.done.rolesDeleted,
        }}
        empty={words.empty}
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
