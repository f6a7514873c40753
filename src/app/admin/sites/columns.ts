import type { Site } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import type { Column } from "../../../ui/table/columns.ts";
import { tableSearch } from "../../../ui/table/table-state.ts";

const { columns } = adminLabels.sites;

export const siteColumns: readonly Column<Site>[] = [
  { id: "identifier", title: columns.identifier, text: ({ identifier }) => identifier, isHeader: true, isFilter: true },
  { id: "name", title: columns.name, text: ({ name }) => name, isFilter: true },
  { id: "description", title: columns.description, text: ({ description }) => description, isFilter: true },
  { id: "location", title: columns.location, text: ({ location }) => location, isFilter: true },
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
export const sitesSearch = tableSearch(siteColumns);
