import { Ellipsis, Globe, UserPlus } from "lucide-react";
import { useState } from "react";
import type { User } from "../../../protocol/accounts.ts";
import { deleteUsers, getUsers } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import type { Column } from "../../../ui/table/index.ts";
import { call } from "../../session/index.ts";
import { useTableAddress, useTableQuery } from "../../tables/index.ts";
import { ActivityDialog, type ActivityKind } from "../activity/ActivityDialog.tsx";
import { ActivityMenu } from "../activity/ActivityMenu.tsx";
import { AdminPage } from "../parts/AdminPage.tsx";
import { AdminTable } from "../parts/AdminTable.tsx";
import { newestFirst, stateText, userColumns, usersPerPage } from "./columns.ts";
import { DomainsDialog } from "./DomainsDialog.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { UserDialog } from "./UserDialog.tsx";

const { users: words, form } = adminLabels;

/** The state is a badge. */
const drawnColumns = userColumns.map(
  (column): Column<User> =>
    column.id === "is_verified"
      ? {
          ...column,
          render: (user) => <Badge tone={user.is_verified ? "success" : "warning"}>{stateText(user)}</Badge>,
        }
      : column,
);

type Open =
  | { kind: "invite" | "domains" }
  | { kind: "view" | "edit"; user: User }
  | { kind: "activity"; activity: ActivityKind; userIds: readonly number[] };

/** People of the workspace: who they are and what they are given. */
export function UsersPage() {
  const [state, setState] = useTableAddress(userColumns);
  const answer = useTableQuery({
    name: "users",
    route: getUsers,
    state,
    rowsPerPage: usersPerPage,
    order: newestFirst,
  });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
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
      <AdminTable
        name="users"
        label={words.title}
        columns={drawnColumns}
        linked="email"
        nameOf={({ email }) => email}
        state={state}
        onStateChange={setState}
        answer={answer}
        rowsPerPage={usersPerPage}
        onView={(user) => setOpen({ kind: "view", user })}
        onEdit={(user) => setOpen({ kind: "edit", user })}
        deletion={{
          title: words.deleteTitle,
          text: words.deleteText,
          onDelete: (ids) => call(deleteUsers, { user_ids: ids }),
          done: adminText.done.usersDeleted,
        }}
        empty={words.empty}
        batch={(ids) => <ActivityMenu label={form.viewMore} icon={Ellipsis} onView={viewActivity(ids)} />}
        actions={
          <>
            <Button onPress={() => setOpen({ kind: "domains" })}>
              <Globe size={15} aria-hidden />
              {words.viewDomains}
            </Button>
            <ActivityMenu label={form.viewMore} icon={Ellipsis} onView={viewActivity([])} hasPage />
          </>
        }
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
