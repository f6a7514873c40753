export type { Column, ColumnChoices, ColumnFacts } from "./columns.ts";
export { cut } from "./columns.ts";
export type { RowAction } from "./RowMenu.tsx";
export { ServerTable, type ServerTableProps, type TableAnswer } from "./ServerTable.tsx";
export { TwoLines } from "./TwoLines.tsx";
export { type AskTable, searchOf, stateOf, type TableSearch, type TableState, tableSearch } from "./table-state.ts";
export type { TableWords } from "./words.ts";
