/** Pages of a table (src/protocol/tables.ts): the rows, and how many there are. */
import { type SQL, sql } from "drizzle-orm";
import { isPlain } from "../../domain/people/admin-rules.ts";
import { defaultRowsPerPage, orderOf, type TableFilter, type TableQuery } from "../../protocol/tables.ts";
import { adminText } from "../../protocol/text/admin-text.ts";
import type { Queries } from "../platform/database/sql.ts";
import { Refused } from "../platform/http/routes.ts";

export interface TableField {
  value: SQL;
  /** Texts are sorted and compared without regard to case; what is unknown comes last. Times are sorted by, not searched. */
  kind: "text" | "number" | "flag" | "time";
  /** It can only be sorted by. */
  isUnsearched?: boolean;
}

export interface Table {
  /** Fields by the names the wire knows. Nothing else reaches the statement. */
  fields: Readonly<Record<string, TableField>>;
  /** Other names of fields: those that the members of a row have. */
  aliases?: Readonly<Record<string, string>>;
  /** Unique column that settles the order of equal rows. */
  id: SQL;
  columns: SQL;
  from: SQL;
  /** What `columns` need, where that is more than `from`: then only the rows of the page are joined with it. */
  details?: SQL;
  /** Order and page size when the query names none. */
  orderBy: string;
  direction: "asc" | "desc";
  rowsPerPage?: number;
}

type RowOf<Row> = Row & Record<string, unknown>;

export interface TablePage<Row> {
  data: Row[];
  total: number;
  /** Fields the table can be filtered by. */
  filters: string[];
}

/**
 * The rows of a table that `where` admits and the query asks for.
 * @throws Refused 400 when the query names a field the table does not have
 */
export async function readTable<Row extends object>(
  db: Queries,
  table: Table,
  query: TableQuery,
  where: SQL,
): Promise<TablePage<Row>> {
  const { page_index = 1, rows_per_page = table.rowsPerPage ?? defaultRowsPerPage, filters = [] } = query;
  const { order_by = table.orderBy, order_direction = table.direction } = orderOf(query);
  const direction = order_direction === "asc" ? sql`asc` : sql`desc`;
  const { value, kind } = fieldOf(table, order_by);
  const asked: Asked = {
    where: sql.join([where, ...filters.map((filter) => condition(table, filter))], sql` and `),
    order: kind === "text" ? sql`lower(${value})` : value,
    direction,
    slice: sql`limit ${rows_per_page} offset ${(page_index - 1) * rows_per_page}`,
  };
  const { details } = table;
  const page = await (details === undefined
    ? readPlain<Row>(db, table, asked)
    : readDetailed<Row>(db, { ...table, details }, asked));
  return { ...page, filters: filterNames(table) };
}

interface Asked {
  where: SQL;
  order: SQL;
  direction: SQL;
  slice: SQL;
}
type Found<Row> = Pick<TablePage<Row>, "data" | "total">;

async function readPlain<Row>(
  db: Queries,
  { columns, from, id }: Table,
  { where, order, direction, slice }: Asked,
): Promise<Found<Row>> {
  const { rows } = await db.execute<RowOf<Row>>(sql`
    select ${columns} from ${from} where ${where} order by ${order} ${direction} nulls last, ${id} ${direction} ${slice}`);
  const count = await db.execute<{ total: number }>(sql`select count(*)::int as total from ${from} where ${where}`);
  return { data: rows as Row[], total: count.rows[0].total };
}

/**
 * One statement: what is admitted is found once, then counted and cut to a page. `offset 0` keeps the planner from joining
 * the details with the whole table, which it thinks cheap as long as the tables they count are empty.
 */
async function readDetailed<Row>(
  db: Queries,
  { columns, from, details, id }: Table & { details: SQL },
  { where, order, direction, slice }: Asked,
): Promise<Found<Row>> {
  const { rows } = await db.execute<RowOf<Row & { table_total: number; table_id: unknown }>>(sql`
    with admitted as materialized (select ${id} as id, ${order} as value from ${from} where ${where}),
      page as (select id, value from admitted order by value ${direction} nulls last, id ${direction} ${slice})
    select counted.total as table_total, page.id as table_id, detailed.*
    from (select count(*)::int as total from admitted) counted
      left join page on true
      left join lateral (select ${columns} from ${details} where ${id} = page.id offset 0) detailed on true
    order by page.value ${direction} nulls last, page.id ${direction}`);
  const data = rows.filter(({ table_id }) => table_id !== null).map(({ table_total, table_id, ...row }) => row as Row);
  return { data, total: rows[0].table_total };
}

const isSearched = ({ kind, isUnsearched }: TableField) => kind !== "time" && isUnsearched !== true;
const filterNames = ({ fields }: Table) => Object.keys(fields).filter((name) => isSearched(fields[name]));

function fieldOf({ fields, aliases = {} }: Table, said: string): TableField {
  const name = Object.hasOwn(aliases, said) ? aliases[said] : said;
  if (!Object.hasOwn(fields, name)) throw new Refused(400, adminText.badField);
  return fields[name];
}

/** What is searched for is text and nothing else: `position` knows no wildcards. */
function condition(table: Table, { field, operator, ...filter }: TableFilter): SQL {
  const wanted = String(filter.search_value ?? filter.value ?? "");
  const wantedField = fieldOf(table, field);
  const { value, kind } = wantedField;
  if (!isSearched(wantedField)) throw new Refused(400, adminText.badField);
  if (!isPlain(wanted)) throw new Refused(400, adminText.rules.plain);
  const text = kind === "text" ? value : sql`(${value})::text`;
  return operator === "equals"
    ? sql`lower(${text}) = lower(${wanted.trim()}::text)`
    : sql`position(lower(${wanted}::text) in lower(${text})) > 0`;
}
