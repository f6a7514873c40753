import { Check, Search } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import {
  Collection,
  ListBox,
  ListBoxItem,
  ListBoxLoadMoreItem,
  ListLayout,
  type Selection,
  Text,
  Virtualizer,
} from "react-aria-components";
import field from "./Field.module.css";
import css from "./MultiSelect.module.css";
import options from "./OptionList.module.css";

export interface MultiSelectItem {
  readonly id: number;
  readonly name: string;
  /** A second line. */
  readonly detail?: string;
}

export interface MultiSelectProps {
  label: string;
  /** Those found so far; there may be more than these. */
  items: readonly MultiSelectItem[];
  /** Picked ids, also of items that are not among `items` now. */
  selected: ReadonlySet<number>;
  onChange: (selected: ReadonlySet<number>) => void;
  /** "3 selected" */
  countText: string;
  searchLabel: string;
  search: string;
  onSearch: (search: string) => void;
  /** Said in place of the items: nothing found, loading, failed. */
  emptyText: string;
  isLoading?: boolean;
  loadingText?: string;
  /** There is more: called when the end of the list comes into sight. */
  onMore?: () => void;
  /** What opened it leads to its search. */
  autoFocus?: boolean;
  /** One of many: there is nothing to tick. */
  isSingle?: boolean;
  /** Only shows. */
  isReadOnly?: boolean;
  /** Beside the label. */
  aside?: ReactNode;
  /** Under the list. */
  foot?: ReactNode;
  /** CSS px of the list. */
  height?: number;
}

const rowHeight = 32;
const tallRowHeight = 48;
/** Names of more letters have two lines: those that begin alike are told apart. */
const mostLetters = 40;
const lineHeight = 18;

/**
 * Several of many, in a form: a list with a search. Only the rows in sight are in the document, so ten thousand items may
 * come. What is selected stays so while the search hides it.
 */
export function MultiSelect(props: MultiSelectProps) {
  const { label, items, selected, onChange, countText, searchLabel, search, onSearch, emptyText } = props;
  const {
    isLoading = false,
    loadingText,
    onMore,
    autoFocus,
    isSingle = false,
    isReadOnly = false,
    aside,
    foot,
    height = 200,
  } = props;
  const searchField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // After the dialog around it has taken the focus.
    if (autoFocus) searchField.current?.focus();
  }, [autoFocus]);
  const change = (keys: Selection) => {
    const next = new Set(selected);
    for (const { id } of items) {
      if (keys === "all" || keys.has(id)) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };
  const isTall = items.some(({ detail }) => detail !== undefined);
  const isLong = items.some(({ name }) => name.length > mostLetters);
  return (
    <fieldset className={css.picker}>
      <legend className="visually-hidden">{label}</legend>
      <div className={css.head}>
        <span className={field.label} aria-hidden>
          {label}
        </span>
        <span className={css.count} role="status">
          {countText}
        </span>
        {aside}
      </div>
      <div className={options.box}>
        <span className={options.search}>
          <Search size={14} aria-hidden />
          <input
            aria-label={searchLabel}
            placeholder={searchLabel}
            maxLength={100}
            ref={searchField}
            value={search}
            onChange={(event) => onSearch(event.currentTarget.value)}
            // Enter looks for nothing more and must not send the form around it.
            onKeyDown={(event) => {
              if (event.key === "Enter") event.preventDefault();
            }}
          />
        </span>
        <Virtualizer
          layout={ListLayout}
          layoutOptions={{ rowHeight: (isTall ? tallRowHeight : rowHeight) + (isLong ? lineHeight : 0) }}
        >
          <ListBox
            aria-label={label}
            className={options.list}
            style={{ height }}
            selectionMode={isReadOnly ? "none" : isSingle ? "single" : "multiple"}
            escapeKeyBehavior="none"
            selectedKeys={selected}
            onSelectionChange={change}
            renderEmptyState={() => <p className={options.empty}>{isLoading ? loadingText : emptyText}</p>}
          >
            <Collection items={items} dependencies={[isReadOnly, isSingle, isLong]}>
              {({ id, name, detail }) => (
                <ListBoxItem
                  id={id}
                  textValue={name}
                  className={`${options.item} ${css.item}`}
                  data-tall={isTall || undefined}
                >
                  {({ isSelected }) => (
                    <>
                      {isReadOnly || isSingle ? null : (
                        <span className={field.box} data-on={isSelected || undefined}>
                          {isSelected ? <Check size={12} strokeWidth={3} aria-hidden /> : null}
                        </span>
                      )}
                      <span className={css.words} title={detail === undefined ? name : `${name}\n${detail}`}>
                        <Text slot="label" className={options.name} data-long={isLong || undefined}>
                          {name}
                        </Text>
                        {detail === undefined ? null : (
                          <Text slot="description" className={css.detail}>
                            {detail}
                          </Text>
                        )}
                      </span>
                    </>
                  )}
                </ListBoxItem>
              )}
            </Collection>
            {onMore === undefined ? null : (
              <ListBoxLoadMoreItem isLoading={isLoading} onLoadMore={onMore} className={css.more}>
                {loadingText}
              </ListBoxLoadMoreItem>
            )}
          </ListBox>
        </Virtualizer>
      </div>
      {foot}
    </fieldset>
  );
}
