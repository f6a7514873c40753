import { CircleAlert, Inbox, SearchX, X } from "lucide-react";
import { type ReactNode, useEffect, useMemo } from "react";
import { Button } from "../buttons/Button.tsx";
import { Face } from "../notices/Face.tsx";
import { ColumnChooser } from "./ColumnChooser.tsx";
import { type Column, type ColumnChoices, columnChanges } from "./columns.ts";
import { Grid } from "./Grid.tsx";
import { Pager } from "./Pager.tsx";
import type { RowAction } from "./RowMenu.tsx";
import { ScrollArea } from "./ScrollArea.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { Skeleton } from "./Skeleton.tsx";
import css from "./Table.module.css";
import { type AskTable, pageCount, type TableState, withSearch } from "./table-state.ts";
import { useServerTable } from "./use-table.ts";
import type { TableWords } from "./words.ts";

/** What came back for a state; a query of TanStack Query fits. */
export interface TableAnswer<Row> {
  /** Undefined while nothing has come yet. */
  readonly data:
    | {
        readonly data: readonly Row[];
        /** Null: not counted yet; there is no pager until then. */
        readonly total: number | null;
      }
    | undefined;
  /** The last question failed. */
  readonly isError: boolean;
  /** Why, in the server's words, where it would not answer this. */
  readonly refusal?: string;
  /** The rows belong to the question before; the new ones are on their way. */
  readonly isPlaceholderData: boolean;
  readonly refetch: () => void;
}

export interface ServerTableProps<Row> {
  label: string;
  words: TableWords;
  /** Stable over renders. */
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  state: TableState;
  onStateChange: AskTable;
  answer: TableAnswer<Row>;
  rowsPerPage: number;
  /** Rows can be picked; `batch` is what can then be done, in place of the toolbar. */
  selection?: {
    readonly selected: ReadonlySet<string>;
    readonly onChange: (selected: ReadonlySet<string>) => void;
    readonly batch: ReactNode;
  };
  rowActions?: (row: Row) => readonly RowAction[];
  /** Right of the toolbar, before the column chooser. */
  actions?: ReactNode;
  /** What to do about an empty table that is not searched. */
  emptyHint?: ReactNode;
  /** Says the number of records in the toolbar, where no page title does. */
  hasCount?: boolean;
  /** Which columns the reader wants, where that is kept; without it the table keeps it as long as it is there. */
  choices?: ColumnChoices;
}

const nothing: ReadonlySet<string> = new Set();

/** A table of the server: toolbar, rows with every face they can have, pager (spec 000 section 2). */
export function ServerTable<Row extends object>(props: ServerTableProps<Row>) {
  const { label, words, columns, rowId, state, onStateChange, answer, rowsPerPage } = props;
  const { selection, rowActions, actions, emptyHint, hasCount = false, choices } = props;
  const { data, isError, refusal, isPlaceholderData, refetch } = answer;
  const total = data?.total ?? 0;
  const selected = selection?.selected ?? nothing;
  /** Another question: what was picked may no longer be seen, and must not be acted upon. */
  const ask = (next: TableState) => {
    if (selected.size > 0) selection?.onChange(nothing);
    onStateChange(next);
  };
  const table = useServerTable({ columns, rows: data?.data, rowId, total, rowsPerPage, state, onStateChange: ask });
  const columnVisibility = choices?.chosen ?? table.state.columnVisibility;
  const hideable = columns.filter(({ isHeader }) => !isHeader);
  const shown = useMemo(
    () =>
      columns.filter(
        ({ id, isHeader, isHiddenAtFirst }) => isHeader === true || (columnVisibility[id] ?? isHiddenAtFirst !== true),
      ),
    [columns, columnVisibility],
  );

  // Rows were deleted, or the address asks for a page that is no more: the last page is shown.
  const pages = pageCount(total, rowsPerPage);
  const isCounted = data !== undefined && data.total !== null;
  const isBeyond = isCounted && !isPlaceholderData && !isError && state.page > pages;
  useEffect(() => {
    if (isBeyond) onStateChange({ ...state, page: pages }, true);
  });

  return (
    <section className={css.card} aria-label={label}>
      {selection !== undefined && selected.size > 0 ? (
        <div className={css.toolbar} data-batch>
          <span role="status" className={css.selected}>
            {words.selected(selected.size)}
          </span>
          {selection.batch}
          <span className={css.end}>
            <Button tone="quiet" onPress={() => selection.onChange(nothing)}>
              <X size={15} aria-hidden />
              {words.clearSelection}
            </Button>
          </span>
        </div>
      ) : (
        <div className={css.toolbar}>
          <SearchBox words={words} columns={columns} state={state} onChange={ask} />
          <span role="status" className={hasCount ? css.count : "visually-hidden"}>
            {data === undefined || isPlaceholderData ? "" : isCounted ? words.records(total) : words.counting}
          </span>
          <span className={css.end}>
            {actions}
            {hideable.length === 0 ? null : (
              <ColumnChooser
                label={words.columns}
                columns={hideable}
                shown={shown.map(({ id }) => id)}
                onChange={(ids) => {
                  if (choices !== undefined) return choices.onChoose(columnChanges(hideable, shown, ids));
                  table.setColumnVisibility(
                    Object.fromEntries(columns.map(({ id, isHeader }) => [id, isHeader === true || ids.includes(id)])),
                  );
                }}
              />
            )}
          </span>
        </div>
      )}
      {refusal !== undefined ? (
        <Face icon={CircleAlert} title={refusal} role="alert">
          {state.search === "" && state.sort === null ? (
            <Button onPress={refetch}>{words.tryAgain}</Button>
          ) : (
            <Button onPress={() => ask({ ...state, search: "", sort: null, page: 1 })}>{words.allRows}</Button>
          )}
        </Face>
      ) : isError ? (
        <Face icon={CircleAlert} title={words.failed} role="alert">
          <Button onPress={refetch}>{words.tryAgain}</Button>
        </Face>
      ) : (
        <ScrollArea isStale={isPlaceholderData}>
          {data === undefined ? (
            <Skeleton label={words.loading} columns={shown} />
          ) : (
            <Grid
              label={label}
              words={words}
              columns={shown}
              rows={data.data}
              rowId={rowId}
              sort={state.sort}
              onSort={(id) => table.getColumn(id)?.toggleSorting()}
              selection={selection}
              rowActions={rowActions}
            />
          )}
          {data?.data.length !== 0 ? null : (
            // Beside the table, which may be wider than what is seen of it.
            <div className={css.inView}>
              {state.search === "" ? (
                <Face icon={Inbox} title={words.empty}>
                  {emptyHint}
                </Face>
              ) : (
                <Face icon={SearchX} title={words.empty}>
                  <p>{words.nothingFound}</p>
                  <Button onPress={() => ask(withSearch(state, { search: "" }))}>{words.clearSearch}</Button>
                </Face>
              )}
            </div>
          )}
        </ScrollArea>
      )}
      {isError || !isCounted ? null : (
        <Pager
          words={words}
          page={Math.min(state.page, pages)}
          total={total}
          rowsPerPage={rowsPerPage}
          onPage={(page) => ask({ ...state, page })}
        />
      )}
    </section>
  );
}
