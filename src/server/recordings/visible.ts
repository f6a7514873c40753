/** Which rows of the table of recordings are there for readers at all. */
import { and, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { recording } from "./schema.ts";

/** An import whose last sign of life is older than this is dead: invisible, and swept. */
export const isAlive: SQL = sql`${recording.heartbeatAt} > now() - interval '10 seconds'`;
/** Those that a later upload took the place of are kept, and not seen. */
export const isVisible = and(isNull(recording.supersededAt), or(ne(recording.state, "importing"), isAlive)) as SQL;
