/** Puts the lines of an export into an empty database: all of them or none. */
import type { ClientBase } from "pg";
import { fileFormat, fileVersion, type Head, migrationsOf, type Table, type Tail, tablesOf } from "./tables.ts";

/** Why a file cannot be imported, in one plain sentence. */
export class ImportRefused extends Error {
  override readonly name = "ImportRefused";
}

const rowsAtOnce = 500;
const charactersAtOnce = 4_000_000;

/** Returns how many rows came in. @throws ImportRefused; the database is then as it was. */
export async function importRows(client: ClientBase, lines: AsyncIterable<string>): Promise<number> {
  await client.query("begin");
  try {
    await client.query("set local timezone = 'UTC'");
    await client.query("set local connect.restoring = 'on'"); // rows bring along what triggers keep
    const tables = await tablesOf(client);
    await lockEmpty(client, tables);
    const filler = new Filler(client, tables, await migrationsOf(client));
    for await (const line of lines) if (line !== "") await filler.take(line);
    const rows = await filler.finish();
    await client.query("commit");
    return rows;
  } catch (error) {
    await client.query("rollback").catch(() => undefined); // the first error is the one to report
    if (error instanceof ImportRefused || !isOfRows(error)) throw error;
    throw new ImportRefused("The file holds rows that do not fit into the database.");
  }
}

/** Classes 22 and 23: the data are at fault. */
const isOfRows = (error: unknown): boolean => /^2[23]/.test((error as { code?: string }).code ?? "");

async function lockEmpty(client: ClientBase, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables) {
    const table = client.escapeIdentifier(name);
    await client.query(`lock table ${table} in share row exclusive mode`);
    const { rows } = await client.query(`select 1 from ${table} limit 1`);
    if (rows.length > 0)
      throw new ImportRefused(
        "The database already holds data. Import into an empty one, before the server is started on it.",
      );
  }
}

class Filler {
  private readonly known: ReadonlyMap<string, Table>;
  private readonly counts: Record<string, number>;
  private hasHead = false;
  private tail: Tail | undefined;
  private table: Table | undefined;
  private waiting: string[] = [];
  private waitingCharacters = 0;

  constructor(
    private readonly client: ClientBase,
    tables: readonly Table[],
    private readonly migrations: readonly string[],
  ) {
    this.known = new Map(tables.map((table) => [table.name, table]));
    this.counts = Object.fromEntries(tables.map(({ name }) => [name, 0]));
  }

  async take(line: string): Promise<void> {
    if (!this.hasHead) return this.takeHead(line);
    if (this.tail !== undefined) throw new ImportRefused("The file goes on after its end.");
    const name = /^\["([^"]+)",/.exec(line)?.[1];
    if (name === undefined) {
      this.tail = parse(line) as Tail;
      return;
    }
    const table = this.known.get(name);
    if (table === undefined || !line.endsWith("]")) throw new ImportRefused("The file cannot be read.");
    if (table !== this.table) {
      await this.flush();
      this.table = table;
    }
    const row = line.slice(name.length + 4, -1);
    this.waiting.push(row);
    this.waitingCharacters += row.length;
    this.counts[name]++;
    if (this.waiting.length >= rowsAtOnce || this.waitingCharacters >= charactersAtOnce) await this.flush();
  }

  /** Checks that everything came, and lets identity columns go on where they were. */
  async finish(): Promise<number> {
    await this.flush();
    const { tail } = this;
    if (tail === undefined || typeof tail.rows !== "object" || typeof tail.sequences !== "object")
      throw new ImportRefused("The file ends too early.");
    for (const [name, count] of Object.entries(this.counts))
      if (tail.rows[name] !== count) throw new ImportRefused(`The file has lost rows of ${name}.`);
    for (const { name, sequences } of this.known.values())
      for (const { column, sequence } of sequences) {
        const [last, isCalled] = tail.sequences[`${name}.${column}`] ?? [];
        if (last === undefined || isCalled === undefined) throw new ImportRefused("The file cannot be read.");
        await this.client.query("select setval($1::regclass, $2::bigint, $3)", [sequence, last, isCalled]);
      }
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  private takeHead(line: string): void {
    const head = parse(line) as Partial<Head> | null;
    if (head?.format !== fileFormat) throw new ImportRefused("This is not a file of export-data.");
    if (head.version !== fileVersion || JSON.stringify(head.migrations) !== JSON.stringify(this.migrations))
      throw new ImportRefused("The file was written by another version: export and import with the same one.");
    const wanted = [...this.known.values()].map(({ name, columns }) => ({ name, columns }));
    if (JSON.stringify(head.tables) !== JSON.stringify(wanted))
      throw new ImportRefused("The tables of the file are not the tables of the database.");
    this.hasHead = true;
  }

  private async flush(): Promise<void> {
    const { client, table, waiting } = this;
    if (table === undefined || waiting.length === 0) return;
    this.waiting = [];
    this.waitingCharacters = 0;
    const name = client.escapeIdentifier(table.name);
    const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(", ");
    await client.query(
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
      [`[${waiting.join(",")}]`],
    );
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new ImportRefused("This is not a file of export-data, or it is damaged.");
  }
}
