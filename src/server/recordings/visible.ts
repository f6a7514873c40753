/** Which rows of the table of recordings are there for readers at all. */
import { ne, or, type SQL, sql } from "drizzle-orm";
import { recording } from "./schema.ts";

/** An import whose last sign of life is older than this is dead: invisible, and swept. */
export const isAlive: SQL = sql`${recording.heartbeatAt} > now() - interval '10 seconds'`;
export const isVisible = or(ne(recording.state, "importing"), isAlive) as SQL;
