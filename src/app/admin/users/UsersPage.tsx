import { Ellipsis, Eye, Globe, Pencil, UserPlus } from "lucide-react";
import { useMemo, useState } from "react";
import type { User } from "../../../protocol/accounts.ts";
import { deleteUsers, getUsers } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/admin-text.ts";
import { tableText } from "../../../protocol/table-text.ts";
import { defaultRowsPerPage } from "../../../protocol/tables.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { TextButton } from "../../../ui/TextButton.tsx";
import { type Column, ServerTable } from "../../../ui/table/index.ts";
import { call } from "../../session/index.ts";
import { useTableAddress, useTableQuery } from "../../tables/index.ts";
import { ActivityDialog, type ActivityKind } from "../activity/ActivityDialog.tsx";
import { ActivityMenu } from "../activity/ActivityMenu.tsx";
import { AdminPage } from "../parts/AdminPage.tsx";
import { DeleteRows } from "../parts/DeleteRows.tsx";
import { namesOf, useSelection } from "../parts/use-selection.ts";
import { stateText, userColumns } from "./columns.ts";
import { DomainsDialog } from "./DomainsDialog.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { UserDialog } from "./UserDialog.tsx";

const { users: words, form } = adminLabels;

type Open =
  | { kind: "invite" | "domains" }
  | { kind: "view" | "edit"; user: User }
  | { kind: "activity"; activity: ActivityKind; userIds: readonly number[] };

/** People of the workspace: who they are and what they are given. */
export function UsersPage() {
  const [state, setState] = useTableAddress(userColumns);
  const answer = useTableQuery({ name: "users", route: getUsers, state });
  const { ids, clear, ...selection } = useSelection();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const columns = useMemo(
    () =>
      userColumns.map((column): Column<User> => {
        if (column.id === "email")
          return {
            ...column,
            render: (user) => <TextButton onPress={() => setOpen({ kind: "view", user })}>{user.email}</TextButton>,
          };
        if (column.id === "is_verified")
          return {
            ...column,
            render: (user) => <Badge tone={user.is_verified ? "success" : "warning"}>{stateText(user)}</Badge>,
          };
        return column;
      }),
    [],
  );
  const deletion = {
    title: words.deleteTitle,
    text: words.deleteText(ids.length),
    names: namesOf(answer.data?.data, selection.selected, ({ email }) => email),
    onDelete: () => call(deleteUsers, { user_ids: ids }),
    done: adminText.done.usersDeleted,
    onDeleted: clear,
  };
  const viewActivity = (userIds: readonly number[]) => (activity: ActivityKind) =>
    setOpen({ kind: "activity", activity, userIds });
  return (
    <AdminPage
      title={words.title}
      total={answer.data?.total}
      primary={
        <Button tone="primary" onPress={() => setOpen({ kind: "invite" })}>
          <UserPlus size={15} aria-hidden />
          {words.invite}
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
        selection={{
          ...selection,
          batch: (
            <>
              <DeleteRows {...deletion} />
              <ActivityMenu label={form.viewMore} icon={Ellipsis} onView={viewActivity(ids)} />
            </>
          ),
        }}
        rowActions={(user) => [
          { id: "view", name: form.view, icon: Eye, onAction: () => setOpen({ kind: "view", user }) },
          { id: "edit", name: form.edit, icon: Pencil, onAction: () => setOpen({ kind: "edit", user }) },
        ]}
        actions={
          <>
            <DeleteRows {...deletion} isDisabled />
            <Button onPress={() => setOpen({ kind: "domains" })}>
              <Globe size={15} aria-hidden />
              {words.viewDomains}
            </Button>
            <ActivityMenu label={form.viewMore} icon={Ellipsis} onView={viewActivity([])} hasPage />
          </>
        }
        emptyHint={<p>{words.empty}</p>}
      />
      {open?.kind === "invite" ? <InviteDialog onClose={close} /> : null}
      {open?.kind === "domains" ? <DomainsDialog onClose={close} /> : null}
      {open?.kind === "view" || open?.kind === "edit" ? (
        <UserDialog
          key={open.kind}
          user={open.user}
          isReadOnly={open.kind === "view"}
          onEdit={() => setOpen({ kind: "edit", user: open.user })}
          onClose={close}
        />
      ) : null}
      {open?.kind === "activity" ? (
        <ActivityDialog kind={open.activity} userIds={open.userIds} onClose={close} />
      ) : null}
    </AdminPage>
  );
}
