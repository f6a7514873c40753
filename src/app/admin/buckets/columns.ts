import type { Bucket } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import type { Column } from "../../../ui/table/columns.ts";
import { tableSearch } from "../../../ui/table/table-state.ts";

const { columns, noProjects } = adminLabels.buckets;

export const bucketColumns: readonly Column<Bucket>[] = [
  { id: "name", title: columns.name, text: ({ name }) => name, isHeader: true, isFilter: true },
  { id: "endpoint", title: columns.endpoint, text: ({ endpoint }) => endpoint, isFilter: true },
  {
    id: "projects",
    title: columns.projects,
    text: ({ projects }) => projects.map(({ identifier }) => identifier).join(", ") || noProjects,
    isUnsortable: true,
  },
];
export const bucketsSearch = tableSearch(bucketColumns);
