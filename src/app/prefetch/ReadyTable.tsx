import { Inbox } from "lucide-react";
import { Cell, Column, Row, Table, TableBody, TableHeader, TableLayout, Virtualizer } from "react-aria-components";
import { fileSize } from "../../domain/files/file-size.ts";
import type { PrefetchDirectory } from "../../protocol/prefetch.ts";
import { prefetchText } from "../../protocol/text/prefetch-text.ts";
import { Face } from "../../ui/notices/Face.tsx";
import { CellText } from "../../ui/table/CellText.tsx";
import { Tick } from "../../ui/table/Tick.tsx";
import css from "./Prefetch.module.css";
import { StatusCell } from "./StatusCell.tsx";
import { selectable } from "./selection.ts";

const words = prefetchText.dialog;
/** CSS px (look.md, Tables). */
const [headHeight, rowHeight] = [36, 40];

export interface ReadyTableProps {
  files: readonly PrefetchDirectory[];
  /** What to say when there are none. */
  empty: string;
  /** By data object id. */
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
}

/**
 * Reserved files to pick from. Only rows in sight are in the document, and an unchanged row is not drawn again: the
 * table changes every second while something loads. Files in use can be reached, not picked.
 */
export function ReadyTable({ files, empty, selected, onSelect }: ReadyTableProps) {
  const inUse = files.filter(({ disabled }) => disabled).map(({ data_object_id }) => data_object_id);
  if (files.length === 0)
    return (
      <Face icon={Inbox} title={empty}>
        <p>{words.emptyHint}</p>
      </Face>
    );
  return (
    <Virtualizer layout={TableLayout} layoutOptions={{ headingHeight: headHeight, rowHeight }}>
      <Table
        aria-label={words.title}
        className={css.table}
        style={{ height: headHeight + files.length * rowHeight }}
        selectionMode="multiple"
        selectedKeys={selected}
        disabledKeys={inUse}
        disabledBehavior="selection"
        // Esc closes the dialog; it does not first clear the choice.
        escapeKeyBehavior="none"
        onSelectionChange={(keys) =>
          onSelect(
            new Set(
              keys === "all" ? selectable(files).map(({ data_object_id }) => data_object_id) : [...keys].map(Number),
            ),
          )
        }
      >
        <TableHeader className={css.headRow}>
          <Column width={44} minWidth={44} className={css.tick}>
            <Tick />
          </Column>
          <Column id="site" width="2fr" minWidth={120} className={css.column}>
            {words.columns.site}
          </Column>
          <Column id="patient_id" width="1.8fr" minWidth={120} className={css.column}>
            {words.columns.patient_id}
          </Column>
          <Column id="name" isRowHeader width="2.4fr" minWidth={140} className={css.column}>
            {words.columns.name}
          </Column>
          <Column id="size" width={100} minWidth={90} className={css.column} data-number>
            {words.columns.size}
          </Column>
          <Column id="status" width="2.6fr" minWidth={150} className={css.column}>
            {words.columns.status}
          </Column>
        </TableHeader>
        <TableBody items={files}>
          {(file) => (
            <Row id={file.data_object_id} className={css.row} textValue={file.name}>
              <Cell className={css.tick}>
                <span title={file.disabled ? words.inUse : undefined}>
                  <Tick />
                </span>
              </Cell>
              <Cell className={css.cell}>
                <ShortText text={file.site} />
              </Cell>
              <Cell className={css.cell}>
                <ShortText text={file.patient_id} />
              </Cell>
              <Cell className={css.cell}>
                <ShortText text={file.name} />
              </Cell>
              <Cell className={css.cell} data-number>
                {fileSize(file.size)}
              </Cell>
              <Cell className={css.cell} textValue={file.error ?? ""}>
                <StatusCell file={file} />
              </Cell>
            </Row>
          )}
        </TableBody>
      </Table>
    </Virtualizer>
  );
}

/** What two lines have no room for can be read by pointing at it. */
const ShortText = ({ text }: { text: string }) => (
  <span className={css.twoLines} title={text}>
    <CellText text={text} />
  </span>
);
