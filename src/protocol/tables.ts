/** Paged tables (spec 000 section 7, "Paged table helper"): what a table asks for and what comes back. */
import Type, { type Static, type TSchema } from "typebox";
import { PageNumber } from "./scalars.ts";

export const FilterOperator = Type.Union([Type.Literal("contains"), Type.Literal("equals")]);
export type FilterOperator = Static<typeof FilterOperator>;

export const TableFilter = Type.Object({
  field: Type.String({ maxLength: 64 }),
  operator: FilterOperator,
  /** What is looked for; `search_value` is its other name (spec 000 section 7) and wins when both are there. */
  value: Type.Optional(Type.String({ maxLength: 256 })),
  search_value: Type.Optional(Type.String({ maxLength: 256 })),
});
export type TableFilter = Static<typeof TableFilter>;

/** Members of a body that asks for one page of a table. Fields that the table does not have are refused (400). */
export const tableQuery = {
  study_id: Type.Optional(Type.Integer()),
  /** From 1. */
  page_index: Type.Optional(PageNumber),
  rows_per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  order_by: Type.Optional(Type.String({ maxLength: 64 })),
  order_direction: Type.Optional(Type.Union([Type.Literal("asc"), Type.Literal("desc")])),
  filters: Type.Optional(Type.Array(TableFilter, { maxItems: 16 })),
};
export const TableQuery = Type.Object(tableQuery);
export type TableQuery = Static<typeof TableQuery>;

/** The rows of one page, how many there are in all, and by which fields the table can be filtered. */
export const tableAnswer = <Row extends TSchema>(row: Row) =>
  Type.Object({ data: Type.Array(row), total: Type.Integer(), filters: Type.Array(Type.String()) });

/** Rows of a table unless it asks otherwise (spec 000 section 9). */
export const defaultRowsPerPage = 10;
