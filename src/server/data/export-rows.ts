/** Every row of every table as lines of JSON, from one snapshot. */
import type { ClientBase } from "pg";
import { fileFormat, fileVersion, type Head, migrationsOf, type Table, type Tail, tablesOf } from "./tables.ts";

const rowsAtOnce = 500;

/**
 * Lines without their ends: a head, `["table",{row}]` for each row, a tail. Rows are never parsed on the way: numbers
 * keep every digit. Runs in a transaction of its own, which ends with the last line or when the reader leaves.
 */
export async function* exportRows(client: ClientBase): AsyncGenerator<string> {
  await client.query("begin transaction isolation level repeatable read, read only");
  let isDone = false;
  try {
    // Text of times and numbers is the same everywhere.
    await client.query("set local timezone = 'UTC'; set local extra_float_digits = 1");
    const tables = await tablesOf(client);
    const head: Head = {
      format: fileFormat,
      version: fileVersion,
      migrations: await migrationsOf(client),
      tables: tables.map(({ name, columns }) => ({ name, columns })),
    };
    yield JSON.stringify(head);
    const tail: Tail = { rows: {}, sequences: {} };
    for (const table of tables) {
      tail.rows[table.name] = 0;
      for await (const row of rowsOf(client, table)) {
        tail.rows[table.name]++;
        yield `[${JSON.stringify(table.name)},${row}]`;
      }
      for (const { column, sequence } of table.sequences) {
        const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
          `select last_value, is_called from ${sequence}`,
        );
        tail.sequences[`${table.name}.${column}`] = [rows[0].last_value, rows[0].is_called];
      }
    }
    yield JSON.stringify(tail);
    isDone = true;
  } finally {
    await client.query(isDone ? "commit" : "rollback");
  }
}

async function* rowsOf(client: ClientBase, { name, columns, key }: Table): AsyncGenerator<string> {
  const quoted = (names: readonly string[]) => names.map((one) => client.escapeIdentifier(one)).join(", ");
  const order = key.length === 0 ? "" : `order by ${quoted(key)}`;
  const select = `select ${quoted(columns)} from ${quoted([name])} ${order}`;
  await client.query(`declare rows_of_table no scroll cursor for select to_jsonb(r)::text as row from (${select}) r`);
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from rows_of_table`);
    for (const { row } of rows) yield row;
    if (rows.length < rowsAtOnce) break;
  }
  await client.query("close rows_of_table");
}
