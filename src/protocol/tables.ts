/** Paged tables (spec 000 section 7, "Paged table helper"): what a table asks for and what comes back. */
import Type, { type Static, type TSchema } from "typebox";
import { PageNumber } from "./scalars.ts";

export const FilterOperator = Type.Union([Type.Literal("contains"), Type.Literal("equals")]);
export type FilterOperator = Static<typeof FilterOperator>;

/** Numbers and flags as they are, or as they are written. */
const Wanted = Type.Union([Type.String({ maxLength: 256 }), Type.Number(), Type.Boolean()]);

export const TableFilter = Type.Object({
  field: Type.String({ maxLength: 64 }),
  operator: FilterOperator,
  /** What is looked for; `search_value` is its other name (spec 000 section 7) and wins when both are there. */
  value: Type.Optional(Wanted),
  search_value: Type.Optional(Wanted),
});
export type TableFilter = Static<typeof TableFilter>;

const Direction = Type.Union([Type.Literal("asc"), Type.Literal("desc")]);
/** By which field and how; null is by none, as a table that was clicked a third time. */
const Sort = Type.Object({
  field: Type.String({ maxLength: 64 }),
  sort: Type.Union([Direction, Type.Null()]),
});

/** Members of a body that asks for one page of a table. Fields that the table does not have are refused (400). */
export const tableQuery = {
  study_id: Type.Optional(Type.Integer()),
  /** From 1. */
  page_index: Type.Optional(PageNumber),
  rows_per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  order_by: Type.Optional(Type.String({ maxLength: 64 })),
  order_direction: Type.Optional(Direction),
  /** The other name of the two before (spec 000 section 7), or of the second; it wins when both are there. A list holds one at most. */
  sort: Type.Optional(Type.Union([Sort, Type.Array(Sort, { maxItems: 1 }), Direction, Type.Null()])),
  filters: Type.Optional(Type.Array(TableFilter, { maxItems: 16 })),
};
export const TableQuery = Type.Object(tableQuery);
export type TableQuery = Static<typeof TableQuery>;

/** By what a query asks to be sorted: nothing where it leaves that to the table. */
export function orderOf({
  order_by,
  order_direction,
  sort = null,
}: TableQuery): Pick<TableQuery, "order_by" | "order_direction"> {
  if (typeof sort === "string") return { order_by, order_direction: sort };
  const asked = Array.isArray(sort) ? sort[0] : sort;
  if (!asked?.sort) return { order_by, order_direction };
  return { order_by: asked.field, order_direction: asked.sort };
}

/** The rows of one page, how many there are in all, and by which fields the table can be filtered. */
export const tableAnswer = <Row extends TSchema>(row: Row) =>
  Type.Object({ data: Type.Array(row), total: Type.Integer(), filters: Type.Array(Type.String()) });

/** Rows of a table unless it asks otherwise (spec 000 section 9). */
export const defaultRowsPerPage = 10;
