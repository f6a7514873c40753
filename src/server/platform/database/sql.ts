/** What every slice needs to talk to the database: the type that a pool and a transaction share, and its refusals. */
import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";

/** The database itself or a transaction of it. */
export type Queries = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** PostgreSQL's code of a failed statement; drizzle wraps the driver's error. */
export function sqlState(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause)
    if ("code" in at && typeof at.code === "string" && /^[0-9A-Z]{5}$/.test(at.code)) return at.code;
  return undefined;
}

/** Whether a statement failed because such a row is there already. */
export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === "23505";
