import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AnswerOf, BodyOf, Route } from "../../protocol/route.ts";
import { defaultRowsPerPage, type TableQuery } from "../../protocol/tables.ts";
import type { TableState } from "../../ui/table/index.ts";
import { call, whyRefused } from "../session/index.ts";

/** An order that the reader did not choose; its field need not be a column. */
export type TableOrder = NonNullable<TableState["sort"]>;

/** What a call is asked for a state of its table; in the order `first` as long as the reader chose none. */
export const tableQueryOf = (
  state: TableState,
  rowsPerPage = defaultRowsPerPage,
  first: TableOrder | null = null,
): TableQuery => ({
  page_index: state.page,
  rows_per_page: rowsPerPage,
  ...orderOf(state.sort ?? first),
  ...(state.search === ""
    ? {}
    : { filters: [{ field: state.searchField, operator: state.operator, value: state.search }] }),
});

const orderOf = (order: TableOrder | null) =>
  order === null ? {} : { order_by: order.field, order_direction: order.direction };

export interface TableQueryOptions<R extends Route> {
  /** What the rows are, first in the key: `invalidateQueries({ queryKey: [name] })` reads them anew. */
  name: string;
  route: R;
  state: TableState;
  /** Members of the body besides the table's. */
  body?: Omit<BodyOf<R>, keyof TableQuery>;
  rowsPerPage?: number;
  /** Order as long as the reader chose none; without it the server's own. */
  order?: TableOrder;
  isEnabled?: boolean;
  /** Milliseconds until it is asked again, by what came last; without it only when told to. */
  pollMs?: (answer: AnswerOf<R>) => number | false;
}

/** One page of a table. The page before stays while the next one is on its way. `refusal`: what the server said to the last question. */
export function useTableQuery<R extends Route>(options: TableQueryOptions<R>) {
  const { name, route, state, body, rowsPerPage, order, isEnabled = true, pollMs } = options;
  const question = { ...body, ...tableQueryOf(state, rowsPerPage, order) } as BodyOf<R>;
  const { data, error, isError, isPlaceholderData, refetch } = useQuery<AnswerOf<R>>({
    queryKey: [name, route.path, question],
    queryFn: ({ signal }) => call(route, question, signal),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchInterval: ({ state: { data } }) => (data === undefined || pollMs === undefined ? false : pollMs(data)),
  });
  return { data, error, isError, refusal: whyRefused(error), isPlaceholderData, refetch };
}
