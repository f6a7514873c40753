import type { User } from "../../../protocol/accounts.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import type { Column } from "../../../ui/table/columns.ts";
import { tableSearch } from "../../../ui/table/table-state.ts";

const { columns, verified, invited } = adminLabels.users;

/** "Verified", or "Invited" while the invitation is open. */
export const stateText = ({ is_verified }: Pick<User, "is_verified">): string => (is_verified ? verified : invited);

export const userColumns: readonly Column<User>[] = [
  { id: "email", title: columns.email, text: ({ email }) => email, isHeader: true, isFilter: true },
  { id: "first_name", title: columns.first_name, text: ({ first_name }) => first_name, isFilter: true },
  { id: "last_name", title: columns.last_name, text: ({ last_name }) => last_name, isFilter: true },
  {
    id: "site_count",
    title: columns.site_count,
    text: ({ site_count }) => site_count.toLocaleString("en-US"),
    isNumber: true,
  },
  {
    id: "project_count",
    title: columns.project_count,
    text: ({ project_count }) => project_count.toLocaleString("en-US"),
    isNumber: true,
  },
  {
    id: "role_count",
    title: columns.role_count,
    text: ({ role_count }) => role_count.toLocaleString("en-US"),
    isNumber: true,
  },
  { id: "is_verified", title: columns.is_verified, text: stateText },
];
/** Rows that the users list asks for, and the order while none is chosen: newest first (spec 000 sections 7 and 9). */
export const usersPerPage = 100;
export const newestFirst = { field: "user_id", direction: "desc" } as const;
export const usersSearch = tableSearch(userColumns);
