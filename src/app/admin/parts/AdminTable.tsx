import { Eye, Pencil } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { defaultRowsPerPage } from "../../../protocol/tables.ts";
import { tableText } from "../../../protocol/text/table-text.ts";
import { TextButton } from "../../../ui/buttons/TextButton.tsx";
import { type Column, ServerTable, type ServerTableProps, TwoLines } from "../../../ui/table/index.ts";
import { useTableColumns } from "../../documents/index.ts";
import { DeleteRows } from "./DeleteRows.tsx";
import { namesOf, useSelection } from "./use-selection.ts";

const { form } = adminLabels;

export interface AdminTableProps<Row extends { readonly id: number }>
  extends Pick<ServerTableProps<Row>, "label" | "columns" | "state" | "onStateChange" | "answer"> {
  /** The column that names a row; its cells open the row. Stable, or every render rebuilds the columns. */
  linked: string;
  /** Unless told, as many as every table has. */
  rowsPerPage?: number;
  nameOf: (row: Row) => string;
  /** Of the table, in the settings of its readers. */
  name: string;
  onView: (row: Row) => void;
  onEdit: (row: Row) => void;
  deletion: {
    title: string;
    text: (count: number) => string;
    onDelete: (ids: number[]) => Promise<unknown>;
    done: string;
  };
  empty: string;
  /** More buttons beside Delete: always, and while rows are picked. */
  actions?: ReactNode;
  batch?: (ids: number[]) => ReactNode;
}

/** Table of an administration page: rows are opened, changed, picked and deleted. */
export function AdminTable<Row extends { readonly id: number }>(props: AdminTableProps<Row>) {
  const { columns, linked, nameOf, onView, onEdit, deletion, empty, actions, batch, rowsPerPage, name, ...table } =
    props;
  const choices = useTableColumns(name);
  const { ids, clear, ...selection } = useSelection(table.answer.data?.data);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callers' functions do the same at every render
  const linkedColumns = useMemo(
    () =>
      columns.map(
        (column): Column<Row> =>
          column.id === linked
            ? {
                ...column,
                render: (row) => (
                  <TextButton onPress={() => onView(row)}>
                    <TwoLines text={nameOf(row)} />
                  </TextButton>
                ),
              }
            : column,
      ),
    [columns, linked],
  );
  const removal = {
    title: deletion.title,
    text: deletion.text(ids.length),
    names: namesOf(table.answer.data?.data, selection.selected, nameOf),
    onDelete: () => deletion.onDelete(ids),
    done: deletion.done,
    onDeleted: clear,
  };
  return (
    <ServerTable
      {...table}
      words={tableText}
      columns={linkedColumns}
      rowId={({ id }) => String(id)}
      rowsPerPage={rowsPerPage ?? defaultRowsPerPage}
      choices={choices}
      selection={{
        ...selection,
        batch: (
          <>
            <DeleteRows {...removal} />
            {batch?.(ids)}
          </>
        ),
      }}
      rowActions={(row) => [
        { id: "view", name: form.view, icon: Eye, onAction: () => onView(row) },
        { id: "edit", name: form.edit, icon: Pencil, onAction: () => onEdit(row) },
      ]}
      actions={
        <>
          <DeleteRows {...removal} isDisabled />
          {actions}
        </>
      }
      emptyHint={<p>{empty}</p>}
    />
  );
}
