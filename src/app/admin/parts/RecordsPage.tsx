import type { LucideIcon } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import type { Route } from "../../../protocol/route.ts";
import { Button } from "../../../ui/buttons/Button.tsx";
import type { Column, ServerTableProps } from "../../../ui/table/index.ts";
import { type TableQueryOptions, useTableAddress, useTableQuery } from "../../tables/index.ts";
import { AdminPage } from "./AdminPage.tsx";
import { AdminTable } from "./AdminTable.tsx";

/** What a record's dialog is given. */
export interface RecordDialogProps<Row> {
  /** Null: a new one. */
  record: Row | null;
  isReadOnly: boolean;
  onEdit: () => void;
  onClose: () => void;
}

/** Opens a dialog beside those of the records; it is handed what closes it. */
export type Show = (dialog: (close: () => void) => ReactNode) => void;

/** A kind of records: what its page says and asks, and its dialog. */
export interface RecordsKind<Row extends { readonly id: number }> {
  /** Of its queries, and of its table in the settings of readers. */
  readonly name: string;
  readonly words: {
    readonly title: string;
    readonly empty: string;
    readonly deleteTitle: string;
    readonly deleteText: (count: number) => string;
  };
  readonly list: Pick<TableQueryOptions<Route>, "route" | "body" | "rowsPerPage" | "order">;
  readonly columns: readonly Column<Row>[];
  /** The columns as the table draws them, where that is more than text. */
  readonly drawn?: readonly Column<Row>[];
  /** The column that names a row. */
  readonly linked: string;
  readonly nameOf: (row: Row) => string;
  /** The primary button: makes a new one. */
  readonly create: { readonly label: string; readonly icon: LucideIcon };
  readonly remove: (ids: number[]) => Promise<unknown>;
  readonly removed: string;
  readonly Dialog: ComponentType<RecordDialogProps<Row>>;
  /** More buttons of the table: always, and while rows are picked. */
  readonly Actions?: ComponentType<{ show: Show }>;
  readonly Batch?: ComponentType<{ show: Show; ids: readonly number[] }>;
}

type Open<Row> =
  | { kind: "create"; record: null }
  | { kind: "view" | "edit"; record: Row }
  | { kind: "other"; dialog: (close: () => void) => ReactNode };

/** The page of a kind of records: its list, and the dialogs that make, show, change and delete them. */
export function RecordsPage<Row extends { readonly id: number }>({ kind }: { kind: RecordsKind<Row> }) {
  const { name, words, list, columns, drawn = columns, create, remove, removed, Dialog, Actions, Batch } = kind;
  const [state, setState] = useTableAddress(columns);
  const answer = useTableQuery({ name, ...list, state }) as ServerTableProps<Row>["answer"];
  const [open, setOpen] = useState<Open<Row> | null>(null);
  const close = () => setOpen(null);
  const show: Show = (dialog) => setOpen({ kind: "other", dialog });
  return (
    <AdminPage
      title={words.title}
      total={answer.data?.total ?? undefined}
      primary={
        <Button tone="primary" onPress={() => setOpen({ kind: "create", record: null })}>
          <create.icon size={15} aria-hidden />
          {create.label}
        </Button>
      }
    >
      <AdminTable
        name={name}
        label={words.title}
        columns={drawn}
        linked={kind.linked}
        nameOf={kind.nameOf}
        state={state}
        onStateChange={setState}
        answer={answer}
        rowsPerPage={list.rowsPerPage}
        onView={(record) => setOpen({ kind: "view", record })}
        onEdit={(record) => setOpen({ kind: "edit", record })}
        deletion={{ title: words.deleteTitle, text: words.deleteText, onDelete: remove, done: removed }}
        empty={words.empty}
        actions={Actions === undefined ? undefined : <Actions show={show} />}
        batch={Batch === undefined ? undefined : (ids) => <Batch show={show} ids={ids} />}
      />
      {open === null ? null : open.kind === "other" ? (
        open.dialog(close)
      ) : (
        <Dialog
          key={open.kind}
          record={open.record}
          isReadOnly={open.kind === "view"}
          onEdit={() => setOpen(open.record === null ? null : { kind: "edit", record: open.record })}
          onClose={close}
        />
      )}
    </AdminPage>
  );
}
