export { useTableAddress } from "./use-table-address.ts";
export { tableQueryOf, useTableQuery } from "./use-table-query.ts";
