import { Search } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { Autocomplete, Input, SearchField, useFilter } from "react-aria-components";
import options from "./OptionList.module.css";

export interface SearchWords {
  label: string;
  /** Said when nothing holds the typed text. */
  empty: string;
}

export interface SearchedListProps {
  /** Undefined: the list alone. */
  words: SearchWords | undefined;
  /** The list; given what it shows when nothing is found. */
  children: (empty: () => ReactNode) => ReactElement;
}

/** A list of a popover under a field that leaves the options that hold what is typed. Arrows and Enter stay with the list. */
export function SearchedList({ words, children }: SearchedListProps) {
  const { contains } = useFilter({ sensitivity: "base" });
  if (words === undefined) return children(() => null);
  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={words.label} autoFocus className={`${options.search} ${options.over}`}>
        <Search size={14} aria-hidden />
        <Input placeholder={words.label} />
      </SearchField>
      {children(() => (
        <p className={options.empty}>{words.empty}</p>
      ))}
    </Autocomplete>
  );
}
