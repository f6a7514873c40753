import { Plus } from "lucide-react";
import { deleteRoles, getRoles, type Role } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { adminText } from "../../../protocol/text/admin-text.ts";
import { call } from "../../session/index.ts";
import { type RecordsKind, RecordsPage } from "../parts/RecordsPage.tsx";
import { roleColumns } from "./columns.ts";
import { RoleDialog } from "./RoleDialog.tsx";

const { roles: words } = adminLabels;

const roles: RecordsKind<Role> = {
  name: "roles",
  words,
  list: { route: getRoles },
  columns: roleColumns,
  linked: "name",
  nameOf: ({ name }) => name,
  create: { label: words.create, icon: Plus },
  remove: (ids) => call(deleteRoles, { role_ids: ids }),
  removed: adminText.done.rolesDeleted,
  Dialog: RoleDialog,
};

/** What people may do, in bundles. */
export const RolesPage = () => <RecordsPage kind={roles} />;
