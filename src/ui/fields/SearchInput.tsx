import { Search, X } from "lucide-react";
import { Button, Input, SearchField } from "react-aria-components";
import css from "./SearchInput.module.css";

export interface SearchInputProps {
  label: string;
  clearLabel: string;
  value: string;
  onChange: (value: string) => void;
}

/** What is looked for in a list, as it is typed; Esc takes it back. */
export function SearchInput({ label, clearLabel, value, onChange }: SearchInputProps) {
  return (
    <SearchField aria-label={label} className={css.search} value={value} onChange={onChange}>
      <Search size={15} aria-hidden />
      <Input placeholder={label} className={css.input} />
      {value === "" ? null : (
        <Button className={css.clear} aria-label={clearLabel}>
          <X size={14} aria-hidden />
        </Button>
      )}
    </SearchField>
  );
}
