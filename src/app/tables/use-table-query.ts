import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AnswerOf, BodyOf, Route } from "../../protocol/route.ts";
import { defaultRowsPerPage, type TableQuery } from "../../protocol/tables.ts";
import type { TableState } from "../../ui/table/index.ts";
import { call } from "../session/index.ts";

/** What a call is asked for a state of its table. */
export const tableQueryOf = (state: TableState, rowsPerPage = defaultRowsPerPage): TableQuery => ({
  page_index: state.page,
  rows_per_page: rowsPerPage,
  ...(state.sort === null ? {} : { order_by: state.sort.field, order_direction: state.sort.direction }),
  ...(state.search === ""
    ? {}
    : { filters: [{ field: state.searchField, operator: state.operator, value: state.search }] }),
});

export interface TableQueryOptions<R extends Route> {
  /** What the rows are, first in the key: `invalidateQueries({ queryKey: [name] })` reads them anew. */
  name: string;
  route: R;
  state: TableState;
  /** Members of the body besides the table's. */
  body?: Omit<BodyOf<R>, keyof TableQuery>;
  rowsPerPage?: number;
  isEnabled?: boolean;
  /** Milliseconds until it is asked again, by what came last; without it only when told to. */
  pollMs?: (answer: AnswerOf<R>) => number | false;
}

/** One page of a table. The page before stays while the next one is on its way. */
export function useTableQuery<R extends Route>(options: TableQueryOptions<R>) {
  const { name, route, state, body, rowsPerPage, isEnabled = true, pollMs } = options;
  const question = { ...body, ...tableQueryOf(state, rowsPerPage) } as BodyOf<R>;
  return useQuery<AnswerOf<R>>({
    queryKey: [name, route.path, question],
    queryFn: ({ signal }) => call(route, question, signal),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchInterval: ({ state: { data } }) => (data === undefined || pollMs === undefined ? false : pollMs(data)),
  });
}
