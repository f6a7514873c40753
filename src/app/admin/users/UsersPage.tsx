import { Ellipsis, Globe, UserPlus } from "lucide-react";
import type { User } from "../../../protocol/accounts.ts";
import { deleteUsers, getUsers } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import { Badge } from "../../../ui/notices/Badge.tsx";
import type { Column } from "../../../ui/table/index.ts";
import { call } from "../../session/index.ts";
import { ActivityDialog, type ActivityKind } from "../activity/ActivityDialog.tsx";
import { ActivityMenu } from "../activity/ActivityMenu.tsx";
import { type RecordDialogProps, type RecordsKind, RecordsPage, type Show } from "../parts/RecordsPage.tsx";
import { newestFirst, stateText, userColumns, usersPerPage } from "./columns.ts";
import { DomainsDialog } from "./DomainsDialog.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { UserDialog } from "./UserDialog.tsx";

const { users: words, form } = adminLabels;

/** The state is a badge. */
const drawn = userColumns.map(
  (column): Column<User> =>
    column.id === "is_verified"
      ? {
          ...column,
          render: (user) => <Badge tone={user.is_verified ? "success" : "warning"}>{stateText(user)}</Badge>,
        }
      : column,
);

const users: RecordsKind<User> = {
  name: "users",
  words,
  list: { route: getUsers, rowsPerPage: usersPerPage, order: newestFirst },
  columns: userColumns,
  drawn,
  linked: "email",
  nameOf: ({ email }) => email,
  create: { label: words.invite, icon: UserPlus },
  remove: (ids) => call(deleteUsers, { user_ids: ids }),
  removed: adminText.done.usersDeleted,
  Dialog: UserOrInvitation,
  Actions: UserActions,
  Batch: ({ show, ids }) => (
    <ActivityMenu label={form.viewMore} icon={Ellipsis} onView={(kind) => viewActivity(show, kind, ids)} />
  ),
};

/** People of the workspace: who they are and what they are given. */
export const UsersPage = () => <RecordsPage kind={users} />;

/** A new user is invited. */
function UserOrInvitation({ record, ...dialog }: RecordDialogProps<User>) {
  return record === null ? <InviteDialog onClose={dialog.onClose} /> : <UserDialog user={record} {...dialog} />;
}

function UserActions({ show }: { show: Show }) {
  return (
    <>
      <Button onPress={() => show((close) => <DomainsDialog onClose={close} />)}>
        <Globe size={15} aria-hidden />
        {words.viewDomains}
      </Button>
      <ActivityMenu label={form.viewMore} icon={Ellipsis} onView={(kind) => viewActivity(show, kind, [])} hasPage />
    </>
  );
}

const viewActivity = (show: Show, kind: ActivityKind, userIds: readonly number[]) =>
  show((close) => <ActivityDialog kind={kind} userIds={userIds} onClose={close} />);
