import { Search, X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../buttons/IconButton.tsx";
import { MenuButton } from "../buttons/MenuButton.tsx";
import type { ColumnFacts } from "./columns.ts";
import css from "./Table.module.css";
import { longestSearch, searchOperators, type TableState, withSearch } from "./table-state.ts";
import type { TableWords } from "./words.ts";

export interface SearchBoxProps {
  words: TableWords;
  columns: readonly ColumnFacts[];
  state: TableState;
  onChange: (state: TableState) => void;
}

/** Field, operator and text of a search. Enter applies the text; a field or operator applies at once. */
export function SearchBox({ words, columns, state, onChange }: SearchBoxProps) {
  const fields = columns.filter(({ isFilter }) => isFilter).map(({ id, title }) => ({ id, name: title }));
  const fieldName = fields.find(({ id }) => id === state.searchField)?.name ?? "";
  const operators = searchOperators.map((id) => ({ id, name: words.operators[id] }));
  if (fields.length === 0) return null;
  return (
    <search className={css.search}>
      {fields.length === 1 ? null : (
        <MenuButton
          label={words.searchIn}
          value={fieldName}
          choices={fields}
          selected={state.searchField}
          onChoose={(searchField) => onChange(withSearch(state, { searchField }))}
        />
      )}
      <MenuButton
        label={words.searchHow}
        value={words.operators[state.operator]}
        choices={operators}
        selected={state.operator}
        onChoose={(id) =>
          onChange(withSearch(state, { operator: searchOperators.find((name) => name === id) ?? "contains" }))
        }
      />
      <SearchText
        placeholder={words.searchBy(fieldName)}
        clearLabel={words.clearSearch}
        applied={state.search}
        onApply={(search) => onChange(withSearch(state, { search }))}
      />
    </search>
  );
}

interface SearchTextProps {
  placeholder: string;
  clearLabel: string;
  applied: string;
  onApply: (search: string) => void;
}

function SearchText({ placeholder, clearLabel, applied, onApply }: SearchTextProps) {
  const [typed, setTyped] = useState(applied);
  const [last, setLast] = useState(applied);
  // The address changed, by Back for example.
  if (last !== applied) {
    setLast(applied);
    setTyped(applied);
  }
  const apply = (text: string) => {
    setTyped(text);
    if (text.trim() !== applied) onApply(text.trim());
  };
  return (
    <span className={css.searchText}>
      <Search size={15} aria-hidden />
      <input
        type="search"
        aria-label={placeholder}
        placeholder={placeholder}
        maxLength={longestSearch}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") apply(typed);
          if (event.key === "Escape" && typed !== "") {
            event.stopPropagation();
            apply("");
          }
        }}
      />
      {typed === "" ? null : <IconButton icon={X} label={clearLabel} onPress={() => apply("")} />}
    </span>
  );
}
