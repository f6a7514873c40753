import { useMemo } from "react";
import { getAllUsersActions, getLoginAttempts, type LoginAttempt } from "../../../protocol/admin.ts";
import { adminLabels } from "../../../protocol/admin-labels.ts";
import { defaultRowsPerPage } from "../../../protocol/tables.ts";
import { tableText } from "../../../protocol/text/table-text.ts";
import { Badge } from "../../../ui/notices/Badge.tsx";
import { type AskTable, type Column, ServerTable, type TableState } from "../../../ui/table/index.ts";
import { useHours, useTableColumns } from "../../documents/index.ts";
import { useTableQuery } from "../../tables/index.ts";
import { actionColumns, attemptColumns } from "./columns.ts";

const { activity: words } = adminLabels;

export interface ActivityTableProps {
  state: TableState;
  onStateChange: AskTable;
  /** None: of everybody. */
  userIds?: readonly number[];
  /** Says the number of records in the toolbar. */
  hasCount?: boolean;
}

const bodyOf = (userIds: readonly number[] = []) => (userIds.length === 0 ? {} : { user_ids: [...userIds] });

/** Attempts to sign in, newest first. */
export function AttemptTable({ state, onStateChange, userIds, hasCount }: ActivityTableProps) {
  const choices = useTableColumns("login attempts");
  const answer = useTableQuery({ name: "login attempts", route: getLoginAttempts, state, body: bodyOf(userIds) });
  const hours = useHours();
  const columns = useMemo(
    () =>
      attemptColumns(hours).map(
        (column): Column<LoginAttempt> =>
          column.id === "status"
            ? {
                ...column,
                render: (row) => <Badge tone={row.status ? "success" : "danger"}>{column.text(row)}</Badge>,
              }
            : column,
      ),
    [hours],
  );
  return (
    <ServerTable
      label={words.logins}
      words={tableText}
      columns={columns}
      rowId={({ id }) => String(id)}
      state={state}
      onStateChange={onStateChange}
      answer={answer}
      rowsPerPage={defaultRowsPerPage}
      hasCount={hasCount}
      choices={choices}
    />
  );
}

/** Changes made by users, newest first. */
export function ActionTable({ state, onStateChange, userIds, hasCount }: ActivityTableProps) {
  const choices = useTableColumns("user actions");
  const answer = useTableQuery({ name: "user actions", route: getAllUsersActions, state, body: bodyOf(userIds) });
  const hours = useHours();
  const columns = useMemo(() => actionColumns(hours), [hours]);
  return (
    <ServerTable
      label={words.actions}
      words={tableText}
      columns={columns}
      rowId={({ id }) => String(id)}
      state={state}
      onStateChange={onStateChange}
      answer={answer}
      rowsPerPage={defaultRowsPerPage}
      hasCount={hasCount}
      choices={choices}
    />
  );
}
