import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { type AskTable, type ColumnFacts, searchOf, stateOf, type TableState } from "../../ui/table/index.ts";

/**
 * State of a page's table, kept in the page's address. The route validates its search with `tableSearch(columns)`; other
 * members of the address stay.
 */
export function useTableAddress(columns: readonly ColumnFacts[]): [TableState, AskTable] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = useMemo(() => stateOf(search, columns), [search, columns]);
  const own = ["search", "search_field", "operator", "field", "sort", "page"];
  return [
    state,
    (next, isCorrection = false) => {
      const others = Object.fromEntries(Object.entries(search).filter(([name]) => !own.includes(name)));
      void navigate({ to: ".", search: { ...others, ...searchOf(next, columns) } as never, replace: isCorrection });
    },
  ];
}
