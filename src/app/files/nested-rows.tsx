import { type ComponentProps, createContext, Fragment, type ReactNode, useContext } from "react";
import { type CollectionRenderer, DefaultCollectionRenderer } from "react-aria-components";
import { ChildList } from "./ChildList.tsx";

type BranchProps = ComponentProps<CollectionRenderer["CollectionBranch"]>;
type RowNode = BranchProps["parent"];

/** Told when a directory's list of children, by the key of its row, is scrolled to its end. */
export const ChildrenEnd = createContext<(key: string) => void>(() => undefined);

/**
 * Renders the rows of a tree table so that the children of a row lie in one element behind it, which can then scroll
 * (spec 000 section 9: at most 200 px). The table itself keeps rows in one flat list; roles, levels and the keyboard are
 * its own and stay. It must be told that it is not made of <table> elements, which could not hold such a list.
 */
export const nestedRows: CollectionRenderer = {
  isVirtualized: true,
  CollectionRoot: DefaultCollectionRenderer.CollectionRoot,
  CollectionBranch: Branch,
};

function Branch(props: BranchProps) {
  return props.parent.type === "tablebody" ? (
    <Rows {...props} />
  ) : (
    <DefaultCollectionRenderer.CollectionBranch {...props} />
  );
}

function Rows({ collection, parent }: BranchProps) {
  const onEnd = useContext(ChildrenEnd);
  const byParent = new Map<unknown, RowNode[]>();
  for (const node of collection.getChildren?.(parent.key) ?? [])
    byParent.set(node.parentKey, [...(byParent.get(node.parentKey) ?? []), node]);
  const render = (key: unknown): ReactNode =>
    byParent.get(key)?.map((node) => {
      const children = byParent.get(node.key);
      return (
        <Fragment key={node.key}>
          {node.render?.(node)}
          {children === undefined ? null : (
            <ChildList isOuter={node.parentKey === parent.key} onEnd={() => onEnd(String(node.key))}>
              {render(node.key)}
            </ChildList>
          )}
        </Fragment>
      );
    });
  return render(parent.key);
}
