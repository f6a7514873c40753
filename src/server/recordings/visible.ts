/** Which rows of the table of recordings are there for readers at all. */
import { and, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { isOwnPatient, type Scope } from "../patients/scope.ts";
import { recording } from "./schema.ts";

/** An import whose last sign of life is older than this is invisible. */
export const isAlive: SQL = sql`${recording.heartbeatAt} > now() - interval '10 seconds'`;
/**
 * An import that is not waited for any more: it may be cleared away. Long enough for one whose signs of life wait behind the
 * work of others on a busy machine.
 */
export const isAbandoned: SQL = sql`${recording.heartbeatAt} <= now() - interval '60 seconds'`;

/** Those that a later upload took the place of are kept, and not seen. */
export const isVisible = and(isNull(recording.supersededAt), or(ne(recording.state, "importing"), isAlive)) as SQL;

/** A recording is seen iff its patient is. Undefined (no condition) for the server itself. */
export function visibleRecordings(scope: Scope | Parameters<typeof isOwnPatient>[0]): SQL | undefined {
  if (scope === "everything") return undefined;
  return sql`exists (select 1 from patient p where p.id = ${recording.patientKey} and ${isOwnPatient(scope)})`;
}
