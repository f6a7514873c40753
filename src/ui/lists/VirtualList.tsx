import type { ReactNode } from "react";
import { ListBox, ListBoxItem, ListLayout, Virtualizer } from "react-aria-components";

export interface VirtualListProps<T extends { readonly id: number }> {
  label: string;
  items: readonly T[];
  /** CSS px */
  rowHeight: number;
  nameOf: (item: T) => string;
  renderRow: (item: T) => ReactNode;
  onAction: (item: T) => void;
  className: string;
  rowClassName: string;
}

/** A list of any length: only the rows in sight are in the document. A row acts on click and Enter. */
export function VirtualList<T extends { readonly id: number }>(props: VirtualListProps<T>) {
  const { label, items, rowHeight, nameOf, renderRow, onAction, className, rowClassName } = props;
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight }}>
      <ListBox
        aria-label={label}
        className={className}
        style={{ height: items.length * rowHeight + 2 }}
        items={items}
        onAction={(key) => {
          const item = items.find(({ id }) => id === key);
          if (item !== undefined) onAction(item);
        }}
      >
        {(item) => (
          <ListBoxItem id={item.id} textValue={nameOf(item)} className={rowClassName}>
            {renderRow(item)}
          </ListBoxItem>
        )}
      </ListBox>
    </Virtualizer>
  );
}
