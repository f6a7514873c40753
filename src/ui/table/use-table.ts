import {
  type ColumnDef,
  columnVisibilityFeature,
  rowPaginationFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  type Updater,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { Column } from "./columns.ts";
import { type TableState, withSort } from "./table-state.ts";

const features = tableFeatures({ columnVisibilityFeature, rowPaginationFeature, rowSortingFeature });
const resolved = <T>(updater: Updater<T>, old: T): T =>
  typeof updater === "function" ? (updater as (old: T) => T)(old) : updater;
const noRows: never[] = [];

export interface ServerTableOptions<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => string;
  total: number;
  rowsPerPage: number;
  state: TableState;
  onStateChange: (state: TableState) => void;
}

/**
 * State of a table whose rows are searched, sorted and paged by the server. Sorting of a column goes ascending,
 * descending, none (spec 000 section 2).
 */
export function useServerTable<Row extends object>(options: ServerTableOptions<Row>) {
  const { columns, rows, rowId, total, rowsPerPage, state, onStateChange } = options;
  const definitions = useMemo(
    () =>
      columns.map(
        ({ id, text, isUnsortable, isHeader }): ColumnDef<typeof features, Row> => ({
          id,
          accessorFn: text,
          enableSorting: isUnsortable !== true,
          enableHiding: isHeader !== true,
          sortDescFirst: false,
        }),
      ),
    [columns],
  );
  const { sort, page } = state;
  const sorting = useMemo<SortingState>(
    () => (sort === null ? [] : [{ id: sort.field, desc: sort.direction === "desc" }]),
    [sort],
  );
  const pagination = useMemo(() => ({ pageIndex: page - 1, pageSize: rowsPerPage }), [page, rowsPerPage]);
  return useTable({
    features,
    columns: definitions,
    data: (rows as Row[] | undefined) ?? noRows,
    getRowId: rowId,
    manualSorting: true,
    manualPagination: true,
    autoResetPageIndex: false,
    enableMultiSort: false,
    enableSortingRemoval: true,
    rowCount: total,
    initialState: {
      columnVisibility: Object.fromEntries(columns.map(({ id, isHiddenAtFirst }) => [id, isHiddenAtFirst !== true])),
    },
    state: { sorting, pagination },
    onSortingChange: (updater) => {
      const [first] = resolved(updater, sorting);
      onStateChange(
        withSort(state, first === undefined ? null : { field: first.id, direction: first.desc ? "desc" : "asc" }),
      );
    },
    onPaginationChange: (updater) => onStateChange({ ...state, page: resolved(updater, pagination).pageIndex + 1 }),
  });
}
