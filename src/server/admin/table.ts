/** Pages of a table (src/protocol/tables.ts): one statement for the rows, one for how many there are. */
import { type SQL, sql } from "drizzle-orm";
import { isPlain } from "../../domain/admin-rules.ts";
import { defaultRowsPerPage, type TableFilter, type TableQuery } from "../../protocol/tables.ts";
import { adminText } from "../../protocol/text/admin-text.ts";
import type { Queries } from "../identity/sql.ts";
import { Refused } from "../platform/routes.ts";

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
  const direction = (query.order_direction ?? table.direction) === "asc" ? sql`asc` : sql`desc`;
  const { value, kind } = fieldOf(table, query.order_by ?? table.orderBy);
  const order = kind === "text" ? sql`lower(${value})` : value;
  const admitted = sql.join([where, ...filters.map((filter) => condition(table, filter))], sql` and `);
  const chosen = (columns: SQL) => sql`
    select ${columns} from ${table.from} where ${admitted}
    order by ${order} ${direction} nulls last, ${table.id} ${direction}
    limit ${rows_per_page} offset ${(page_index - 1) * rows_per_page}`;
  const page = await db.execute<RowOf<Row>>(
    table.details === undefined
      ? chosen(table.columns)
      : sql`select ${table.columns} from unnest(array(${chosen(table.id)})) with ordinality as page (id, place)
          join (${table.details}) on ${table.id} = page.id order by page.place`,
  );
  const count = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from ${table.from} where ${admitted}`,
  );
  return { data: page.rows as Row[], total: count.rows[0].total, filters: filterNames(table) };
}

const isSearched = ({ kind, isUnsearched }: TableField) => kind !== "time" && isUnsearched !== true;
const filterNames = ({ fields }: Table) => Object.keys(fields).filter((name) => isSearched(fields[name]));

function fieldOf({ fields }: Table, name: string): TableField {
  if (!Object.hasOwn(fields, name)) throw new Refused(400, adminText.badField);
  return fields[name];
}

/** What is searched for is text and nothing else: `position` knows no wildcards. */
function condition(table: Table, { field, operator, ...filter }: TableFilter): SQL {
  const wanted = filter.search_value ?? filter.value ?? "";
  const wantedField = fieldOf(table, field);
  const { value, kind } = wantedField;
  if (!isSearched(wantedField)) throw new Refused(400, adminText.badField);
  if (!isPlain(wanted)) throw new Refused(400, adminText.rules.plain);
  const text = kind === "text" ? value : sql`(${value})::text`;
  return operator === "equals"
    ? sql`lower(${text}) = lower(${wanted.trim()}::text)`
    : sql`position(lower(${wanted}::text) in lower(${text})) > 0`;
}
