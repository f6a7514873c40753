import { ArrowDown, ArrowUp } from "lucide-react";
import { useLayoutEffect, useMemo, useRef } from "react";
import { Column as AriaColumn, Row as AriaRow, Cell, Table, TableBody, TableHeader } from "react-aria-components";
import { CellText } from "./CellText.tsx";
import type { Column } from "./columns.ts";
import { type RowAction, RowMenu } from "./RowMenu.tsx";
import css from "./Table.module.css";
import { Tick } from "./Tick.tsx";
import { TwoLines } from "./TwoLines.tsx";
import type { TableState } from "./table-state.ts";
import type { TableWords } from "./words.ts";

export interface GridProps<Row> {
  label: string;
  words: TableWords;
  /** The columns on the screen. Stable, or every render makes every row anew. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  sort: TableState["sort"];
  onSort: (column: string) => void;
  selection?: { readonly selected: ReadonlySet<string>; readonly onChange: (selected: ReadonlySet<string>) => void };
  rowActions?: (row: Row) => readonly RowAction[];
}

const actionsColumn = "row actions";

/** The rows: arrows move between cells, Space selects, Enter acts on what a cell holds. */
export function Grid<Row extends object>(props: GridProps<Row>) {
  const { label, words, columns, rows, rowId, sort, onSort, selection, rowActions } = props;
  const items = useMemo(() => rows.map((row) => ({ row })), [rows]);
  /** Asked when a menu opens: rows stay as they are while their table is drawn anew. */
  const latestActions = useRef(rowActions);
  useLayoutEffect(() => {
    latestActions.current = rowActions;
  });
  const [hasTicks, hasActions] = [selection !== undefined, rowActions !== undefined];
  const nameOf = (row: Row) => columns.find(({ isHeader }) => isHeader)?.text(row) ?? rowId(row);
  return (
    <Table
      aria-label={label}
      className={css.table}
      data-ticks={selection !== undefined || undefined}
      selectionMode={selection === undefined ? "none" : "multiple"}
      selectedKeys={selection?.selected}
      onSelectionChange={(keys) =>
        selection?.onChange(keys === "all" ? new Set(rows.map(rowId)) : new Set([...keys].map(String)))
      }
      sortDescriptor={
        sort === null
          ? undefined
          : { column: sort.field, direction: sort.direction === "asc" ? "ascending" : "descending" }
      }
      onSortChange={({ column }) => onSort(String(column))}
    >
      <TableHeader>
        {selection === undefined ? null : (
          <AriaColumn className={css.tick}>
            <Tick />
          </AriaColumn>
        )}
        {columns.map(({ id, title, isHeader, isUnsortable, isNumber }) => (
          <AriaColumn
            key={id}
            id={id}
            textValue={title}
            isRowHeader={isHeader}
            allowsSorting={isUnsortable !== true}
            className={css.column}
            data-number={isNumber}
            data-header={isHeader}
          >
            {({ sortDirection }) => (
              <span className={css.heading}>
                <TwoLines text={title} />
                {sortDirection === undefined ? null : sortDirection === "ascending" ? (
                  <ArrowUp size={14} aria-hidden />
                ) : (
                  <ArrowDown size={14} aria-hidden />
                )}
              </span>
            )}
          </AriaColumn>
        ))}
        {rowActions === undefined ? null : (
          <AriaColumn id={actionsColumn} className={css.menuColumn} textValue={words.actions}>
            <span className="visually-hidden">{words.actions}</span>
          </AriaColumn>
        )}
      </TableHeader>
      <TableBody items={items} dependencies={[columns, hasTicks, hasActions, words]}>
        {({ row }) => (
          <AriaRow id={rowId(row)} className={css.row} textValue={nameOf(row)}>
            {hasTicks ? (
              <Cell className={css.tick}>
                <Tick />
              </Cell>
            ) : null}
            {columns.map((column) => (
              <Cell
                key={column.id}
                className={css.cell}
                data-number={column.isNumber}
                data-time={column.isTime}
                data-header={column.isHeader}
                textValue={column.text(row)}
              >
                {column.render === undefined ? (
                  <CellText text={column.text(row)} isWrapped={column.isNumber !== true} />
                ) : (
                  column.render(row)
                )}
              </Cell>
            ))}
            {hasActions ? (
              <Cell className={css.menuColumn}>
                <RowMenu label={words.actionsOf(nameOf(row))} actions={() => latestActions.current?.(row) ?? []} />
              </Cell>
            ) : null}
          </AriaRow>
        )}
      </TableBody>
    </Table>
  );
}
