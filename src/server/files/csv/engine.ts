/** Searching and sorting of tables by DuckDB, which reads nothing but its own folder and loads nothing from anywhere. */
import { renameSync } from "node:fs";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { mostSpillBytes, type TableOrder, type TableQuestion, type TableRows } from "./messages.ts";
import { escapes, recordSeparator, unitSeparator } from "./plain-rows.ts";

/** A text in a statement: paths and characters that no value can stand for. */
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
const character = (code: number) => `chr(${code})`;
const column = (position: number) => `c${position}`;
/** A number and nothing else, spaces around it aside. */
const isNumber = (name: string) =>
  `regexp_full_match(trim(${name}), '[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]+)?')`;

/** Whether the engine failed because it may put no more aside. */
export const isOutOfSpill = (error: unknown): boolean =>
  error instanceof Error && /max_temp_directory_size|No space left/i.test(error.message);

export class CsvEngine {
  /** Columns of tables that hold numbers alone, by path and position. */
  private readonly numeric = new Map<string, boolean>();

  private isStopped = false;

  private constructor(
    private readonly instance: DuckDBInstance,
    private readonly connection: DuckDBConnection,
  ) {}

  /** `folder`: all it may read and write. `spill`: the name of one in it that it has for itself, and bytes it may hold. */
  static async open(
    folder: string,
    {
      name = "spill",
      bytes = mostSpillBytes,
      memory = "512MB",
    }: { name?: string; bytes?: number; memory?: string } = {},
  ): Promise<CsvEngine> {
    const { DuckDBInstance } = await import("@duckdb/node-api");
    const instance = await DuckDBInstance.create(":memory:", {
      memory_limit: memory,
      threads: "2",
      temp_directory: `${folder}/${name}`,
      autoload_known_extensions: "false",
      autoinstall_known_extensions: "false",
    });
    const connection = await instance.connect();
    // Told when it is opened this one counts for nothing.
    await connection.run(`set max_temp_directory_size = '${Math.max(0, Math.floor(bytes))}B'`);
    await connection.run(`set allowed_directories = [${literal(`${folder}/`)}]`);
    await connection.run("set enable_external_access = false");
    await connection.run("set lock_configuration = true");
    return new CsvEngine(instance, connection);
  }

  /** Ends what is being worked on, which then throws. */
  stop(): void {
    this.isStopped = true;
    this.connection.interrupt();
  }

  /** Of an engine that does nothing any more. */
  close(): void {
    this.connection.closeSync();
    this.instance.closeSync();
  }

  /** Turns plain rows into a table. The header is not part of it. */
  async makeTable({ copy, table, width, hasEscapes }: TableOrder): Promise<void> {
    this.isStopped = false;
    const names = Array.from({ length: width }, (_, k) => column(k));
    const types = names.map((name) => `${name}: 'VARCHAR'`).join(", ");
    const read = (name: string) =>
      hasEscapes
        ? escapes.reduce(
            (inner, [letter, code]) =>
              `replace(${inner}, ${character(recordSeparator)} || ${literal(letter)}, ${character(code)})`,
            name,
          )
        : name;
    const cells = names.map((name) => `${read(name)} as ${name}`).join(", ");
    // No cell is 0x1e alone: empty cells stay empty texts, and missing ones are null.
    const options =
      `auto_detect = false, header = false, delim = ${literal(String.fromCharCode(unitSeparator))}, quote = '', ` +
      `escape = '', comment = '', null_padding = true, nullstr = ${literal(String.fromCharCode(recordSeparator))}, ` +
      `max_line_size = 16777216, buffer_size = 33554432, new_line = '\\n', columns = {row: 'BIGINT', ${types}}`;
    const making = `${table}.new`;
    await this.connection.run(
      `copy (select row, ${cells} from read_csv(${literal(copy)}, ${options}) where row > 0 order by row)
       to ${literal(making)} (format parquet, compression snappy, row_group_size 20480)`,
    );
    renameSync(making, table);
  }

  async ask({ table, columns, filters, sort, offset, limit }: TableQuestion): Promise<TableRows> {
    this.isStopped = false;
    const from = `read_parquet(${literal(table)})`;
    // What is searched for is a bound value: nothing in it has a meaning.
    const values = filters.map(({ value, operator }) => (operator === "equals" ? value.trim() : value).toLowerCase());
    const conditions = filters.map(({ column: position, operator }, k) =>
      operator === "equals"
        ? `lower(trim(${column(position)})) = $${k + 1}`
        : `contains(lower(${column(position)}), $${k + 1})`,
    );
    const where = conditions.length === 0 ? "true" : conditions.join(" and ");
    const order = sort === null ? "row" : await this.order(table, sort);
    const count = await this.read(`select count(*)::double from ${from} where ${where}`, values);
    const total = Number(count.getRows()[0][0]);
    // First which rows, then their cells: a sort carries one column and not all of them.
    const found = await this.read(
      `select row::double from ${from} where ${where} order by ${order} limit ${limit} offset ${offset}`,
      values,
    );
    const rows = found.getRows().map(([row]) => Number(row));
    if (rows.length === 0) return { rows: [], total };
    const names = Array.from({ length: columns }, (_, k) => column(k)).join(", ");
    const cells = await this.read(`select row::double, ${names} from ${from} where row in (${rows.join(", ")})`);
    const byRow = new Map(cells.getRows().map(([row, ...texts]) => [Number(row), texts as (string | null)[]]));
    return { rows: rows.map((row) => byRow.get(row) ?? []), total };
  }

  /** One of the statements of a question. @throws Error when it was stopped, also between two of them */
  private read(statement: string, values: string[] = []) {
    if (this.isStopped) throw new Error("The question was stopped.");
    return this.connection.runAndReadAll(statement, values);
  }

  /** Rows of one value stay in the order of the file; empty and missing cells come last either way. */
  private async order(table: string, sort: NonNullable<TableQuestion["sort"]>): Promise<string> {
    const name = column(sort.column);
    const value = (await this.isNumeric(table, sort.column))
      ? `try_cast(trim(${name}) as double)`
      : `nullif(${name}, '')`;
    return `${value} ${sort.direction} nulls last, row`;
  }

  private async isNumeric(table: string, position: number): Promise<boolean> {
    const key = `${position} ${table}`;
    const known = this.numeric.get(key);
    if (known !== undefined) return known;
    const name = column(position);
    const other = await this.read(
      `select count(*)::double from (
         select 1 from read_parquet(${literal(table)}) where trim(${name}) <> '' and not ${isNumber(name)} limit 1)`,
    );
    const isNumeric = Number(other.getRows()[0][0]) === 0;
    this.numeric.set(key, isNumeric);
    return isNumeric;
  }
}
