export { useTableAddress } from "./use-table-address.ts";
export { type TableQueryOptions, tableQueryOf, useTableQuery } from "./use-table-query.ts";
