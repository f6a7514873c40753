/**
 * What a reader asked of a table, and how the address says it. The names are those of spec 000 sections 2 and 5: `page`
 * from 1, `sort` asc or desc, `field` the sorted column; `search_field` and `operator` say how `search` is meant.
 */
import type { ColumnFacts } from "./columns.ts";

export type SearchOperator = "contains" | "equals";
export const searchOperators: readonly SearchOperator[] = ["contains", "equals"];
/** Longest search text the server takes. */
export const longestSearch = 256;

export interface TableState {
  /** From 1. */
  readonly page: number;
  /** Empty: everything. */
  readonly search: string;
  readonly searchField: string;
  readonly operator: SearchOperator;
  /** Null: the order the server gives by itself. */
  readonly sort: { readonly field: string; readonly direction: "asc" | "desc" } | null;
}

/** Asks for another state. `isCorrection`: the one before cannot be shown, so no way leads back to it. */
export type AskTable = (state: TableState, isCorrection?: boolean) => void;

/** A table's part of an address. Nothing is said that goes without saying. */
export interface TableSearch {
  readonly search?: string;
  readonly search_field?: string;
  readonly operator?: SearchOperator;
  readonly field?: string;
  readonly sort?: "asc" | "desc";
  readonly page?: number;
}

const defaultField = (columns: readonly ColumnFacts[]) => columns.find(({ isFilter }) => isFilter)?.id ?? "";

/** The state an address asks for; whatever it says wrongly is as if it were not said. */
export function stateOf(raw: Readonly<Record<string, unknown>>, columns: readonly ColumnFacts[]): TableState {
  const { search, search_field, operator, field, sort, page } = raw;
  // The router reads ?search=1042 as a number.
  const words = typeof search === "string" || typeof search === "number" ? String(search).trim() : "";
  const isSorted = sort === "asc" || sort === "desc";
  const sorted = columns.find(({ id, isUnsortable }) => id === field && !isUnsortable);
  return {
    page: Number.isSafeInteger(page) && (page as number) >= 1 ? (page as number) : 1,
    search: words.length <= longestSearch ? words : "",
    searchField: columns.find(({ id, isFilter }) => id === search_field && isFilter)?.id ?? defaultField(columns),
    operator: searchOperators.find((name) => name === operator) ?? "contains",
    sort: sorted !== undefined && isSorted ? { field: sorted.id, direction: sort } : null,
  };
}

/** How an address says a state. */
export function searchOf(state: TableState, columns: readonly ColumnFacts[]): TableSearch {
  const { page, search, searchField, operator, sort } = state;
  return {
    ...(search === "" ? {} : { search }),
    ...(search === "" || searchField === defaultField(columns) ? {} : { search_field: searchField }),
    ...(search === "" || operator === "contains" ? {} : { operator }),
    ...(sort === null ? {} : { field: sort.field, sort: sort.direction }),
    ...(page === 1 ? {} : { page }),
  };
}

/** Validator of a route's search: keeps what is valid and needed, drops the rest, one by one. */
export const tableSearch =
  (columns: readonly ColumnFacts[]) =>
  (raw: Record<string, unknown>): TableSearch =>
    searchOf(stateOf(raw, columns), columns);

/** Another order begins at the first page. */
export const withSort = (state: TableState, sort: TableState["sort"]): TableState => ({ ...state, sort, page: 1 });

/** So does another search. */
export const withSearch = (
  state: TableState,
  search: Partial<Pick<TableState, "search" | "searchField" | "operator">>,
): TableState => ({ ...state, ...search, page: 1 });

/** Pages of a table; an empty one has one. */
export const pageCount = (total: number, rowsPerPage: number): number => Math.max(1, Math.ceil(total / rowsPerPage));
