import { X } from "lucide-react";
import { Button, Tag, TagGroup, TagList } from "react-aria-components";
import css from "./Chips.module.css";

export interface ChipsProps {
  label: string;
  items: readonly string[];
  /** Without it the chips only show. */
  onRemove?: (item: string) => void;
  removeLabel: (item: string) => string;
}

/** Several short texts in a row, each with its own way out; arrows move between them, Delete removes. */
export function Chips({ label, items, onRemove, removeLabel }: ChipsProps) {
  return (
    <TagGroup
      aria-label={label}
      onRemove={
        onRemove === undefined
          ? undefined
          : (keys) => {
              for (const key of keys) onRemove(String(key));
            }
      }
    >
      <TagList className={css.list} items={items.map((id) => ({ id }))}>
        {({ id }) => (
          <Tag id={id} textValue={id} className={css.chip}>
            <span className={css.text}>{id}</span>
            {onRemove === undefined ? null : (
              <Button slot="remove" className={css.remove} aria-label={removeLabel(id)}>
                <X size={13} aria-hidden />
              </Button>
            )}
          </Tag>
        )}
      </TagList>
    </TagGroup>
  );
}
