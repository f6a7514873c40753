// biome-ignore-all lint/a11y/useSemanticElements: rows stand at places of their own, which a table's rows cannot
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row
import { Check } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import field from "../fields/Field.module.css";
import css from "./LongGrid.module.css";
import { rowsInSight, scrollTo } from "./long-rows.ts";

export interface LongGridProps {
  label: string;
  /** Titles of the columns; hidden ones are told to assistive technology alone. */
  columns: readonly (string | { readonly hidden: string })[];
  /** CSS `grid-template-columns` of a row, the tick left out. */
  template: string;
  count: number;
  /** CSS px */
  rowHeight: number;
  /** Tells the row at an index from all others, whatever becomes of their order. */
  keyOf: (index: number) => number;
  nameOf: (index: number) => string;
  /** What stands in the columns of a row, in their order. */
  cells: (index: number) => readonly ReactNode[];
  /** Rows that are ticked; absent: rows have no ticks. */
  selected?: ReadonlySet<number>;
  onSelect?: (selected: ReadonlySet<number>) => void;
  /** Enter, or a press on the row beside its tick. */
  onAction: (index: number) => void;
  /** Keys of the list's own are taken: true where another one was. `code`: the place of the key. */
  onKey?: (key: string, index: number, code: string) => boolean;
  /** "Select {name}" */
  selectLabel?: (name: string) => string;
  /** Said of its keys. */
  hint: string;
  /** Rows that the reader is at now. */
  isMarked?: (index: number) => boolean;
  /** This row is brought into sight whenever it is another one; -1, or absent: none is. */
  follow?: number;
}

const itself = (name: string) => name;
const nothing: ReadonlySet<number> = new Set();

const titleOf = (title: string | { readonly hidden: string }): string =>
  typeof title === "string" ? title : title.hidden;

/**
 * A table of any length, read by index: only rows in sight are in the document. One tab stop; up, down, page and end keys move, Space ticks,
 * Shift ticks what lies between, Ctrl+A all, Enter acts.
 */
export function LongGrid(props: LongGridProps) {
  const { label, columns, template, count, rowHeight, keyOf, nameOf, cells, selected = nothing, hint } = props;
  const { onSelect, selectLabel = itself } = props;
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scrollPx: 0, viewPx: 600 });
  const [at, setAt] = useState(0);
  const from = useRef(0);
  const active = Math.min(at, count - 1);
  const rows = { count, rowPx: rowHeight, viewPx: view.viewPx };
  const { heightPx, first, end, topPx } = rowsInSight(rows, view.scrollPx);

  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const look = () => setView({ scrollPx: element.scrollTop, viewPx: element.clientHeight || 600 });
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    look();
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);

  const { follow = -1 } = props;
  // How long the list is and how high it stands are no reason to move it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another row is followed
  useEffect(() => {
    const element = area.current;
    if (element === null || follow < 0) return;
    setAt(follow);
    element.scrollTop = scrollTo({ ...rows, viewPx: element.clientHeight || view.viewPx }, element.scrollTop, follow);
  }, [follow]);

  const goTo = (index: number, isExtended: boolean) => {
    const to = Math.max(0, Math.min(count - 1, index));
    if (isExtended && onSelect !== undefined) selectBetween(from.current, to);
    else from.current = to;
    setAt(to);
    if (area.current !== null) area.current.scrollTop = scrollTo(rows, area.current.scrollTop, to);
  };
  const selectBetween = (a: number, b: number) => {
    const chosen = new Set(selected);
    for (let index = Math.min(a, b); index <= Math.max(a, b); index++) chosen.add(keyOf(index));
    onSelect?.(chosen);
  };
  const toggle = (index: number, isExtended: boolean) => {
    if (onSelect === undefined) return;
    if (isExtended) selectBetween(from.current, index);
    else {
      const chosen = new Set(selected);
      if (!chosen.delete(keyOf(index))) chosen.add(keyOf(index));
      onSelect?.(chosen);
      from.current = index;
    }
    setAt(index);
  };
  const page = Math.max(1, Math.floor(view.viewPx / rowHeight) - 1);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || count === 0) return;
    const { key } = event;
    // Assistive technology can give a button of a row the focus: its keys are its own.
    if ((key === "Enter" || key === " ") && (event.target as Element).closest("button") !== null) return;
    const isTaken = () => {
      if (event.ctrlKey || event.metaKey) {
        if (key.toLowerCase() !== "a") return false;
        onSelect?.(new Set(Array.from({ length: count }, (_, index) => keyOf(index))));
        return true;
      }
      if (key in moves) goTo(moves[key], event.shiftKey);
      else if (key === " ") toggle(active, event.shiftKey);
      else if (key === "Enter") props.onAction(active);
      else if (key === "Escape" && selected.size > 0) onSelect?.(new Set());
      else return props.onKey?.(key, active, event.code) ?? false;
      return true;
    };
    if (isTaken()) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const onRowPress = (event: MouseEvent, index: number) => {
    const target = event.target as Element;
    if (target.closest("button") !== null) {
      setAt(index);
      return;
    }
    const isTick = target.closest("[data-part=tick]") !== null || event.shiftKey || event.ctrlKey || event.metaKey;
    if (onSelect !== undefined && isTick) {
      toggle(index, event.shiftKey);
      return;
    }
    setAt(index);
    from.current = index;
    props.onAction(index);
  };

  const hasTicks = onSelect !== undefined;
  const grid = { gridTemplateColumns: hasTicks ? `28px ${template}` : template };
  const rowId = (index: number) => `${id}-${keyOf(index)}`;
  return (
    <div
      className={css.grid}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-colcount={columns.length + (hasTicks ? 1 : 0)}
      aria-multiselectable={hasTicks || undefined}
      aria-describedby={`${id}-hint`}
      aria-activedescendant={active >= first && active < end ? rowId(active) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <span id={`${id}-hint`} hidden>
        {hint}
      </span>
      <div role="row" aria-rowindex={1} className={css.head} style={grid}>
        {hasTicks ? (
          <span role="columnheader">
            <span className="visually-hidden">{selectLabel("")}</span>
          </span>
        ) : null}
        {columns.map((title) =>
          typeof title === "string" ? (
            <span key={title} role="columnheader">
              {title}
            </span>
          ) : (
            <span key={title.hidden} role="columnheader">
              <span className="visually-hidden">{title.hidden}</span>
            </span>
          ),
        )}
      </div>
      {/* Browsers make what scrolls a tab stop; the keys that scroll it are the grid's. */}
      <div ref={area} role="rowgroup" tabIndex={-1} className={css.area}>
        <div role="presentation" style={{ height: heightPx, position: "relative" }}>
          {Array.from({ length: end - first }, (_, k) => {
            const index = first + k;
            const isSelected = selected.has(keyOf(index));
            return (
              // A row is written anew where another one comes to stand, not made anew: a search changes all of them at each letter.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the grid's, which holds the focus
              <div
                key={index}
                id={rowId(index)}
                role="row"
                tabIndex={-1}
                aria-rowindex={index + 2}
                aria-selected={hasTicks ? isSelected : undefined}
                aria-current={props.isMarked?.(index) ? true : undefined}
                data-active={index === active || undefined}
                className={css.row}
                style={{ ...grid, height: rowHeight, top: topPx + k * rowHeight }}
                onMouseDown={(event) => {
                  // The focus stays with the grid, also where a button of the row is pressed.
                  event.preventDefault();
                  area.current?.parentElement?.focus({ preventScroll: true });
                }}
                onClick={(event) => onRowPress(event, index)}
              >
                {hasTicks ? (
                  <span role="gridcell" data-part="tick" className={css.tick} title={selectLabel(nameOf(index))}>
                    <span className={field.box} data-on={isSelected || undefined}>
                      {isSelected ? <Check size={12} strokeWidth={3} aria-hidden /> : null}
                    </span>
                  </span>
                ) : null}
                {cells(index).map((cell, column) => (
                  <span key={titleOf(columns[column])} role="gridcell" className={css.cell}>
                    {cell}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
