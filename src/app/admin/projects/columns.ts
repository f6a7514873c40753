import type { Project } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import type { Column } from "../../../ui/table/columns.ts";
import { tableSearch } from "../../../ui/table/table-state.ts";

const { columns } = adminLabels.projects;

export const projectColumns: readonly Column<Project>[] = [
  { id: "identifier", title: columns.identifier, text: ({ identifier }) => identifier, isHeader: true, isFilter: true },
  { id: "name", title: columns.name, text: ({ name }) => name, isFilter: true },
  { id: "bucket_name", title: columns.bucket_name, text: ({ bucket_name }) => bucket_name, isFilter: true },
  {
    id: "user_count",
    title: columns.user_count,
    text: ({ user_count }) => user_count.toLocaleString("en-US"),
    isNumber: true,
  },
  {
    id: "patient_count",
    title: columns.patient_count,
    text: ({ patient_count }) => patient_count.toLocaleString("en-US"),
    isNumber: true,
  },
];
export const projectsSearch = tableSearch(projectColumns);
