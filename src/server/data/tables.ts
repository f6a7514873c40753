/** What a database holds, read from its catalogue, so that a table of tomorrow is moved as well. */
import type { ClientBase } from "pg";

export interface Table {
  name: string;
  /** In order of name. Generated ones are left out: they follow from the others. */
  columns: string[];
  /** Columns of the primary key, for a settled order of rows. */
  key: string[];
  /** Sequences of identity columns. */
  sequences: { column: string; sequence: string }[];
}

/** Says which migrations a database has; the importing side has its own rows. */
const own = "migration";

/** All tables, those that others refer to first. @throws Error when tables refer to each other in a ring */
export async function tablesOf(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and a.attgenerated = '' order by a.attname) as columns,
       array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
         where i.indrelid = c.oid and i.indisprimary order by a.attname) as key,
       coalesce((select jsonb_agg(jsonb_build_object('column', a.attname,
           'sequence', pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname)) order by a.attname)
         from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '' and not a.attisdropped), '[]') as sequences
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relname <> $1 order by c.relname`,
    [own],
  );
  const { rows: references } = await client.query<{ child: string; parent: string }>(
    `select child.relname as child, parent.relname as parent from pg_constraint r
     join pg_class child on child.oid = r.conrelid join pg_class parent on parent.oid = r.confrelid
     where r.contype = 'f' and child.oid <> parent.oid`,
  );
  return inOrder(rows, references);
}

function inOrder(tables: readonly Table[], references: readonly { child: string; parent: string }[]): Table[] {
  const sorted: Table[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const names = new Set([...left].map(({ name }) => name));
    const free = [...left].filter(
      ({ name }) => !references.some(({ child, parent }) => child === name && names.has(parent)),
    );
    if (free.length === 0) throw new Error("Tables refer to each other in a ring.");
    for (const table of free) {
      sorted.push(table);
      left.delete(table);
    }
  }
  return sorted;
}

/** Names of the migrations that a database has, in order. */
export async function migrationsOf(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select name from ${own} order by name`);
  return rows.map(({ name }) => name);
}

/** First line of a file. */
export interface Head {
  format: typeof fileFormat;
  version: typeof fileVersion;
  migrations: string[];
  tables: { name: string; columns: string[] }[];
}
/** Last line of a file: without it the file was cut off. Sequences as [last value, whether it was given out]. */
export interface Tail {
  rows: Record<string, number>;
  sequences: Record<string, [string, boolean]>;
}
export const fileFormat = "connect-data";
export const fileVersion = 1;
