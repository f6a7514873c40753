import { ArrowDown, ArrowUp, ChevronRight, FileText, Folder, Table2 } from "lucide-react";
import type { ReactNode } from "react";
import {
  Button as AriaButton,
  Cell,
  Collection,
  CollectionRendererContext,
  Column,
  Row,
  Table,
  TableBody,
  TableHeader,
} from "react-aria-components";
import type { FileNode } from "../../protocol/files.ts";
import { filesText } from "../../protocol/text/files-text.ts";
import { Button } from "../../ui/buttons/Button.tsx";
import { CellText } from "../../ui/table/CellText.tsx";
import { cut, type TableState } from "../../ui/table/index.ts";
import { type FilesClock, fileColumns, isViewable } from "./columns.ts";
import { FileMenu } from "./FileMenu.tsx";
import css from "./Files.module.css";
import { ChildrenEnd, nestedRows } from "./nested-rows.tsx";
import type { Children } from "./use-tree.ts";

export interface FileTreeProps {
  nodes: readonly FileNode[];
  clock: FilesClock;
  sort: TableState["sort"];
  onSort: (field: string) => void;
  expanded: ReadonlySet<string>;
  onExpand: (paths: readonly string[]) => void;
  childrenOf: (path: string) => Children;
  onMore: (path: string) => void;
  onTryAgain: (path: string) => void;
  /** The tree shows what a search found, not one directory: each row says where it is. */
  isSearch: boolean;
  onEnter: (path: string) => void;
  onView: (node: FileNode) => void;
  onDownload: (node: FileNode) => void;
  empty: ReactNode;
}

/** Rows that are no files: what goes on, or went wrong, at the end of a directory's list. */
type TreeRow =
  | { id: string; kind: "node"; node: FileNode }
  | { id: string; kind: "loading" | "failed"; directory: FileNode };

const pathOf = (key: string) => key.slice(key.indexOf(" ") + 1);
const place = (path: string) => path.slice(0, path.lastIndexOf("/"));
const iconOf = (node: FileNode) => (node.type === "directory" ? Folder : isViewable(node) ? Table2 : FileText);

/**
 * Files and directories (spec 000 section 2). Arrows move and expand, Enter or a double click enters a directory and
 * views what can be viewed.
 */
export function FileTree(props: FileTreeProps) {
  const { nodes, clock, sort, onSort, expanded, childrenOf, isSearch, empty } = props;
  const rowsOf = (list: readonly FileNode[]): TreeRow[] => list.map((node) => ({ id: node.id, kind: "node", node }));
  const childRows = (directory: FileNode): TreeRow[] => {
    const { nodes: children, isLoading, hasFailed } = childrenOf(directory.path);
    const rows = rowsOf(children);
    if (hasFailed) rows.push({ id: `failed ${directory.path}`, kind: "failed", directory });
    // Also of a directory that is not expanded: what has no child rows cannot be expanded by the keyboard.
    else if (isLoading || children.length === 0)
      rows.push({ id: `loading ${directory.path}`, kind: "loading", directory });
    return rows;
  };
  const all = new Map<string, FileNode>();
  const collect = (list: readonly FileNode[]) => {
    for (const node of list) {
      all.set(node.id, node);
      if (expanded.has(node.path) && node.type === "directory") collect(childrenOf(node.path).nodes);
    }
  };
  collect(nodes);
  const act = (key: string) => {
    const node = all.get(key);
    if (node?.type === "directory") props.onEnter(node.path);
    else if (node !== undefined && isViewable(node)) props.onView(node);
  };

  const renderRow = (row: TreeRow) => {
    if (row.kind !== "node") return <StateRow key={row.id} row={row} onTryAgain={props.onTryAgain} />;
    const { node } = row;
    const isDirectory = node.type === "directory";
    const Icon = iconOf(node);
    return (
      <Row id={node.id} textValue={node.name} className={css.row} hasChildItems={isDirectory}>
        {fileColumns.map(({ id, text, isNumber }) => (
          <Cell key={id} className={css.cell} data-number={isNumber} data-column={id} textValue={text(node, clock)}>
            {id === "name" ? (
              // What is longer than any cell may be has a tooltip of its own; in a narrow window less is to be seen.
              <span
                className={css.name}
                data-type={node.type}
                title={isSearch ? node.path : cut(node.name) === node.name ? node.name : undefined}
              >
                {isDirectory ? (
                  <AriaButton slot="chevron" className={css.chevron}>
                    <ChevronRight size={15} aria-hidden />
                  </AriaButton>
                ) : (
                  <span className={css.noChevron} />
                )}
                <Icon size={16} aria-hidden />
                <CellText text={node.name} />
                {isSearch && node.path.includes("/") ? (
                  <span className={css.place}>{filesText.in(place(node.path))}</span>
                ) : null}
              </span>
            ) : (
              <CellText text={text(node, clock)} />
            )}
          </Cell>
        ))}
        <Cell className={css.cell} data-column="actions">
          <FileMenu node={node} onView={props.onView} onDownload={props.onDownload} />
        </Cell>
        {isDirectory ? <Collection items={childRows(node)}>{renderRow}</Collection> : null}
      </Row>
    );
  };

  return (
    <ChildrenEnd value={(key) => props.onMore(pathOf(key))}>
      <CollectionRendererContext value={nestedRows}>
        <Table
          aria-label={filesText.label}
          className={css.tree}
          treeColumn="name"
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection={false}
          onRowAction={(key) => act(String(key))}
          expandedKeys={[...expanded].map((path) => `directory ${path}`)}
          onExpandedChange={(keys) => props.onExpand([...keys].map((key) => pathOf(String(key))))}
          sortDescriptor={
            sort === null
              ? undefined
              : { column: sort.field, direction: sort.direction === "asc" ? "ascending" : "descending" }
          }
          onSortChange={({ column }) => onSort(String(column))}
        >
          <TableHeader className={css.header}>
            {fileColumns.map(({ id, title, isNumber }) => (
              <Column
                key={id}
                id={id}
                textValue={title}
                isRowHeader={id === "name"}
                allowsSorting
                className={css.column}
                data-number={isNumber}
              >
                {({ sortDirection }) => (
                  <>
                    {title}
                    {sortDirection === "ascending" ? <ArrowUp size={14} aria-hidden /> : null}
                    {sortDirection === "descending" ? <ArrowDown size={14} aria-hidden /> : null}
                  </>
                )}
              </Column>
            ))}
            <Column id="actions" className={css.column} textValue={filesText.columns.actions}>
              {filesText.columns.actions}
            </Column>
          </TableHeader>
          <TableBody
            items={rowsOf(nodes)}
            className={css.body}
            dependencies={[nodes, expanded, childrenOf, clock, isSearch]}
            renderEmptyState={() => empty}
          >
            {renderRow}
          </TableBody>
        </Table>
      </CollectionRendererContext>
    </ChildrenEnd>
  );
}

interface StateRowProps {
  row: Exclude<TreeRow, { kind: "node" }>;
  onTryAgain: (path: string) => void;
}

function StateRow({ row: { id, kind, directory }, onTryAgain }: StateRowProps) {
  const text = kind === "loading" ? filesText.loadingMore(directory.name) : filesText.moreFailed(directory.name);
  return (
    <Row id={id} textValue={text} className={css.row} data-state={kind}>
      <Cell colSpan={fileColumns.length + 1} className={css.cell} data-column="state" textValue={text}>
        <span className={css.name}>
          <span className={css.noChevron} />
          {text}
          {kind === "failed" ? (
            <Button size="small" onPress={() => onTryAgain(directory.path)}>
              {filesText.tryAgain}
            </Button>
          ) : null}
        </span>
      </Cell>
    </Row>
  );
}
