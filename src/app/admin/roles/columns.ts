import type { Role } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import type { Column } from "../../../ui/table/columns.ts";
import { tableSearch } from "../../../ui/table/table-state.ts";

const { columns } = adminLabels.roles;

export const roleColumns: readonly Column<Role>[] = [
  { id: "name", title: columns.name, text: ({ name }) => name, isHeader: true, isFilter: true },
  { id: "description", title: columns.description, text: ({ description }) => description, isFilter: true },
  {
    id: "user_count",
    title: columns.user_count,
    text: ({ user_count }) => user_count.toLocaleString("en-US"),
    isNumber: true,
  },
  {
    id: "permission_count",
    title: columns.permission_count,
    text: ({ permission_count }) => permission_count.toLocaleString("en-US"),
    isNumber: true,
  },
];
export const rolesSearch = tableSearch(roleColumns);
