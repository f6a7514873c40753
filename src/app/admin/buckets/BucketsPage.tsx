import { useMemo } from "react";
import { type Bucket, getBuckets } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { defaultRowsPerPage } from "../../../protocol/tables.ts";
import { tableText } from "../../../protocol/text/table-text.ts";
import { type Column, ServerTable } from "../../../ui/table/index.ts";
import { useTableColumns } from "../../documents/index.ts";
import { useTableAddress, useTableQuery } from "../../tables/index.ts";
import { AdminPage } from "../parts/AdminPage.tsx";
import { bucketColumns } from "./columns.ts";
import { ReachCell } from "./ReachCell.tsx";

const { buckets: words } = adminLabels;

/** Where the files of the workspace's projects are kept, and whether that place answers. */
export function BucketsPage() {
  const [state, setState] = useTableAddress(bucketColumns);
  const choices = useTableColumns("buckets");
  const answer = useTableQuery({ name: "buckets", route: getBuckets, state });
  const columns = useMemo(
    (): readonly Column<Bucket>[] => [
      ...bucketColumns,
      {
        id: "reach",
        title: words.columns.reach,
        text: () => "",
        isUnsortable: true,
        render: (bucket) => <ReachCell bucket={bucket} />,
      },
    ],
    [],
  );
  return (
    <AdminPage title={words.title} total={answer.data?.total}>
      <ServerTable
        label={words.title}
        words={tableText}
        columns={columns}
        rowId={({ id }) => String(id)}
        state={state}
        onStateChange={setState}
        answer={answer}
        rowsPerPage={defaultRowsPerPage}
        choices={choices}
      />
    </AdminPage>
  );
}
