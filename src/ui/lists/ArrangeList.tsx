import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import type { CSSProperties, KeyboardEvent } from "react";
import { Button as AriaButton, GridList, GridListItem, useDragAndDrop } from "react-aria-components";
import { IconButton } from "../buttons/IconButton.tsx";
import { Tick } from "../table/Tick.tsx";
import css from "./ArrangeList.module.css";

export interface ArrangedItem {
  readonly id: string;
  readonly name: string;
  /** Said behind the name. */
  readonly note?: string;
  /** Of the name; the text's own otherwise. */
  readonly colour?: string;
}

export interface ArrangeListProps {
  label: string;
  items: readonly ArrangedItem[];
  /** Ids of the items that are ticked. */
  ticked: ReadonlySet<string>;
  /** Ids of all items that are ticked from now on. */
  onTick: (ticked: ReadonlySet<string>) => void;
  onMove: (ids: ReadonlySet<string>, to: { target: string; isAfter: boolean }) => void;
  words: { drag: (name: string) => string; up: (name: string) => string; down: (name: string) => string };
}

/**
 * A list whose items are ticked and put in order: by dragging, by the buttons of each item, or with Alt and the up and down
 * keys; Space ticks.
 */
export function ArrangeList({ label, items, ticked, onTick, onMove, words }: ArrangeListProps) {
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": String(key) })),
    onReorder: ({ keys, target }) =>
      onMove(new Set([...keys].map(String)), { target: String(target.key), isAfter: target.dropPosition === "after" }),
  });
  const move = (id: string, direction: -1 | 1) => {
    const target = items[items.findIndex((item) => item.id === id) + direction];
    if (target !== undefined) onMove(new Set([id]), { target: target.id, isAfter: direction > 0 });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-key]") : null;
    if (!event.altKey || direction === null || row?.dataset.key === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move(row.dataset.key, direction);
  };
  return (
    <div onKeyDownCapture={onKeyDown}>
      <GridList
        aria-label={label}
        className={css.list}
        items={items.map((item) => ({ ...item, isTicked: ticked.has(item.id) }))}
        selectionMode="multiple"
        selectedKeys={ticked}
        onSelectionChange={(keys) =>
          onTick(new Set(keys === "all" ? items.map(({ id }) => id) : [...keys].map(String)))
        }
        escapeKeyBehavior="none"
        dragAndDropHooks={dragAndDropHooks}
      >
        {({ id, name, note, colour }) => (
          <GridListItem id={id} textValue={name} className={css.row}>
            <AriaButton slot="drag" className={css.grip} aria-label={words.drag(name)}>
              <GripVertical size={14} aria-hidden />
            </AriaButton>
            <Tick />
            <span className={css.name} style={{ color: colour } as CSSProperties}>
              {name}
            </span>
            {note === undefined ? null : <span className={css.note}>{note}</span>}
            <IconButton icon={ArrowUp} label={words.up(name)} onPress={() => move(id, -1)} />
            <IconButton icon={ArrowDown} label={words.down(name)} onPress={() => move(id, 1)} />
          </GridListItem>
        )}
      </GridList>
    </div>
  );
}
