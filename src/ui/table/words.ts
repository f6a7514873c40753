import type { SearchOperator } from "./table-state.ts";

/** Every word a table says by itself. */
export interface TableWords {
  /** Placeholder and name of the search box. */
  readonly searchBy: (field: string) => string;
  readonly searchIn: string;
  readonly searchHow: string;
  readonly operators: Readonly<Record<SearchOperator, string>>;
  readonly clearSearch: string;
  readonly columns: string;
  readonly actionsOf: (row: string) => string;
  /** Header of the column with the row menus. */
  readonly actions: string;
  readonly selected: (n: number) => string;
  readonly clearSelection: string;
  readonly records: (n: number) => string;
  /** Where the server has not counted the records yet. */
  readonly counting?: string;
  readonly range: (first: number, last: number, total: number) => string;
  readonly goToPage: string;
  readonly ofPages: (n: number) => string;
  readonly previousPage: string;
  readonly nextPage: string;
  readonly pager: string;
  readonly empty: string;
  readonly nothingFound: string;
  /** Takes a search and an order back that were refused. */
  readonly allRows: string;
  readonly failed: string;
  readonly tryAgain: string;
  readonly loading: string;
}
